// One core (streaming multiprocessor): the pipeline in which every mechanism lives.
//
//   fetch → ready groups → schedule → issue → operands → execute → complete
//
// Values are computed when a packet issues, on exactly its threads. Control flow learns the outcome
// when the packet resolves, dependences clear when it completes; both are events some cycles ahead.
// A core that has nothing to do sleeps until its next event, and charges the slots it slept through
// to the cause that held it up.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "config/validate.hpp"
#include "cost/cost.hpp"
#include "counters/counters.hpp"
#include "exec/deadlock.hpp"
#include "exec/effects.hpp"
#include "exec/spin.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

/// A block on a core, with what the core keeps about it.
struct ResidentBlock {
  ResidentBlock(const Executable& kernel, const Launch& launch, const std::byte* constants,
                Environment& environment)
      : block(kernel, launch, constants, environment), rendezvous(block) {}
  Block block;
  Rendezvous rendezvous;
  TileId first_tile;
  uint32_t tiles = 0;
  uint32_t in_flight = 0;  // packets
};

class Observer;

struct CoreOptions {
  bool check = false;            // watch the invariants
  Observer* observer = nullptr;  // sees every packet
};

class Core {
 public:
  virtual ~Core() = default;
  /// Whether accesses of device memory wait in `effects` for the machine (exec/effects.hpp).
  virtual void put_off_effects(bool on) = 0;
  virtual EffectLog& effects() = 0;
  /// A kernel begins; the core is empty.
  virtual void start(TimedCodePtr code, const Launch& launch) = 0;
  virtual bool has_room() const = 0;
  /// Empties the instruction cache; the core is empty.
  virtual void flush_caches() = 0;
  virtual void admit(std::unique_ptr<ResidentBlock> block, Cycle now) = 0;
  /// Blocks that have ended since the last call.
  virtual std::vector<std::unique_ptr<ResidentBlock>>& ended() = 0;
  /// Says whether there may be room for a block now, because one has ended, or a warp.
  virtual bool tick(Cycle now) = 0;
  /// The next cycle in which `tick` has something to do, memory events apart.
  virtual Cycle next_wake() const = 0;
  virtual bool empty() const = 0;
  /// Whether it wants to be told by the memory system of loads that have left the L1 or return in
  /// parts, not only of those that are done.
  virtual bool looks_at_loads() const = 0;
  /// Charges the cycles up to `now` in which the core slept.
  virtual void catch_up(Cycle now) = 0;
  virtual CoreCounters& counters() = 0;
  virtual const IndexedBy<LinkedPc, BranchCounters>& branches() const = 0;  // executed 0: none
  /// While watching, the core records which threads repeat themselves (exec/spin.hpp).
  virtual void watch_spinning(bool on) = 0;
  /// Adds what the record says of this core's threads.
  virtual void find_spinning(SpinFindings& found) const = 0;
  /// Throw InvariantError: a thread that is in no group or in two; issue slots that do not add up
  /// over the cycles of a launch.
  virtual void check_groups() = 0;
  virtual void check_slots(uint64_t cycles) const = 0;
  /// Who waits for what, one line per group.
  virtual void describe(DeadlockReport& report) const = 0;
};

using CoreMaker = std::unique_ptr<Core>(const MachineConfig& config, uint32_t sm,
                                        MemoryPort& memory, CoreOptions options);
struct DivergenceInfo {
  const char* name;
  const char* sentence;
  CoreMaker* make;
  CostAdder* cost = nullptr;  // null: not computed yet
};

/// All divergence mechanisms, one line each.
std::span<const DivergenceInfo> divergences();
/// Throws UsageError for an unknown name.
const DivergenceInfo& find_divergence(std::string_view name);
/// The core refers to the configuration, which must outlive it.
std::unique_ptr<Core> make_core(const ValidMachine& config, uint32_t sm, MemoryPort& memory,
                                CoreOptions options);
std::unique_ptr<Core> make_core(ValidMachine&&, uint32_t, MemoryPort&, CoreOptions) = delete;

}  // namespace heddle
