#include "cost/register_file.hpp"

#include <fmt/format.h>

#include <cmath>

namespace heddle {

namespace {

/// Two data points of Table I: 256 and 32 bits wide, mm².
struct Line {
  double wide, narrow;

  double at(uint32_t bits) const {
    double exponent = std::log(wide / narrow) / std::log(256.0 / 32);
    return wide * std::pow(bits / 256.0, exponent);
  }
};

constexpr double kFileBytes = 65536;
constexpr Line kSram{0.2365, 0.2279};          // 64 KB, for any number of banks
constexpr Line kCrossbar{2.0302, 0.2664 / 8};  // one crossbar of 8 × 8 ports

/// Rounds so that the digits do not depend on the math library.
double rounded(double area) { return std::round(area * 1e6) / 1e6; }

}  // namespace

double RegisterFileArea::area() const {
  double sum = 0;
  for (const FileComponent& c : components) sum += c.area;
  return sum;
}

RegisterFileArea register_file_area(const FileShape& shape) {
  uint32_t bits = shape.words * 32;
  uint64_t arrays = uint64_t{shape.lanes} * shape.banks;
  double sram = kSram.at(bits) * static_cast<double>(shape.bytes) / kFileBytes;
  double crossbars =
      kCrossbar.at(bits) * shape.lanes * (double{1} * shape.banks * shape.banks / 64);
  return {shape.lanes == 1 ? fmt::format("Register file using a single {}-bit wide lane", bits)
                           : fmt::format("Register file using {} independent {}-bit wide lanes",
                                         shape.lanes, bits),
          {{"SRAM", bits, fmt::format("{} Byte", shape.bytes / arrays), arrays, rounded(sram)},
           {"Crossbar", bits, fmt::format("{}x{}", shape.banks, shape.banks), shape.lanes,
            rounded(crossbars)}}};
}

std::string register_file_table(const RegisterFileArea& file) {
  constexpr std::string_view form = "  {:<12}{:>9}  {:>12}{:>12}{:>9}{:>12}\n";
  std::string out = fmt::format("  {}\n", file.title);
  out += fmt::format(form, "component", "width", "size/ports", "mm² each", "number", "mm²");
  for (const FileComponent& c : file.components)
    out += fmt::format(form, c.name, fmt::format("{}-bit", c.width), c.size,
                       fmt::format("{:.4f}", c.each()), c.number, fmt::format("{:.4f}", c.area));
  return out + fmt::format(form, "total", "", "", "", "", fmt::format("{:.4f}", file.area()));
}

}  // namespace heddle
