// Reads the values that only launch descriptions have: dimensions, and numbers of PTX types.
#pragma once

#include "launch/description.hpp"
#include "toml/toml_reader.hpp"

namespace heddle {

class Reader : public TomlReader {
 public:
  using TomlReader::TomlReader;

  /// Each returns nothing when the key is absent, and after an error message for a bad value.
  std::optional<Dim3> dimensions(const toml::table& table, std::string_view key);
  const ElementType* type(const toml::table& table, std::string_view key);

  /// One number as the bits of `type`: integers, floats, booleans for 8-bit types, or a string
  /// "0x..." that gives the bit pattern.
  std::optional<uint64_t> number(const toml::node& node, const ElementType& type);
  /// A list of numbers, as bytes.
  std::optional<std::vector<std::byte>> numbers(const toml::node& node, const ElementType& type);
  /// A list of integers 0 to 255, or a string of hexadecimal digits.
  std::optional<std::vector<std::byte>> bytes(const toml::node& node);
};

}  // namespace heddle
