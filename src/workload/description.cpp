#include "workload/description.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <stdexcept>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/number.hpp"
#include "toml/toml_reader.hpp"

namespace heddle::workload {

namespace {

constexpr std::array<std::string_view, 3> kSizes = {"tiny", "small", "paper"};

/// Reads one file; errors name it and the key.
class DescriptionReader {
 public:
  explicit DescriptionReader(std::string_view name) { result_.name = name; }

  Description read(std::string_view text) {
    toml::table root;
    try {
      root = parse_toml(text);
    } catch (const toml::parse_error& e) {
      fail(fmt::format("line {}: {}", e.source().begin.line, e.description()));
    }
    allow(root, "", {"summary", "papers", "says", "classes", "parameters", "sizes"});
    result_.summary = string(root, "summary");
    if (root.contains("says")) result_.says = string(root, "says");
    if (root.contains("papers"))
      for (const toml::node& paper : array(root, "papers")) {
        if (!paper.is_string()) fail("'papers' must be a list of strings");
        result_.papers.push_back(paper.as_string()->get());
      }
    if (root.contains("classes"))
      for (const toml::node& node : array(root, "classes")) read_class(node);
    for (const auto& [key, node] : table(root, "parameters")) read_parameter(key.str(), node);
    const toml::table& sizes = table(root, "sizes");
    allow(sizes, "sizes.", kSizes);
    for (std::string_view size : kSizes) read_size(size, table(sizes, size));
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("workloads/{}/workload.toml: {}\n", result_.name, what));
  }

  void allow(const toml::table& in, std::string_view prefix,
             std::span<const std::string_view> keys) const {
    for (const auto& [key, node] : in)
      if (std::ranges::find(keys, key.str()) == keys.end())
        fail(fmt::format("unknown key '{}{}'; known are: {}", prefix, key.str(),
                         fmt::join(keys, ", ")));
  }
  void allow(const toml::table& in, std::string_view prefix,
             std::initializer_list<std::string_view> keys) const {
    allow(in, prefix, std::span(keys.begin(), keys.size()));
  }

  std::string string(const toml::table& in, std::string_view key) const {
    const auto* found = in.get_as<std::string>(key);
    if (!found || found->get().empty()) fail(fmt::format("'{}' must be a string", key));
    return found->get();
  }
  const toml::array& array(const toml::table& in, std::string_view key) const {
    const auto* found = in.get_as<toml::array>(key);
    if (!found) fail(fmt::format("'{}' must be a list", key));
    return *found;
  }
  const toml::table& table(const toml::table& in, std::string_view key) const {
    const auto* found = in.get_as<toml::table>(key);
    if (!found) fail(fmt::format("'{}' must be a table", key));
    return *found;
  }
  uint32_t number(const toml::node& node, std::string_view key) const {
    const auto* found = node.as_integer();
    if (!found || found->get() < 0 || found->get() > UINT32_MAX)
      fail(fmt::format("'{}' must be a number from 0 to {}", key, UINT32_MAX));
    return static_cast<uint32_t>(found->get());
  }

  void read_class(const toml::node& node) {
    const auto* text = node.as_string();
    if (!text || std::ranges::find(kPaperClasses, text->get()) == kPaperClasses.end())
      fail(fmt::format("'classes' must be a list of: {}", fmt::join(kPaperClasses, ", ")));
    result_.classes.push_back(text->get());
  }

  void read_parameter(std::string_view name, const toml::node& node) {
    std::string prefix = fmt::format("parameters.{}", name);
    const toml::table* in = node.as_table();
    if (!in) fail(fmt::format("'{}' must be a table", prefix));
    allow(*in, prefix + ".", {"means", "least", "most", "multiple_of", "power_of_two"});
    Parameter p;
    p.name = name;
    p.means = string(*in, "means");
    if (const auto* n = in->get("least")) p.least = number(*n, prefix + ".least");
    if (const auto* n = in->get("most")) p.most = number(*n, prefix + ".most");
    if (const auto* n = in->get("multiple_of")) p.multiple_of = number(*n, prefix + ".multiple_of");
    if (p.multiple_of == 0) fail(fmt::format("'{}.multiple_of' must be at least 1", prefix));
    if (const auto* n = in->get("power_of_two")) {
      if (!n->is_boolean()) fail(fmt::format("'{}.power_of_two' must be true or false", prefix));
      p.power_of_two = n->as_boolean()->get();
    }
    result_.parameters.push_back(std::move(p));
  }

  void read_size(std::string_view name, const toml::table& in) {
    Size size{std::string(name), {}};
    for (const auto& [key, node] : in)
      if (std::ranges::find(result_.parameters, key.str(), &Parameter::name) ==
          result_.parameters.end())
        fail(fmt::format("unknown parameter 'sizes.{}.{}'", name, key.str()));
    for (const Parameter& p : result_.parameters) {
      const toml::node* node = in.get(p.name);
      if (!node) fail(fmt::format("'sizes.{}' lacks '{}'", name, p.name));
      size.values.set(p.name, number(*node, fmt::format("sizes.{}.{}", name, p.name)));
    }
    result_.sizes.push_back(std::move(size));
  }

  Description result_;
};

void check(const Description& d, const Parameter& p, uint32_t value) {
  if (value >= p.least && value <= p.most && value % p.multiple_of == 0 &&
      (!p.power_of_two || std::has_single_bit(value)))
    return;
  throw UsageError(fmt::format("{}: '{}' ({}) cannot be {}; it may be {}", d.name, p.name, p.means,
                               value, limits_text(p)));
}

void apply(const Description& d, Values& values, std::string_view text) {
  size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    throw UsageError(fmt::format("'{}' is not KEY=VALUE", text.substr(0, 64)));
  std::string_view key = text.substr(0, equals), number = text.substr(equals + 1);
  if (std::ranges::find(d.parameters, key, &Parameter::name) == d.parameters.end()) {
    std::vector<std::string_view> names;
    for (const Parameter& p : d.parameters) names.emplace_back(p.name);
    throw UsageError(fmt::format("{} has no parameter '{}'; known are: {}{}", d.name,
                                 key.substr(0, 64), fmt::join(names, ", "),
                                 suggest(key, names.size(), [&](size_t i) { return names[i]; })));
  }
  const WholeRange range{0, std::numeric_limits<uint32_t>::max()};
  auto value = parse_mask(number, range);
  if (!value)
    throw UsageError(fmt::format("{}: '{}': {}", d.name, key, not_whole_text(number, range)));
  values.set(key, static_cast<uint32_t>(*value));
}

}  // namespace

uint32_t Values::operator[](std::string_view parameter) const {
  auto found = values_.find(parameter);
  if (found == values_.end())
    throw std::logic_error(fmt::format("workload.toml has no parameter '{}'", parameter));
  return found->second;
}

Description parse_description(std::string_view name, std::string_view toml) {
  return DescriptionReader(name).read(toml);
}

Values choose_values(const Description& d, std::string_view size,
                     std::span<const std::string> overrides) {
  auto chosen = std::ranges::find(d.sizes, size, &Size::name);
  if (chosen == d.sizes.end())
    throw UsageError(fmt::format("there is no size '{}'; known are: {}", size.substr(0, 64),
                                 fmt::join(kSizes, ", ")));
  Values values = chosen->values;
  for (const std::string& text : overrides) apply(d, values, text);
  for (const Parameter& p : d.parameters) check(d, p, values[p.name]);
  return values;
}

std::string limits_text(const Parameter& p) {
  std::string text = fmt::format("{} to {}", p.least, p.most);
  if (p.multiple_of > 1) text += fmt::format(", a multiple of {}", p.multiple_of);
  if (p.power_of_two) text += ", a power of two";
  return text;
}

}  // namespace heddle::workload
