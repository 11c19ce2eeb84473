// Every key of a machine's description, once: where it lies in MachineConfig, its unit, its limits
// and one sentence. Reading presets, `--set`, the effective configuration and docs/configuration.md
// all go through this table, so that a member named here is settable, checked, written out and
// documented, and one that is missing is none of these.
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

/// A key's value, whatever the member's type.
using ConfigValue = std::variant<uint64_t, double, bool, std::string>;
/// A value as it was written: a TOML node, or the text behind `--set key=`.
using WrittenValue = std::variant<int64_t, double, bool, std::string>;

/// Where a key's value lies.
using ConfigPlace = std::variant<uint32_t*, uint64_t*, double*, bool*, std::string*, Unit*>;

enum class Form : uint8_t {
  Count,   // a whole number
  Bytes,   // also "48 KiB"
  Clock,   // kHz, also "1.4 GHz"
  Real,    // a number
  Switch,  // true or false
  Word,    // one of `words`
  Text,    // anything
};

struct Limits {
  Form form = Form::Text;
  uint64_t least = 0, most = 0;  // of numbers
  std::vector<std::string_view> words;
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

/// In the order in which they are written; keys of one table are neighbours.
const std::vector<ConfigKey>& config_keys();
/// Null when there is none.
const ConfigKey* find_config_key(std::string_view path);
/// Whether some key lies below: "memory.l1" is a table.
bool is_config_table(std::string_view path);
/// "; did you mean 'core.warp'?" or nothing.
std::string suggest_config_key(std::string_view path);

/// Sets the key; or, when the value is not one it may have, leaves it and says what it may be.
std::string assign(const ConfigKey& key, MachineConfig& config, const WrittenValue& value);

/// What is wrong with the value that the key has; empty when it is within the key's limits.
std::string limit_problem(const ConfigKey& key, const MachineConfig& config);

/// "1 to 1024", "through or back": what the key may be.
std::string limits_text(const ConfigKey& key);

/// Whether every key has the same value.
bool same_machine(const MachineConfig& a, const MachineConfig& b);

/// How operation classes and units are called in keys and statistics.
std::string_view op_class_name(OpClass op);
std::string_view unit_name(Unit unit);

}  // namespace heddle
