// The statistics of a run: plain values that the runner fills in, and the three formats in which
// they are written: JSON, CSV and a table for the terminal. The same run gives the same bytes: keys
// keep their order, and no wall-clock time is included. docs/statistics.md describes the JSON; a
// change that would break its readers changes kStatisticsSchema.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stats/sampler.hpp"
#include "stats/schema.hpp"

namespace heddle {

inline constexpr std::string_view kStatisticsSchema = "heddle-run/1";

struct LaunchStatistics {
  uint64_t number = 0;  // of all launches, timed or not, from 1
  std::string kernel;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::array<uint32_t, 3> block = {1, 1, 1};
  uint32_t shared_bytes = 0;             // dynamic, per block
  std::vector<Counters> sms;             // one per SM, of this launch alone
  Counters total;                        // by total_up
  std::vector<BranchCounters> branches;  // of all SMs, by pc
  std::optional<Samples> samples;
  bool partial = false;  // stopped early
};

/// A workload with everything that determines its inputs.
struct ChosenWorkload {
  std::string name, size;
  std::map<std::string, uint32_t> parameters;  // values by name
  uint64_t seed = 1;
};

struct RunStatistics {
  MachineConfig config;
  std::string arch;
  std::optional<ChosenWorkload> workload;  // nothing for a launch description
  std::vector<LaunchStatistics> launches;
  Counters total;  // by total_up
  bool partial = false;
  std::optional<uint64_t> all_launches;  // where some ran without timing: how many there were
  bool warmed = false;                   // those without timing have warmed the L2
};

/// Merges SMs into launches and launches into the run; a run with a partial launch is partial.
void total_up(RunStatistics& run);

/// All launches of one kernel, or all its launches with one block size.
struct KernelStatistics {
  std::string kernel;
  uint64_t block = 0;  // threads; 0: any size
  size_t launches = 0;
  Counters total;
  std::vector<BranchCounters> branches;
};
/// Kernels in the order of their first launch.
std::vector<KernelStatistics> by_kernel(const RunStatistics& run);
std::vector<KernelStatistics> by_kernel_and_block(const RunStatistics& run);

/// Keys: schema, arch, partial, workload, config, total, kernels, launches. Ends with a line break.
std::string to_json(const RunStatistics& run);

/// One line per launch and SM, per launch, and for the run; one column per statistic.
std::string to_csv(const RunStatistics& run);
/// One line per launch and branch.
std::string branches_csv(const RunStatistics& run);

/// For a terminal, about 80 columns.
std::string to_table(const RunStatistics& run);

}  // namespace heddle
