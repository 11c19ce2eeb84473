// The whole GPU: cores, the memory hierarchy, and the dispatch of a grid's blocks to cores.
//
// Time is the core clock. A core is ticked only in cycles in which it has work; when none has, time
// jumps to the next event of any core or of the memory.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/validate.hpp"
#include "counters/counters.hpp"
#include "exec/launch.hpp"
#include "sm/core.hpp"

namespace heddle {

struct LaunchResult {
  std::string kernel;
  Dim3 grid, block;
  uint32_t dynamic_shared = 0;
  uint64_t cycles = 0;
  uint64_t blocks = 0;
  std::vector<Counters> sms;             // per SM
  std::vector<BranchCounters> branches;  // of all SMs, those that were executed
  bool partial = false;                  // stopped before its end: what was counted so far
};

struct MachineOptions {
  bool check = false;                             // watch the invariants of every mechanism
  std::function<void(const Progress&)> progress;  // called now and then
  uint64_t sample_every = 0;                      // cycles; 0: no samples
  /// Called after every `sample_every` cycles of a launch with what each SM has counted in it.
  std::function<void(uint64_t cycle, std::span<const Counters> sms)> sample = {};
  Observer* observer = nullptr;  // is told of every packet; outlives the machine
};

class Machine {
 public:
  explicit Machine(ValidMachine config, MachineOptions options = {});
  ~Machine();

  const MachineConfig& config() const { return config_; }
  /// Runs one kernel to its end. Caches and open rows keep their state unless the configuration
  /// says otherwise. Throws as run_functional does; UsageError when a block does not fit on a core.
  LaunchResult run(const ExecutablePtr& kernel, const Launch& launch, Environment& environment);
  /// The same; when it throws, `result` has what was counted until then, marked partial, and the
  /// machine is as new.
  void run(const ExecutablePtr& kernel, const Launch& launch, Environment& environment,
           LaunchResult& result);

 private:
  struct Grid;
  void build();
  void flush_caches(Grid& grid);
  void begin(Grid& grid, const ExecutablePtr& kernel);
  void simulate(Grid& grid);
  void step(Grid& grid);
  void dispatch(Grid& grid, Cycle now);
  void collect(Grid& grid);
  Cycle next_cycle(Cycle now) const;
  void check_limits(const Grid& grid);
  [[noreturn]] void raise_deadlock(const Grid& grid, Stuck why) const;
  void take_samples(const Grid& grid, Cycle next);
  void count_up(const Grid& grid, Cycle end, LaunchResult& out);

  ValidMachine valid_;
  const MachineConfig& config_ = *valid_;
  MachineOptions options_;
  std::unique_ptr<MemorySystem> memory_;
  std::vector<std::unique_ptr<Core>> cores_;
  Cycle now_ = 0;  // goes on across launches
};

}  // namespace heddle
