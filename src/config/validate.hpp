// The one place that decides whether a machine can be built. The schema holds the limits of single
// keys; rules between keys are here. A broken rule gives a sentence that names the keys, their
// values and what would be valid; all broken rules are reported together.
//
// Cores, memory systems and machines are built only from a ValidMachine, and only its constructor
// makes one, so no later code checks values again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "config/machine.hpp"

namespace heddle {

/// One sentence for each broken rule; empty if the machine can be built.
std::vector<std::string> validate(const MachineConfig& config);

/// Where the value of each key was set: "mine.toml:3:8", "--set core.warp=8".
using ConfigOrigins = std::map<std::string, std::string, std::less<>>;

/// A configuration that satisfies all rules. It is immutable: to change a value, copy the
/// configuration and make another.
class ValidMachine {
 public:
  /// Throws UsageError with a sentence for each broken rule and the origins of its keys.
  explicit ValidMachine(MachineConfig config, const ConfigOrigins& origins = {});

  operator const MachineConfig&() const& { return config_; }
  const MachineConfig* operator->() const { return &config_; }
  const MachineConfig& operator*() const& { return config_; }

 private:
  MachineConfig config_;
};

}  // namespace heddle
