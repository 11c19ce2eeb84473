// The area of register files at 40 nm, from lucas2015's Table I: banks of SRAM, and a crossbar from
// them to the operand collectors, for each lane of some words of width.
//
// The table has two points, a lane of 256 bits and eight of 32. Between and beyond them areas go by
// the power of the width that joins both; SRAM in proportion to its bytes, a crossbar to the
// product of its ports.
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
  double area = 0;  // of all of them, mm²
  double each() const { return area / static_cast<double>(number); }
};

struct RegisterFileArea {
  std::string title;
  std::vector<FileComponent> components;
  double area() const;  // mm²
};

struct FileShape {
  uint32_t lanes = 1;  // each with banks and a crossbar of its own
  uint32_t words = 8;  // of 32 bits: the width of a lane
  uint32_t banks = 8;  // of a lane
  uint64_t bytes = 0;  // of the whole file
};

RegisterFileArea register_file_area(const FileShape& shape);

/// For a terminal: the form of Table I.
std::string register_file_table(const RegisterFileArea& file);

}  // namespace heddle
