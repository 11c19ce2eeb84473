// The cost as a text table.
#include <fmt/format.h>

#include <algorithm>

#include "cost/cost.hpp"

namespace heddle {

namespace {

std::string area_text(const std::optional<double>& area) {
  return area ? fmt::format("{:.3f}", *area) : "-";
}

/// Column widths that fit the widest name and content.
struct Columns {
  size_t name = 9, content = 7;

  void fit(const std::vector<StructureCost>& structures) {
    for (const StructureCost& s : structures) {
      name = std::max(name, s.name.size());
      content = std::max(content, s.content.size());
    }
  }
  std::string line(std::string_view first, std::string_view entries, std::string_view second,
                   std::string_view bits, std::string_view area) const {
    return fmt::format("  {:<{}}  {:>7}  {:<{}}  {:>9}  {:>7}\n", first, name, entries, second,
                       content, bits, area);
  }
  std::string line(const StructureCost& s) const {
    return line(s.name, fmt::format("{}", s.entries), s.content, fmt::format("{}", s.bits),
                area_text(s.area));
  }
};

}  // namespace

std::string cost_table(const HardwareCost& cost) {
  std::string out;
  if (!cost.proposed) out += "  not a hardware proposal\n";
  Columns columns;
  columns.fit(cost.structures);
  columns.fit(cost.changes);
  std::vector<StructureCost> replaced = cost.replaced;
  for (StructureCost& s : replaced) s.name = "in place of: " + s.name;
  columns.fit(replaced);
  if (!cost.structures.empty()) {
    out += columns.line("structure", "entries", "content", "bits", "mm²");
    for (const StructureCost& s : cost.structures) out += columns.line(s);
    if (cost.bits())
      out += columns.line("total", "", "", fmt::format("{}", *cost.bits()), area_text(cost.area()));
  }
  for (const StructureCost& s : cost.changes) out += columns.line(s);
  for (const StructureCost& s : replaced) out += columns.line(s);
  if (!cost.changes.empty() || !replaced.empty())
    out += columns.line("core", "", "", "", area_text(cost.core_area()));
  if (!cost.structures.empty() && cost.total_area()) {
    out += fmt::format("  {} core{}: {:.2f} mm²", cost.cores, cost.cores == 1 ? "" : "s",
                       *cost.total_area());
    if (cost.chip)
      out += fmt::format(", {:.1f} % of {:g} mm² ({})", *cost.chip_share() * 100, cost.chip->area,
                         cost.chip->name);
    out += "\n";
  }
  for (const RegisterFileArea& file : cost.files) out += register_file_table(file);
  for (const std::string& note : cost.notes) out += fmt::format("  {}\n", note);
  return out;
}

}  // namespace heddle
