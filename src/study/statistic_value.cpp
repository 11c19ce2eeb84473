#include "study/statistic_value.hpp"

#include <charconv>
#include <cmath>

#include "study/expression.hpp"

namespace heddle::study {

namespace {

/// A path such as "l1.reads" into nested objects, or "structures.0.bits" into a list.
double number_at(const Json* json, std::string_view path) {
  while (json && !path.empty()) {
    std::string_view name = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), name.size() + 1));
    json = member(*json, name);
  }
  return json && json->is_number() ? json->get<double>() : kNothing;
}

}  // namespace

const Json* member(const Json& json, std::string_view name) {
  if (json.is_array()) {
    size_t index = json.size();
    std::from_chars(name.data(), name.data() + name.size(), index);
    return index < json.size() ? &json[index] : nullptr;
  }
  if (!json.is_object()) return nullptr;
  auto found = json.find(name);
  return found == json.end() ? nullptr : &*found;
}

const Json* part_of(const Json& result, std::string_view kernel, uint64_t block) {
  if (kernel.empty()) return &result;
  const Json* kernels = member(result, "kernels");
  const Json* part = kernels ? member(*kernels, kernel) : nullptr;
  if (!part || block == 0 || part->value("block", uint64_t{0}) == block) return part;
  const Json* blocks = member(*part, "blocks");
  return blocks ? member(*blocks, std::to_string(block)) : nullptr;
}

double statistic_value(const Json& result, std::string_view kernel, uint64_t block,
                       std::string_view name) {
  const Json* part = part_of(result, kernel, block);
  double value = number_at(part ? member(*part, "total") : nullptr, name);
  return std::isnan(value) ? number_at(&result, name) : value;
}

}  // namespace heddle::study
