// Reads the tables of a TOML file. Every bad key and value is reported with its position, and
// reading continues.
#pragma once

#include <toml++/toml.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"

namespace heddle {

/// A position in the text of a file, for messages.
struct Where {
  uint32_t offset = 0;
  uint32_t length = 1;
};

/// Throws toml::parse_error, also for keys with too many parts.
toml::table parse_toml(std::string_view text, std::string_view name = {});
/// TOML positions count characters; ours count bytes.
uint32_t toml_offset(const Source& source, const toml::source_position& position);
/// "a table", "an integer".
std::string_view toml_kind(const toml::node& node);

class TomlReader {
 public:
  explicit TomlReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Where where(const toml::node& node) const { return where(node.source()); }
  Where where(const toml::key& key) const { return where(key.source()); }
  Where where(const toml::source_region& region) const;
  /// The position `offset` bytes into the value of a string; the whole string if its text differs
  /// from its value (escapes, several lines).
  Where inside(const toml::node& node, size_t offset) const;
  void error(const Where& at, std::string message);
  void error(const toml::node& at, std::string message) { error(where(at), std::move(message)); }
  /// The limit of reported errors has been reached.
  bool full() const { return diagnostics_.full(); }

  /// Reports keys that are not in `known` and suggests the closest known one.
  void check_keys(const toml::table& table, std::string_view what,
                  std::initializer_list<std::string_view> known);

  /// Each returns nothing if the key is absent, or if the value is bad, which has then been
  /// reported.
  std::optional<std::string> string(const toml::table& table, std::string_view key);
  std::optional<uint64_t> count(const toml::table& table, std::string_view key,
                                uint64_t most = uint64_t{1} << 62);
  std::optional<double> floating(const toml::table& table, std::string_view key);
  std::optional<bool> boolean(const toml::table& table, std::string_view key);
  /// Empty when the key is absent.
  std::vector<std::string> strings(const toml::table& table, std::string_view key);
  /// The elements of an array of tables, or a single table.
  std::vector<const toml::table*> tables(const toml::table& table, std::string_view key);

 private:
  Diagnostics& diagnostics_;
};

}  // namespace heddle
