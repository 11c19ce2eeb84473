// Kernel parameters: a number, an address, or the bytes of a struct.
#include <fmt/format.h>

#include "launch/parse.hpp"

namespace heddle {

namespace {

std::optional<ParameterSpec> parse_value(Reader& reader, const toml::table& table, Where at) {
  const ElementType* type = reader.type(table, "type");
  const toml::node* value = table.get("value");
  if (!type && !table.contains("type"))
    reader.error(at, "a parameter with a 'value' needs a 'type'");
  if (!value) reader.error(at, "a parameter with a 'type' needs a 'value'");
  if (!type || !value) return std::nullopt;
  auto bits = reader.number(*value, *type);
  if (!bits) return std::nullopt;
  ParameterSpec p;
  p.where = reader.where(*value);
  p.what = fmt::format("a {} ({} byte{})", type->name, type->bytes, type->bytes == 1 ? "" : "s");
  for (unsigned i = 0; i < type->bytes; i++) p.bytes.push_back(std::byte(*bits >> (8 * i) & 0xff));
  return p;
}

std::optional<ParameterSpec> parse_bytes(Reader& reader, const toml::node& node) {
  auto bytes = reader.bytes(node);
  if (!bytes) return std::nullopt;
  ParameterSpec p;
  p.where = reader.where(node);
  p.what = fmt::format("{} bytes", bytes->size());
  p.bytes = std::move(*bytes);
  return p;
}

std::optional<ParameterSpec> parse_address(Reader& reader, const toml::table& table,
                                           const toml::node& node, bool is_symbol,
                                           Description& description) {
  ParameterSpec p;
  p.kind = is_symbol ? ParameterSpec::Kind::Symbol : ParameterSpec::Kind::Buffer;
  p.where = reader.where(node);
  p.offset = reader.count(table, "offset").value_or(0);
  if (const auto* name = node.as_string()) {
    p.target = name->get();
    return p;
  }
  const toml::table* inside = is_symbol ? nullptr : node.as_table();
  if (!inside) {
    reader.error(node, is_symbol ? "'symbol' must be a variable's name"
                                 : "'buffer' must be a name, or a table that defines a buffer");
    return std::nullopt;
  }
  auto buffer = parse_buffer(reader, *inside, "a buffer");
  if (!buffer) return std::nullopt;
  p.target = buffer->name;
  if (description.find_buffer(buffer->name))
    reader.error(buffer->where, fmt::format("buffer '{}' is defined twice", buffer->name));
  else
    description.buffers.push_back(std::move(*buffer));
  return p;
}

}  // namespace

std::optional<ParameterSpec> parse_parameter(Reader& reader, const toml::table& table,
                                             Description& description) {
  reader.check_keys(table, "[[param]]", {"type", "value", "buffer", "symbol", "offset", "bytes"});
  Where at = place_of(reader, table);
  const toml::node* buffer = table.get("buffer");
  const toml::node* symbol = table.get("symbol");
  const toml::node* bytes = table.get("bytes");
  bool value = table.contains("type") || table.contains("value");
  if ((buffer ? 1 : 0) + (symbol ? 1 : 0) + (bytes ? 1 : 0) + (value ? 1 : 0) != 1) {
    reader.error(at, "a parameter is one of: 'type' and 'value', 'buffer', 'symbol', or 'bytes'");
    return std::nullopt;
  }
  if (const toml::node* offset = table.get("offset"); offset && !buffer && !symbol)
    reader.error(*offset, "'offset' belongs to 'buffer' or 'symbol'");
  if (bytes) return parse_bytes(reader, *bytes);
  if (value) return parse_value(reader, table, at);
  return parse_address(reader, table, buffer ? *buffer : *symbol, symbol != nullptr, description);
}

}  // namespace heddle
