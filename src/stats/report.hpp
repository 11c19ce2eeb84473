// What a run reports: plain values filled by whoever ran the launches, and the three forms in which
// they leave the program. The same run gives the same bytes: keys keep their order, and there is no
// wall-clock time in a report. The form of the JSON is described in docs/statistics.md; a change
// that would break a reader of it changes kReportSchema.
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

inline constexpr std::string_view kReportSchema = "heddle-run/1";

struct LaunchReport {
  std::string kernel;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::array<uint32_t, 3> block = {1, 1, 1};
  uint32_t shared_bytes = 0;             // dynamic, per block
  std::vector<Counters> sms;             // one per SM, of this launch alone
  Counters total;                        // by total_up
  std::vector<BranchCounters> branches;  // of all SMs, by place
  std::optional<Samples> samples;
  bool partial = false;  // stopped before its end
};

/// A workload with all that its inputs follow from.
struct WorkloadReport {
  std::string name, size;
  std::map<std::string, uint32_t> parameters;  // the value of each
  uint64_t seed = 1;
};

struct RunReport {
  MachineConfig config;
  std::string arch;
  std::optional<WorkloadReport> workload;  // else a launch description ran
  std::vector<LaunchReport> launches;
  Counters total;  // by total_up
  bool partial = false;
};

/// Merges SMs into launches and launches into the run; a run with a partial launch is partial.
void total_up(RunReport& run);

/// All launches of one kernel; or those of them with blocks of one size.
struct KernelReport {
  std::string kernel;
  uint64_t block = 0;  // threads; 0: of any size
  size_t launches = 0;
  Counters total;
  std::vector<BranchCounters> branches;
};
/// In the order of their first launch.
std::vector<KernelReport> by_kernel(const RunReport& run);
std::vector<KernelReport> by_kernel_and_block(const RunReport& run);

/// Keys: schema, arch, partial, workload, config, total, kernels, launches. Ends with a line break.
std::string to_json(const RunReport& run);

/// One line per launch and SM, per launch, and for the run; one column per statistic.
std::string to_csv(const RunReport& run);
/// One line per launch and branch.
std::string branches_csv(const RunReport& run);

/// For a terminal, about 80 columns.
std::string to_table(const RunReport& run);

}  // namespace heddle
