// Whether a machine can be built: the one place that decides it. The limits of single keys are
// those of the schema; what must hold between keys is a rule here. Each broken rule is a sentence
// that names the keys, the values found and what would be right; all are reported together.
//
// Cores, memory systems and machines are made from a ValidMachine only, and only its constructor
// makes one, so nothing behind it checks values again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "config/machine.hpp"

namespace heddle {

/// One sentence for each broken rule; empty when the machine can be built.
std::vector<std::string> validate(const MachineConfig& config);

/// Where the values of keys were written: "mine.toml:3:8", "--set core.warp=8", by key.
using ConfigOrigins = std::map<std::string, std::string, std::less<>>;

/// A description that keeps all rules. It cannot be changed: copy the values, change them, and make
/// another.
class ValidMachine {
 public:
  /// Throws UsageError with a sentence for each broken rule, and where its keys were set.
  explicit ValidMachine(MachineConfig config, const ConfigOrigins& origins = {});

  operator const MachineConfig&() const& { return config_; }
  const MachineConfig* operator->() const { return &config_; }
  const MachineConfig& operator*() const& { return config_; }

 private:
  MachineConfig config_;
};

}  // namespace heddle
