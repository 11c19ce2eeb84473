#include "cost/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

std::optional<double> sum(const std::vector<StructureCost>& structures) {
  double area = 0;
  for (const StructureCost& s : structures) {
    if (!s.area) return std::nullopt;
    area += *s.area;
  }
  return area;
}

}  // namespace

std::optional<uint64_t> HardwareCost::bits() const {
  if (!proposed) return std::nullopt;
  uint64_t bits = 0;
  for (const StructureCost& s : structures) bits += s.bits;
  return bits;
}

std::optional<double> HardwareCost::area() const {
  return proposed ? sum(structures) : std::nullopt;
}

std::optional<double> HardwareCost::core_area() const {
  if (!proposed) return std::nullopt;
  std::optional<double> added = sum(structures), grown = sum(changes), saved = sum(replaced);
  if (!added || !grown || !saved) return std::nullopt;
  return *added + *grown - *saved;
}

std::optional<double> HardwareCost::total_area() const {
  std::optional<double> core = core_area();
  if (!core) return std::nullopt;
  return *core * cores;
}

std::optional<double> HardwareCost::chip_share() const {
  std::optional<double> total = total_area();
  if (!total || !chip) return std::nullopt;
  return *total / chip->area;
}

StructureCost structure(std::string name, uint64_t entries,
                        std::initializer_list<CostField> fields) {
  StructureCost out{.name = std::move(name), .entries = entries};
  for (const CostField& f : fields) {
    out.content += fmt::format("{}{} ({}-bit)", out.content.empty() ? "" : ", ", f.name, f.bits);
    if (f.count != 1) out.content += fmt::format(" × {}", f.count);
    out.bits += entries * f.bits * f.count;
  }
  return out;
}

uint32_t index_bits(uint64_t count) {
  return count < 2 ? 1 : static_cast<uint32_t>(std::bit_width(count - 1));
}

}  // namespace heddle
