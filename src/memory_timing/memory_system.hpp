// The memory hierarchy as a core sees it: memory instructions go in, completions come out. Values
// have already moved when an instruction issues (exec/); here is only time.
//
// One implementation per model (src/timing/memory/NAME/), chosen by name at start. Call order in a
// core cycle: the machine calls `tick` once; then every core drains `events(sm)` and calls `accept`
// for at most one instruction. An implementation sleeps: when `next_event` lies ahead and no core
// calls, the machine skips `tick` until then.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "config/validate.hpp"
#include "device_memory/device_memory.hpp"

namespace heddle {

using Cycle = uint64_t;  // of the core clock
inline constexpr Cycle kNeverCycle = ~Cycle{0};

enum class AccessType : uint8_t { Load, Store, Atomic, Constant, Instruction };

/// One memory instruction of a packet: the addresses of its threads.
struct MemoryRequest {
  uint32_t token = 0;  // names it in events; unique among those in flight of one core
  AccessType type = AccessType::Load;
  uint32_t bytes = 4;                  // per thread
  std::span<const Address> addresses;  // one per active thread, global addresses
  std::span<const uint8_t> lanes;      // the lane of each (for events of a part of the threads)
};

struct MemoryEvent {
  enum class Kind : uint8_t {
    Missed,  // some part of it has left the L1 (once per request)
    Part,    // the data of `lanes` has returned, others are still on their way
    Done,    // all of it (`lanes`: those not yet reported); a store when it has left the core
    Room,    // `accept` has refused a request, and may take it now
  };
  uint32_t token = 0;
  Kind kind = Kind::Done;
  uint64_t lanes = 0;
};

/// Plain counters; what each means stands in stats/.
struct CacheCounters {
  uint64_t reads = 0, writes = 0, read_misses = 0, write_misses = 0;
  uint64_t mshr_merges = 0, mshr_full = 0, evictions = 0, write_backs = 0;
  uint64_t bytes = 0;  // read and written by accesses, in whole sectors or lines
  uint64_t fills = 0;  // sectors or lines that came
};

struct MemoryCounters {
  uint64_t requests = 0, threads = 0, transactions = 0;  // coalescing
  uint64_t port_stalls = 0;  // cycles in which the L1 port was wanted by more
  CacheCounters l1, constant, l2;
  uint64_t network_flits_up = 0, network_flits_down = 0;
  uint64_t dram_reads = 0, dram_writes = 0, dram_bytes = 0;
  uint64_t row_hits = 0, row_misses = 0, row_conflicts = 0;
  uint64_t dram_busy_cycles = 0,
           dram_cycles = 0;  // data-bus cycles used, and elapsed, all channels
};

class MemorySystem {
 public:
  virtual ~MemorySystem() = default;
  /// False when the core's load-store unit cannot take it in this cycle: try again in any later
  /// one, at the latest when told of Room.
  virtual bool accept(uint32_t sm, const MemoryRequest& request, Cycle now) = 0;
  /// Leaves Missed and Part out, for cores that do not look at them.
  virtual void report_only_ends() {}
  virtual void tick(Cycle now) = 0;
  /// The next core cycle at which `tick` has something to do; kNeverCycle when idle.
  virtual Cycle next_event() const = 0;
  /// Events of a core since it last looked; the caller clears the vector.
  virtual std::vector<MemoryEvent>& events(uint32_t sm) = 0;
  virtual bool idle() const = 0;
  virtual MemoryCounters counters(uint32_t sm) const = 0;  // l2, network and DRAM are of the whole
  virtual void reset_counters() = 0;
  virtual void flush() = 0;  // caches empty, rows closed; only when idle
};

std::unique_ptr<MemorySystem> make_memory_system(const ValidMachine& config);
/// The names of all models, with a sentence each.
struct MemoryModelInfo {
  const char* name;
  const char* sentence;
};
std::span<const MemoryModelInfo> memory_models();

}  // namespace heddle
