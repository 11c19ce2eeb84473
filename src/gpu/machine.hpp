// The whole GPU: cores, the memory hierarchy, and the dispatch of a grid's blocks to cores.
//
// Time is the core clock. The machine works in rounds. In a round, each core and its caches run
// independently up to the first cycle in which an unknown reply could arrive, which is at least the
// latency of the network away. Then the machine does what involves several cores, always in the
// same order: writes of device memory take effect by (cycle, core, issue), the memory behind the
// caches catches up, and blocks are dispatched. So the cores of a round may run on several host
// threads without affecting the results.
//
// If effects cannot be delayed (an observer or a checker is attached, or the kernel prints or
// allocates memory), a round is a single cycle, and the cores run one after the other.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/validate.hpp"
#include "counters/counters.hpp"
#include "exec/functional.hpp"
#include "exec/launch.hpp"
#include "gpu/host_threads.hpp"
#include "gpu/round_tally.hpp"
#include "gpu/sm.hpp"
#include "gpu/sm_board.hpp"
#include "memory_timing/shared_memory.hpp"

namespace heddle {

struct LaunchResult {
  uint64_t number = 0;  // of the launches of its program, from 1; 0: not counted
  std::string kernel;
  Dim3 grid, block;
  uint32_t dynamic_shared = 0;
  uint64_t cycles = 0;
  uint64_t blocks = 0;
  std::vector<Counters> sms;             // per SM
  std::vector<BranchCounters> branches;  // of all SMs, those that were executed
  bool partial = false;                  // stopped before its end: what was counted so far
};

/// Where the host's time went.
struct RoundTimes {
  uint64_t rounds = 0, runs = 0;  // runs of one SM in a round
  double shared_seconds = 0;      // wall time of what host threads share: running SMs
};

struct MachineOptions {
  bool check = false;                                  // watch the invariants of every mechanism
  std::function<void(const Progress&)> progress = {};  // called now and then
  uint64_t sample_every = 0;                           // cycles; 0: no samples
  /// Called after every `sample_every` cycles of a launch with what each SM has counted in it.
  std::function<void(uint64_t cycle, std::span<const Counters> sms)> sample = {};
  Observer* observer = nullptr;  // sees every packet; outlives the machine
  uint32_t threads = 1;          // host threads that share the work; results do not depend on it
  RoundTimes* times = nullptr;   // is added to; outlives the machine
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
  /// Runs one kernel without timing. `warm`: the L2 then holds what the kernel has left there, as
  /// far as that does not depend on time; only accesses of device memory are followed.
  RunCounts run_untimed(const Executable& kernel, Launch launch, Environment& environment,
                        bool warm);

 private:
  struct Grid;
  /// The cycles of a round, for all SMs.
  struct Stretch {
    Cycle limit;  // SMs stop before it
    bool wants_blocks = false;
  };
  void build();
  void flush_caches(Grid& grid);
  void begin(Grid& grid, const ExecutablePtr& kernel);
  void simulate(Grid& grid);
  Cycle quiet_until() const;
  Cycle next_of_all() const;
  void look_at_all();
  void leave_board();
  void advance_memory(Cycle end);
  Cycle limit_of_round(const Grid& grid, Cycle quiet);
  void sort_cores();
  void choose_cores(const Grid& grid, Cycle limit);
  void run_cores(const Grid& grid, Cycle limit);
  void run_chosen(const Grid& grid, Cycle limit);
  void run_core(uint32_t number, const Stretch& stretch, RoundTally& tally);
  void run_one_by_one(const Grid& grid, const Stretch& stretch);
  void run_on_threads(const Stretch& stretch);
  Cycle furthest() const;
  void run_idle_cores(const Grid& grid, Cycle limit);
  void settle(Grid& grid);
  void finish_effects(Cycle end);
  void check_failures();
  void raise_failure(Cycle time);
  bool may_take(const Grid& grid, uint32_t sm);
  void dispatch(Grid& grid, Cycle now, Cycle room_at);
  void collect(Grid& grid);
  void check_limits(Grid& grid);
  void check_counts(Grid& grid);
  [[noreturn]] void raise_deadlock(const Grid& grid, Stuck why);
  void take_samples(Grid& grid, Cycle quiet);
  void finish(const Grid& grid);
  void share_work(const Grid& grid);
  void count_up(const Grid& grid, Cycle end, LaunchResult& out);

  ValidMachine valid_;
  const MachineConfig& config_ = *valid_;
  MachineOptions options_;
  std::unique_ptr<SharedMemory> memory_;
  std::vector<Sm> sms_;
  SmBoard board_;
  std::vector<uint32_t> busy_, idle_;  // SMs with and without threads, in ascending order
  bool sorted_ = false;                // `busy_` and `idle_` are right
  std::vector<uint32_t> chosen_;       // SMs that run in this round, in ascending order
  RoundTally tally_;                   // of the last round
  std::vector<RoundTally> tallies_;    // by host thread
  bool failed_ = false;                // in some SM an instruction has failed
  std::vector<uint32_t> waiting_;      // SMs with accesses that have not taken effect
  std::vector<std::pair<uint64_t, uint32_t>> effects_;  // a heap: time of the next of each SM
  WriteFilter written_;                                 // by those that take place
  std::unique_ptr<HostThreads> threads_;
  Cycle now_;  // all earlier cycles have been simulated; not reset between launches
};

}  // namespace heddle
