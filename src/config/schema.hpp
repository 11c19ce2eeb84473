// The table of all configuration keys: the member of MachineConfig, its unit, its limits and one
// sentence. Presets, `--set`, the effective configuration and docs/configuration.md all use this
// table, so a member listed here can be set, is checked, written out and documented; a member that
// is not listed cannot be set at all.
//
// To add a member: add it to machine.hpp and one row to schema_core.cpp, schema_memory.cpp
// or schema_energy.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/machine.hpp"

namespace heddle {

class Extensions;

/// The value of a key, independent of the member's type.
using ConfigValue = std::variant<uint64_t, double, bool, std::string>;
/// A value as the user wrote it: a TOML node, or the text after `--set key=`.
using WrittenValue = std::variant<int64_t, double, bool, std::string>;

/// A pointer to the member of a key.
using ConfigPlace = std::variant<uint32_t*, uint64_t*, double*, bool*, std::string*, Unit*>;

enum class Form : uint8_t {
  Count,   // a whole number
  Bytes,   // also "48 KiB"
  Clock,   // kHz, also "1.4 GHz"
  Real,    // a number
  Switch,  // true or false
  Word,    // one of `words`
  Text,    // any text
};

struct Limits {
  Form form = Form::Text;
  uint64_t least = 0, most = 0;  // of numbers
  std::vector<std::string_view> words;
  /// Of words: those that extensions add; null: they add none.
  std::vector<std::string_view> (Extensions::*added)() const = nullptr;
};

struct ConfigKey {
  std::string path;  // "memory.l1.bytes"
  Limits limits;
  std::string unit;
  std::string sentence;
  std::function<ConfigPlace(MachineConfig&)> place;

  ConfigValue get(const MachineConfig& config) const;
  void set(MachineConfig& config, const ConfigValue& value) const;
};

/// In output order; the keys of a table are adjacent.
const std::vector<ConfigKey>& config_keys();
/// Null for an unknown path.
const ConfigKey* find_config_key(std::string_view path);
/// Whether any key is below this path: "memory.l1" is a table.
bool is_config_table(std::string_view path);
/// "; did you mean 'core.warp'?" or nothing.
std::string suggest_config_key(std::string_view path);

/// Sets the key. If the value is not allowed, leaves the key unchanged and returns a message.
std::string assign(const ConfigKey& key, MachineConfig& config, const WrittenValue& value);

/// A message if the key's value is outside its limits, otherwise empty.
std::string limit_problem(const ConfigKey& key, const MachineConfig& config);

/// The allowed values: "1 to 1024", "through or back".
std::string limits_text(const ConfigKey& key, const Extensions* extensions = nullptr);

/// Whether every key has the same value.
bool same_machine(const MachineConfig& a, const MachineConfig& b);

/// The names of operation classes and units in keys and statistics.
std::string_view op_class_name(OpClass op);
std::string_view unit_name(Unit unit);

}  // namespace heddle
