#include "launch/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace heddle {

namespace {

/// TOML positions count characters; ours count bytes.
uint32_t offset_of(const Source& source, const toml::source_position& position) {
  if (position.line == 0) return 0;
  if (source.line(position.line).data() == nullptr) {
    auto size = static_cast<uint32_t>(source.text().size());
    return size == 0 ? 0 : size - 1;
  }
  std::string_view line = source.line(position.line);
  size_t i = 0;
  for (uint32_t column = 1; column < position.column && i < line.size(); column++) {
    i++;
    while (i < line.size() && (static_cast<unsigned char>(line[i]) & 0xc0) == 0x80) i++;
  }
  return static_cast<uint32_t>(line.data() - source.text().data() + static_cast<ptrdiff_t>(i));
}

std::string_view kind_name(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::string: return "a string";
    case toml::node_type::integer: return "an integer";
    case toml::node_type::floating_point: return "a float";
    case toml::node_type::boolean: return "a boolean";
    default: return "a date or time";
  }
}

std::optional<uint64_t> parse_hex(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return std::nullopt;
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& known) {
  std::string_view best;
  size_t best_distance = std::max<size_t>(1, std::min<size_t>(name.size(), 9) / 3) + 1;
  for (std::string_view candidate : known) {
    if (name.size() > 64) break;
    std::vector<size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= name.size(); i++) {
      size_t diagonal = row[0]++;
      for (size_t j = 1; j <= candidate.size(); j++) {
        size_t change = diagonal + (name[i - 1] != candidate[j - 1]);
        diagonal = row[j];
        row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

Where Reader::where(const toml::source_region& region) const {
  const Source& source = diagnostics_.source();
  uint32_t begin = offset_of(source, region.begin), end = offset_of(source, region.end);
  return {begin, region.begin.line == region.end.line && end > begin ? end - begin : 1};
}

void Reader::error(const Where& at, std::string message) {
  diagnostics_.error(at.offset, at.length, std::move(message));
}

void Reader::check_keys(const toml::table& table, std::string_view what,
                        std::initializer_list<std::string_view> known) {
  std::vector<std::string_view> names(known);
  for (const auto& [key, value] : table) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    std::string_view near = nearest_name(key.str(), names);
    error(where(key), near.empty() ? fmt::format("unknown key '{}' in {}; known are: {}", key.str(),
                                                 what, fmt::join(names, ", "))
                                   : fmt::format("unknown key '{}' in {}; did you mean '{}'?",
                                                 key.str(), what, near));
  }
}

std::optional<std::string> Reader::string(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  if (const auto* text = node->as_string()) {
    if (!text->get().empty() && text->get().find('\0') == std::string::npos) return text->get();
    error(*node, fmt::format("'{}' must not be empty", key));
    return std::nullopt;
  }
  error(*node, fmt::format("'{}' must be a string, this is {}", key, kind_name(*node)));
  return std::nullopt;
}

std::optional<uint64_t> Reader::count(const toml::table& table, std::string_view key,
                                      uint64_t most) {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  const auto* value = node->as_integer();
  if (!value) {
    error(*node, fmt::format("'{}' must be an integer, this is {}", key, kind_name(*node)));
  } else if (value->get() < 0 || static_cast<uint64_t>(value->get()) > most) {
    error(*node, fmt::format("'{}' must be from 0 to {}", key, most));
  } else {
    return static_cast<uint64_t>(value->get());
  }
  return std::nullopt;
}

std::optional<Dim3> Reader::dimensions(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  auto one = [&](const toml::node& n) -> uint32_t {
    const auto* value = n.as_integer();
    if (value && value->get() > 0 && value->get() <= 0xffff'ffff)
      return static_cast<uint32_t>(value->get());
    error(n, fmt::format("'{}' must hold positive integers", key));
    return 1;
  };
  if (node->is_integer()) return Dim3{one(*node), 1, 1};
  const toml::array* list = node->as_array();
  if (!list || list->empty() || list->size() > 3) {
    error(*node, fmt::format("'{}' must be an integer or a list of one to three", key));
    return std::nullopt;
  }
  uint32_t d[3] = {1, 1, 1};
  for (size_t i = 0; i < list->size(); i++) d[i] = one(*list->get(i));
  return Dim3{d[0], d[1], d[2]};
}

const ElementType* Reader::type(const toml::table& table, std::string_view key) {
  auto name = string(table, key);
  if (!name) return nullptr;
  if (const ElementType* found = find_element_type(*name)) return found;
  std::vector<std::string_view> names;
  for (const ElementType& t : all_element_types()) names.push_back(t.name);
  error(*table.get(key),
        fmt::format("unknown type '{}'; known are: {}", *name, fmt::join(names, ", ")));
  return nullptr;
}

std::vector<const toml::table*> Reader::tables(const toml::table& table, std::string_view key) {
  std::vector<const toml::table*> list;
  const toml::node* node = table.get(key);
  if (!node) return list;
  if (const toml::table* one = node->as_table()) return {one};
  const toml::array* array = node->as_array();
  if (!array) {
    error(*node, fmt::format("'{}' must be tables: write [[{}]]", key, key));
    return list;
  }
  for (const toml::node& item : *array) {
    if (const toml::table* t = item.as_table())
      list.push_back(t);
    else
      error(item, fmt::format("'{}' must hold tables, this is {}", key, kind_name(item)));
  }
  return list;
}

std::optional<uint64_t> Reader::number(const toml::node& node, const ElementType& type) {
  std::optional<uint64_t> bits;
  std::string shown;
  if (const auto* integer = node.as_integer()) {
    bits = encode_signed(type, integer->get());
    shown = fmt::format("{}", integer->get());
  } else if (const auto* real = node.as_floating_point()) {
    if (!type.is_float()) {
      error(node, fmt::format("a {} must be an integer, this is a float", type.name));
      return std::nullopt;
    }
    bits = encode_float(type, real->get());
    shown = fmt::format("{}", real->get());
  } else if (const auto* text = node.as_string()) {
    auto pattern = parse_hex(text->get());
    if (!pattern) {
      error(node, "a number given as a string must be a bit pattern such as \"0x3f800000\"");
      return std::nullopt;
    }
    bits = encode_bits(type, *pattern);
    shown = fmt::format("{:#x}", *pattern);
  } else {
    error(node, fmt::format("a {} must be a number, this is {}", type.name, kind_name(node)));
    return std::nullopt;
  }
  if (!bits)
    error(node, fmt::format("{} does not fit a {}: {}", shown, type.name, range_text(type)));
  return bits;
}

std::optional<double> Reader::floating(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  std::optional<double> value;
  if (const auto* real = node->as_floating_point()) value = real->get();
  if (const auto* integer = node->as_integer()) value = static_cast<double>(integer->get());
  if (!value || !std::isfinite(*value)) {
    error(*node, fmt::format("'{}' must be a finite number", key));
    return std::nullopt;
  }
  return value;
}

std::optional<std::vector<std::byte>> Reader::numbers(const toml::node& node,
                                                      const ElementType& type) {
  const toml::array* list = node.as_array();
  if (!list) {
    error(node, fmt::format("'values' must be a list of numbers, this is {}", kind_name(node)));
    return std::nullopt;
  }
  std::vector<std::byte> out;
  out.reserve(list->size() * type.bytes);
  bool good = true;
  for (const toml::node& item : *list) {
    auto bits = number(item, type);
    good = good && bits;
    if (!bits && diagnostics_.full()) break;
    uint64_t value = bits.value_or(0);
    for (unsigned i = 0; i < type.bytes; i++) out.push_back(std::byte(value >> (8 * i) & 0xff));
  }
  if (!good) return std::nullopt;
  return out;
}

std::optional<std::vector<std::byte>> Reader::bytes(const toml::node& node) {
  if (node.is_array()) return numbers(node, *find_element_type("u8"));
  const auto* text = node.as_string();
  std::vector<std::byte> out;
  bool good = text && text->get().size() % 2 == 0;
  for (size_t i = 0; good && i < text->get().size(); i += 2) {
    unsigned value = 0;
    const char* begin = text->get().data() + i;
    auto [end, error_code] = std::from_chars(begin, begin + 2, value, 16);
    good = error_code == std::errc{} && end == begin + 2;
    out.push_back(std::byte(value));
  }
  if (good) return out;
  error(node, "'bytes' must be a list of integers 0 to 255 or a string of hexadecimal digit pairs");
  return std::nullopt;
}

}  // namespace heddle
