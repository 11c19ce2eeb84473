// `--sample N`: chosen statistics every N cycles. A sample has the counts since the previous sample
// (for peaks: since the launch began), and derived values are computed from them, so `derived.ipc`
// is the IPC of the interval. The last interval may be shorter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stats/schema.hpp"

namespace heddle {

/// Columns of equal length; a value is absent where a ratio would divide by zero.
struct Samples {
  uint64_t every = 0;
  std::vector<uint64_t> cycles;  // at the end of each interval
  std::vector<std::string> names;
  std::vector<std::vector<std::optional<StatisticValue>>> columns;
};

class Sampler {
 public:
  /// Throws UsageError for an interval of 0 and for unknown names.
  Sampler(uint64_t every, std::span<const std::string> names);

  /// The cycle at which `sample` is due; the machine must not jump beyond it.
  uint64_t next() const { return next_; }
  /// Counters of the whole machine since the launch began. Takes a sample when one is due.
  void sample(uint64_t cycle, const Counters& now, const Scope& scope);
  /// Adds the last interval if the launch ended within it, and returns all samples.
  Samples finish(uint64_t cycle, const Counters& now, const Scope& scope);

 private:
  void take(uint64_t cycle, const Counters& now, const Scope& scope);

  std::vector<const Statistic*> chosen_;
  Counters before_;
  uint64_t next_;
  Samples samples_;
};

std::string to_csv(const Samples& samples);

}  // namespace heddle
