// The whole GPU: cores, the memory hierarchy, and the dispatch of a grid's blocks to cores.
//
// Time is the core clock. A core is ticked only in cycles in which it has work; when none has, time
// jumps to the next event of any core or of the memory.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "config/machine.hpp"
#include "exec/launch.hpp"
#include "sm/core.hpp"
#include "stats/counters.hpp"

namespace heddle {

struct LaunchResult {
  uint64_t cycles = 0;
  uint64_t blocks = 0;
  std::vector<Counters> sms;             // per SM
  std::vector<BranchCounters> branches;  // of all SMs, those that were executed
  bool partial = false;                  // interrupted, or past the cycle limit
};

struct Progress {
  Cycle cycle = 0;
  uint64_t blocks_done = 0, blocks = 0, thread_instructions = 0;
};

struct MachineOptions {
  bool check = false;                             // watch the invariants of every mechanism
  std::function<void(const Progress&)> progress;  // called now and then
};

class Machine {
 public:
  /// Throws UsageError for names that do not exist and combinations that make no sense.
  explicit Machine(MachineConfig config, MachineOptions options = {});
  ~Machine();

  const MachineConfig& config() const { return config_; }
  /// Runs one kernel to its end. Caches and open rows keep their state unless the configuration
  /// says otherwise. Throws as run_functional does; UsageError when a block does not fit on a core.
  LaunchResult run(const ExecutablePtr& kernel, const Launch& launch, Environment& environment);

 private:
  struct Grid;
  void dispatch(Grid& grid, Cycle now);
  void collect(Grid& grid);
  Cycle next_cycle(Cycle now) const;
  void check_limits(const Grid& grid, Cycle now);
  LaunchResult result(const Grid& grid, Cycle begin, Cycle end);

  MachineConfig config_;
  MachineOptions options_;
  std::unique_ptr<MemorySystem> memory_;
  std::vector<std::unique_ptr<Core>> cores_;
  Cycle now_ = 0;  // goes on across launches
};

}  // namespace heddle
