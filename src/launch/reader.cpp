#include "launch/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace heddle {

namespace {

std::optional<uint64_t> parse_hex(std::string_view text) {
  if (!text.starts_with("0x") && !text.starts_with("0X")) return std::nullopt;
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<Dim3> Reader::dimensions(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (!node) return std::nullopt;
  auto one = [&](const toml::node& n) -> uint32_t {
    const auto* value = n.as_integer();
    if (value && value->get() > 0 && value->get() <= 0xffff'ffff)
      return static_cast<uint32_t>(value->get());
    error(n, fmt::format("'{}' must hold integers from 1 to {}", key, 0xffff'ffffu));
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

std::optional<uint64_t> Reader::number(const toml::node& node, const ElementType& type) {
  std::optional<uint64_t> bits;
  std::string shown;
  if (const auto* integer = node.as_integer()) {
    bits = encode_signed(type, integer->get());
    shown = fmt::format("{}", integer->get());
  } else if (const auto* real = node.as_floating_point()) {
    if (!type.is_float()) {
      error(node, "this must be an integer, not a float");
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
    error(node, fmt::format("a {} must be a number, this is {}", type.name, toml_kind(node)));
    return std::nullopt;
  }
  if (!bits)
    error(node, fmt::format("{} does not fit a {}: {}", shown, type.name, range_text(type)));
  return bits;
}

std::optional<std::vector<std::byte>> Reader::numbers(const toml::node& node,
                                                      const ElementType& type) {
  const toml::array* list = node.as_array();
  if (!list) {
    error(node, fmt::format("'values' must be a list of numbers, this is {}", toml_kind(node)));
    return std::nullopt;
  }
  std::vector<std::byte> out;
  out.reserve(list->size() * type.bytes);
  bool good = true;
  for (const toml::node& item : *list) {
    auto bits = number(item, type);
    good = good && bits;
    if (!bits && full()) break;
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
