// Buffers and symbols: an element type, a number of elements, and how they are filled.
#include <fmt/format.h>

#include "launch/parse.hpp"

namespace heddle {

namespace {

struct Contents {
  const ElementType* type = nullptr;
  std::optional<uint64_t> count;
  Fill fill;
  Where fill_where;
};

/// Keys that only one kind of fill reads.
void check_fill_keys(Reader& reader, const toml::table& table, const Fill& fill) {
  auto only = [&](std::string_view key, Fill::Kind kind, std::string_view init) {
    if (const toml::node* node = table.get(key); node && fill.kind != kind)
      reader.error(*node, fmt::format("'{}' belongs to init = \"{}\"", key, init));
  };
  only("start", Fill::Kind::Iota, "iota");
  only("step", Fill::Kind::Iota, "iota");
  only("low", Fill::Kind::Uniform, "uniform");
  only("high", Fill::Kind::Uniform, "uniform");
  only("seed", Fill::Kind::Uniform, "uniform");
}

/// An integer bound as 64 bits, sign-extended for signed types.
std::optional<uint64_t> integer(Reader& reader, const toml::table& table, std::string_view key,
                                const ElementType& type) {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  auto bits = reader.number(*node, type);
  if (!bits) return std::nullopt;
  unsigned shift = 64 - 8 * type.bytes;
  bool extend =
      type.kind == ElementType::Kind::Signed ||
      (type.kind == ElementType::Kind::Bits && node->is_integer() && node->as_integer()->get() < 0);
  return extend ? static_cast<uint64_t>(static_cast<int64_t>(*bits << shift) >> shift) : *bits;
}

void read_iota(Reader& reader, const toml::table& table, Contents& c) {
  if (c.type->is_float()) {
    c.fill.float_start = reader.floating(table, "start").value_or(0);
    c.fill.float_step = reader.floating(table, "step").value_or(1);
    return;
  }
  // The sequence wraps, so any 64-bit integer is a sensible start and step.
  const ElementType& wide = *find_element_type("b64");
  c.fill.start = integer(reader, table, "start", wide).value_or(0);
  c.fill.step = integer(reader, table, "step", wide).value_or(1);
}

void read_uniform(Reader& reader, const toml::table& table, Contents& c) {
  c.fill.seed = reader.count(table, "seed").value_or(0);
  if (c.type->is_float()) {
    c.fill.float_low = reader.floating(table, "low").value_or(0);
    c.fill.float_high = reader.floating(table, "high").value_or(1);
    if (c.fill.float_low > c.fill.float_high)
      reader.error(c.fill_where, "'low' is greater than 'high'");
    for (double bound : {c.fill.float_low, c.fill.float_high})
      if (!encode_float(*c.type, bound))
        reader.error(c.fill_where, fmt::format("{} does not fit a {}: {}", bound, c.type->name,
                                               range_text(*c.type)));
    return;
  }
  unsigned bits = 8 * c.type->bytes;
  uint64_t all = ~uint64_t{0} >> (64 - bits);
  bool is_signed = c.type->kind == ElementType::Kind::Signed;
  c.fill.low = integer(reader, table, "low", *c.type).value_or(is_signed ? ~(all >> 1) : 0);
  c.fill.high = integer(reader, table, "high", *c.type).value_or(is_signed ? all >> 1 : all);
  bool ordered = is_signed || static_cast<int64_t>(c.fill.low) < 0
                     ? static_cast<int64_t>(c.fill.low) <= static_cast<int64_t>(c.fill.high)
                     : c.fill.low <= c.fill.high;
  if (!ordered) reader.error(c.fill_where, "'low' is greater than 'high'");
}

void read_init(Reader& reader, const toml::table& table, Contents& c) {
  auto init = reader.string(table, "init").value_or("zeros");
  if (init == "iota") {
    c.fill.kind = Fill::Kind::Iota;
    read_iota(reader, table, c);
  } else if (init == "uniform") {
    c.fill.kind = Fill::Kind::Uniform;
    read_uniform(reader, table, c);
  } else if (init != "zeros") {
    reader.error(c.fill_where,
                 fmt::format("unknown init '{}'; known are: zeros, iota, uniform", init));
  }
}

void read_values(Reader& reader, const toml::table& table, Contents& c) {
  c.fill.kind = Fill::Kind::Values;
  auto values = reader.numbers(*table.get("values"), *c.type);
  if (!values) return;
  uint64_t given = values->size() / c.type->bytes;
  if (c.count && *c.count != given)
    reader.error(c.fill_where,
                 fmt::format("'values' holds {} elements, 'count' says {}", given, *c.count));
  if (given == 0) reader.error(c.fill_where, "'values' is empty");
  c.count = given;
  c.fill.values = std::move(*values);
}

std::optional<Contents> read_contents(Reader& reader, const toml::table& table,
                                      std::string_view what) {
  Contents c;
  c.fill_where = place_of(reader, table);
  const toml::node* chosen = nullptr;
  for (std::string_view key : {"init", "values", "file"})
    if (const toml::node* node = table.get(key)) {
      if (chosen)
        reader.error(*node, "a buffer takes one of 'init', 'values' and 'file', not several");
      chosen = node;
      c.fill_where = reader.where(*node);
    }
  c.type = reader.type(table, "type");
  c.count = reader.count(table, "count");
  if (!c.type) {
    if (!table.contains("type"))
      reader.error(place_of(reader, table), fmt::format("{} needs a 'type'", what));
    return std::nullopt;
  }
  if (c.count == uint64_t{0}) reader.error(*table.get("count"), "'count' must not be 0");
  if (table.contains("values")) {
    read_values(reader, table, c);
  } else if (table.contains("file")) {
    c.fill.kind = Fill::Kind::File;
    c.fill.file = reader.string(table, "file").value_or("");
  } else {
    read_init(reader, table, c);
  }
  check_fill_keys(reader, table, c.fill);
  return c;
}

}  // namespace

std::optional<BufferSpec> parse_buffer(Reader& reader, const toml::table& table,
                                       std::string_view what) {
  reader.check_keys(table, what,
                    {"name", "type", "count", "init", "start", "step", "low", "high", "seed",
                     "values", "file", "address"});
  Where at = place_of(reader, table);
  auto name = reader.string(table, "name");
  auto contents = read_contents(reader, table, what);
  if (!name && !table.contains("name")) reader.error(at, fmt::format("{} needs a 'name'", what));
  bool sized = table.contains("count") || table.contains("values") || table.contains("file");
  if (!sized) reader.error(at, fmt::format("{} needs a 'count' (or 'values' or a 'file')", what));
  if (!name || !contents || !sized) return std::nullopt;
  return BufferSpec{*name,
                    contents->type,
                    contents->count,
                    std::move(contents->fill),
                    at,
                    contents->fill_where,
                    reader.count(table, "address")};
}

std::optional<SymbolSpec> parse_symbol(Reader& reader, const toml::table& table) {
  reader.check_keys(table, "[[symbol]]",
                    {"name", "type", "count", "init", "start", "step", "low", "high", "seed",
                     "values", "file", "address"});
  Where at = place_of(reader, table);
  auto name = reader.string(table, "name");
  auto contents = read_contents(reader, table, "[[symbol]]");
  if (!name && !table.contains("name")) reader.error(at, "[[symbol]] needs a 'name'");
  if (!name || !contents) return std::nullopt;
  return SymbolSpec{*name,
                    contents->type,
                    contents->count,
                    std::move(contents->fill),
                    at,
                    contents->fill_where,
                    reader.count(table, "address")};
}

}  // namespace heddle
