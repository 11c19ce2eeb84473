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

namespace heddle {

/// A place in a file's text, for messages.
struct Where {
  uint32_t offset = 0;
  uint32_t length = 1;
};

/// Throws toml::parse_error, also for keys of so many parts that their tables could not be freed.
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
  /// A place inside of a string: `offset` bytes into its value. The whole string where the value is
  /// not written as it reads (escapes, several lines).
  Where inside(const toml::node& node, size_t offset) const;
  void error(const Where& at, std::string message);
  void error(const toml::node& at, std::string message) { error(where(at), std::move(message)); }
  /// So many errors that no more are kept.
  bool full() const { return diagnostics_.full(); }

  /// Reports keys that are not in `known`, with the nearest one that is.
  void check_keys(const toml::table& table, std::string_view what,
                  std::initializer_list<std::string_view> known);

  /// Each gives nothing when the key is absent; also, after a message, when the value is bad.
  std::optional<std::string> string(const toml::table& table, std::string_view key);
  std::optional<uint64_t> count(const toml::table& table, std::string_view key,
                                uint64_t most = uint64_t{1} << 62);
  std::optional<double> floating(const toml::table& table, std::string_view key);
  std::optional<bool> boolean(const toml::table& table, std::string_view key);
  /// Empty when the key is absent.
  std::vector<std::string> strings(const toml::table& table, std::string_view key);
  /// Tables of an array of tables (or one table).
  std::vector<const toml::table*> tables(const toml::table& table, std::string_view key);

 private:
  Diagnostics& diagnostics_;
};

}  // namespace heddle
