// What happens after the launches: files to write, contents to compare.
#include <fmt/format.h>

#include "launch/parse.hpp"

namespace heddle {

namespace {

std::optional<TargetSpec> parse_target(Reader& reader, const toml::table& table,
                                       std::string_view what) {
  bool symbol = table.contains("symbol");
  if (symbol == table.contains("buffer")) {
    reader.error(place_of(reader, table),
                 fmt::format("{} needs either a 'buffer' or a 'symbol'", what));
    return std::nullopt;
  }
  const char* key = symbol ? "symbol" : "buffer";
  auto name = reader.string(table, key);
  if (!name) return std::nullopt;
  return TargetSpec{symbol, *name, reader.where(*table.get(key))};
}

}  // namespace

std::optional<OutputSpec> parse_output(Reader& reader, const toml::table& table) {
  reader.check_keys(table, "[[output]]", {"buffer", "symbol", "file"});
  auto target = parse_target(reader, table, "[[output]]");
  auto file = reader.string(table, "file");
  if (!table.contains("file"))
    reader.error(place_of(reader, table), "[[output]] needs a 'file' to write");
  if (!target || !file) return std::nullopt;
  return OutputSpec{*target, *file, reader.where(*table.get("file"))};
}

std::optional<CompareSpec> parse_compare(Reader& reader, const toml::table& table,
                                         const Description& description) {
  reader.check_keys(table, "[[compare]]",
                    {"buffer", "symbol", "type", "file", "values", "tolerance"});
  auto target = parse_target(reader, table, "[[compare]]");
  CompareSpec c;
  c.where = place_of(reader, table);
  c.type = reader.type(table, "type");
  if (auto text = reader.string(table, "tolerance")) {
    std::string why;
    auto tolerance = Tolerance::parse(*text, &why);
    if (!tolerance) reader.error(*table.get("tolerance"), why);
    c.tolerance = tolerance.value_or(Tolerance{});
    c.tolerance_text = *text;
  }
  if (target && target->is_symbol && !c.type && !table.contains("type"))
    reader.error(target->where, "comparing a symbol needs the 'type' of its elements");
  if (!target) return std::nullopt;
  c.target = *target;
  if (!c.type)
    if (const BufferSpec* buffer = description.find_buffer(target->name)) c.type = buffer->type;
  if (c.type && !c.type->is_float() && c.tolerance.of_floats())
    reader.error(*table.get("tolerance"),
                 fmt::format("'{}' is for floats; a {} is compared bit by bit", c.tolerance_text,
                             c.type->name));
  bool file = table.contains("file");
  if (file == table.contains("values")) {
    reader.error(c.where, "[[compare]] needs either a 'file' or 'values'");
    return std::nullopt;
  }
  const toml::node& with = *table.get(file ? "file" : "values");
  c.where = reader.where(with);
  if (file) {
    c.file = reader.string(table, "file").value_or("");
  } else if (c.type) {
    c.values = reader.numbers(with, *c.type).value_or(std::vector<std::byte>{});
  }
  return c;
}

}  // namespace heddle
