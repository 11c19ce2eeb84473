// Tables of a TOML file, read with complete error messages: every bad key and value is reported
// where it stands, and reading goes on.
#pragma once

#include <toml++/toml.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "launch/description.hpp"

namespace heddle {

class Reader {
 public:
  explicit Reader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Where where(const toml::node& node) const { return where(node.source()); }
  Where where(const toml::key& key) const { return where(key.source()); }
  Where where(const toml::source_region& region) const;
  void error(const Where& at, std::string message);
  void error(const toml::node& at, std::string message) { error(where(at), std::move(message)); }

  /// Reports keys that are not in `known`, with the nearest one that is.
  void check_keys(const toml::table& table, std::string_view what,
                  std::initializer_list<std::string_view> known);

  /// Each gives nothing when the key is absent; also, after a message, when the value is bad.
  std::optional<std::string> string(const toml::table& table, std::string_view key);
  std::optional<uint64_t> count(const toml::table& table, std::string_view key,
                                uint64_t most = uint64_t{1} << 62);
  std::optional<Dim3> dimensions(const toml::table& table, std::string_view key);
  const ElementType* type(const toml::table& table, std::string_view key);
  /// Tables of an array of tables (or one table).
  std::vector<const toml::table*> tables(const toml::table& table, std::string_view key);

  /// One number as the bits of `type`: integers, floats, booleans for 8-bit types, or a string
  /// "0x..." that gives the bit pattern.
  std::optional<uint64_t> number(const toml::node& node, const ElementType& type);
  std::optional<double> floating(const toml::table& table, std::string_view key);
  /// A list of numbers, as bytes.
  std::optional<std::vector<std::byte>> numbers(const toml::node& node, const ElementType& type);
  /// A list of integers 0 to 255, or a string of hexadecimal digits.
  std::optional<std::vector<std::byte>> bytes(const toml::node& node);

 private:
  Diagnostics& diagnostics_;
};

/// The entry of `known` that `name` was probably meant to be; empty when none is near.
std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& known);

}  // namespace heddle
