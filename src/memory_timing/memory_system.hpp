// The core's interface to the memory hierarchy: memory instructions go in, completions come out. It
// models only time; values already move when an instruction issues (exec/).
//
// There is one implementation per model (src/memory_timing/NAME/), selected by name. It consists of
// one port per core and a part that the cores share. Order in a core's cycle: the port ticks; then
// the core drains `events` and calls `accept` for at most one instruction. Both sleep until
// `next_event` unless the core calls `accept`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/strong.hpp"
#include "config/validate.hpp"
#include "device_memory/device_memory.hpp"

namespace heddle {

/// A point in time, in the core clock. What lies between two of them is a plain number of cycles.
struct CycleTag;
using Cycle = Strong<CycleTag, uint64_t>;
inline constexpr Cycle kNeverCycle{~uint64_t{0}};

enum class AccessType : uint8_t { Load, Store, Atomic, Constant, Instruction };

/// One memory instruction of a packet: the addresses of its threads.
struct MemoryRequest {
  uint32_t token = 0;  // identifies it in events; unique among the requests in flight of one core
  AccessType type = AccessType::Load;
  uint32_t bytes = 4;                  // per thread
  std::span<const Address> addresses;  // one per active thread, global addresses
  std::span<const uint8_t> lanes;      // the lane of each thread (for partial completion)
};

struct MemoryEvent {
  enum class Kind : uint8_t {
    Missed,  // some transaction missed the L1 (once per request)
    Part,    // the data of `lanes` has returned, other data is still outstanding
    Done,    // complete (`lanes`: those not yet reported); for a store, when it has left the core
    Room,    // `accept` has rejected a request and can now take it
  };
  uint32_t token = 0;
  Kind kind = Kind::Done;
  uint64_t lanes = 0;
};

/// Plain counters, documented in stats/.
struct CacheCounters {
  uint64_t reads = 0, writes = 0, read_misses = 0, write_misses = 0;
  uint64_t mshr_merges = 0, mshr_full = 0, evictions = 0, write_backs = 0;
  uint64_t bytes = 0;  // accessed, in whole sectors or lines
  uint64_t fills = 0;  // sectors or lines filled
};

struct MemoryCounters {
  uint64_t requests = 0, threads = 0, transactions = 0;  // coalescing
  uint64_t port_stalls = 0;  // cycles in which transactions waited for the L1 port
  CacheCounters l1, constant, l2;
  uint64_t network_flits_up = 0, network_flits_down = 0;
  uint64_t dram_reads = 0, dram_writes = 0, dram_bytes = 0;
  uint64_t row_hits = 0, row_misses = 0, row_conflicts = 0;
  uint64_t dram_busy_cycles = 0,
           dram_cycles = 0;  // data-bus cycles used, and elapsed, all channels
};

/// The memory hierarchy as one core sees it: requests go in, completions come out. A port holds
/// what belongs to its core alone (L1, constant cache, buffers) and runs with that core.
class MemoryPort {
 public:
  virtual ~MemoryPort() = default;
  /// False if the port cannot take the request in this cycle. The core may retry in any later
  /// cycle, at the latest after a Room event.
  virtual bool accept(const MemoryRequest& request, Cycle now) = 0;
  /// Runs cycle `now`. New events are in `events` afterwards.
  virtual void tick(Cycle now) = 0;
  /// Suppresses Missed and Part events, for cores that do not use them.
  virtual void report_only_ends() {}
  virtual bool idle() const = 0;

  /// The next cycle in which `tick` has work to do, as far as it is known; kNeverCycle: none.
  Cycle next_event() const { return due_; }
  /// The port can run the cycles before this one with what it knows of the shared part.
  Cycle known_until() const { return waits_for_shared_ ? *shared_until_ : kNeverCycle; }
  /// New events; the caller clears the vector.
  std::vector<MemoryEvent>& events() { return events_; }

 protected:
  Cycle due_ = kNeverCycle;
  const Cycle* shared_until_ = nullptr;  // what the shared part does before this cycle is known
  bool waits_for_shared_ = false;        // and it matters
  std::vector<MemoryEvent> events_;
};

/// What all cores share, and their ports.
///
/// Ports and the shared part may run at different times. The shared part runs cycles in order, and
/// a port may be ahead of it: what leaves a port carries its cycle, and a reply takes time to
/// arrive. So between two calls of `advance` each port can run by itself up to `horizon`, on any
/// host thread, and results do not depend on who ran first.
class MemorySystem {
 public:
  virtual ~MemorySystem() = default;
  virtual MemoryPort& port(uint32_t sm) = 0;
  virtual uint32_t ports() const = 0;

  /// The shared part can run the cycles before the returned one when all ports have run those
  /// before `ports`.
  virtual Cycle reach(Cycle ports) const = 0;
  /// The shared part runs its cycles before `end`; those it has run already it does not run again.
  virtual void advance(Cycle end) = 0;
  /// If nothing happens anywhere before cycle `quiet`, ports can run the cycles before the returned
  /// one without a reply that they do not know yet.
  virtual Cycle horizon(Cycle quiet) const = 0;
  /// The next cycle in which the shared part has work to do, as far as it has heard from the ports.
  virtual Cycle next_shared() const = 0;
  /// The minimum number of cycles from accepting a load or atomic to its answer.
  virtual uint32_t least_latency() const = 0;

  virtual bool idle() const = 0;
  /// The L2, network and DRAM counters are those of the whole machine, up to the cycle that the
  /// shared part has reached.
  virtual MemoryCounters counters(uint32_t sm) const = 0;
  virtual void reset_counters() = 0;
  virtual void flush() = 0;  // empties caches and closes rows; only when idle
  /// The L2, if there is one, gets the state that it would have after the request, which takes no
  /// time and is not counted. Other caches do not change.
  virtual void warm(const MemoryRequest& /*request*/) {}

  /// For who drives all of it cycle by cycle: the shared part first, then every port that is due.
  void tick(Cycle now);
  /// The next cycle in which `tick` has work to do.
  Cycle next_event() const;
};

std::unique_ptr<MemorySystem> make_memory_system(const ValidMachine& config);
/// The name and description of a model.
struct MemoryModelInfo {
  const char* name;
  const char* sentence;
};
std::span<const MemoryModelInfo> memory_models();

}  // namespace heddle
