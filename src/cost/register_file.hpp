// The area of register files at 40 nm, from lucas2015's Table I. Each lane has SRAM banks and a
// crossbar from the banks to the operand collectors.
//
// The table has two data points, one lane of 256 bits and eight lanes of 32 bits. Other widths are
// interpolated and extrapolated by the power law through both points; SRAM scales with its bytes, a
// crossbar with the product of its ports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

struct FileComponent {
  std::string name;    // "SRAM"
  uint32_t width = 0;  // bits
  std::string size;    // "1024 Byte" or "8x8"
  uint64_t number = 0;
  double area = 0;  // all of them together, mm²
  double each() const { return area / static_cast<double>(number); }
};

struct RegisterFileArea {
  std::string title;
  std::vector<FileComponent> components;
  double area() const;  // mm²
};

struct FileShape {
  uint32_t lanes = 1;  // each with its own banks and crossbar
  uint32_t words = 8;  // width of a lane in 32-bit words
  uint32_t banks = 8;  // per lane
  uint64_t bytes = 0;  // whole file
};

RegisterFileArea register_file_area(const FileShape& shape);

/// A text table in the form of Table I.
std::string register_file_table(const RegisterFileArea& file);

}  // namespace heddle
