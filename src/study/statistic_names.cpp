// The simulator's statistics have the names of the schema. Other tools produce JSON: its names are
// taken from an example in which every list has one element, so new members of the JSON are known
// here automatically.
#include "study/statistic_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/nearest.hpp"
#include "cost/cost_json.hpp"
#include "limit/limit.hpp"
#include "stats/schema.hpp"

namespace heddle::study {

namespace {

/// Paths to all members that are or may be numbers; list indices are written as 0.
void add_numbers(const Json& json, const std::string& path, std::vector<std::string>& names) {
  if (json.is_object())
    for (const auto& [key, value] : json.items()) add_numbers(value, path + "." + key, names);
  else if (json.is_array())
    for (const Json& value : json) add_numbers(value, path + ".0", names);
  else if (json.is_number() || json.is_null())
    names.push_back(path);
}

std::vector<std::string> names_of_tools() {
  HardwareCost cost;
  cost.structures = cost.changes = cost.replaced = {StructureCost{}};
  RegisterFileArea& file = cost.files.emplace_back();
  file.components.emplace_back();
  cost.chip = ReferenceChip{"", 1};
  LimitResult limit;
  limit.kernels.emplace_back();
  std::vector<std::string> names;
  add_numbers(cost_json(cost), "cost", names);
  add_numbers(parse_json(to_json(limit)), "limit", names);
  return names;
}

/// All names, with list indices written as 0.
const std::vector<std::string>& all_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = names_of_tools();
    for (const Statistic& s : statistics()) all.push_back(s.name);
    std::ranges::sort(all);
    return all;
  }();
  return names;
}

/// "cost.structures.12.bits" becomes "cost.structures.0.bits".
std::string without_indices(std::string_view name) {
  std::string out;
  while (true) {
    std::string_view part = name.substr(0, name.find('.'));
    bool index = !part.empty() && part.find_first_not_of("0123456789") == part.npos;
    out += index ? "0" : part;
    if (part.size() == name.size()) return out;
    out += '.';
    name.remove_prefix(part.size() + 1);
  }
}

}  // namespace

bool is_statistic(std::string_view name) {
  return std::ranges::binary_search(all_names(), without_indices(name));
}

std::string suggest_statistic(std::string_view name) {
  const std::vector<std::string>& known = all_names();
  return suggest(name, known.size(), [&](size_t i) -> std::string_view { return known[i]; });
}

}  // namespace heddle::study
