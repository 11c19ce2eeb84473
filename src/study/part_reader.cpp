#include "study/part_reader.hpp"

#include "base/error.hpp"

namespace heddle::study {

std::string PartReader::required(const toml::table& table, std::string_view key) {
  auto value = string(table, key);
  if (!value && !table.contains(key)) error(table, fmt::format("'{}' is missing here", key));
  return value.value_or("");
}

std::vector<size_t> PartReader::variants_named(const toml::table& t) {
  std::vector<size_t> variants;
  for (const std::string& name : strings(t, "variants")) {
    if (const Variant* v = study_.find_variant(name))
      variants.push_back(static_cast<size_t>(v - study_.variants.data()));
    else
      error(*t.get("variants"), unknown("variant", name, study_.variants, &Variant::name));
  }
  return variants;
}

std::optional<Expression> PartReader::expression(const toml::table& t, std::string_view key) {
  auto text = string(t, key);
  return text ? expression(*text, *t.get(key)) : std::nullopt;
}

std::optional<Expression> PartReader::expression(const std::string& text, const toml::node& at) {
  try {
    return parse_expression(text);
  } catch (const InputError& e) {
    error(at, e.what());
    return std::nullopt;
  }
}

void PartReader::check_names(const Expression& formula, const toml::node& at, Line line) {
  for_each_name(formula, [&](const Expression& name) {
    if (!study_.metrics.contains(name.text))
      return error(at, fmt::format("there is no metric '{}'", name.text));
    if (name.subscripts.empty() || name.subscripts.size() > 2)
      return error(at, fmt::format("write {0}[VARIANT], {0}[VARIANT, ROW] or {0}[VARIANT, @SET]",
                                   name.text));
    const std::string& variant = name.subscripts[0];
    if (!(line == Line::Variant && variant == "$") && !study_.find_variant(variant))
      error(at, unknown("variant", variant, study_.variants, &Variant::name));
    if (name.subscripts.size() < 2) return;
    const std::string& row = name.subscripts[1];
    if (line == Line::Row && row == "$") return;
    if (row.starts_with('@') ? !study_.sets.contains(row.substr(1)) : !study_.find_row(row))
      error(at, unknown("row or set", row, study_.rows, &Row::label));
  });
}

}  // namespace heddle::study
