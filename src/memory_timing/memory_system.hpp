// The core's interface to the memory hierarchy: memory instructions go in, completions come out. It
// models only time; values already move when an instruction issues (exec/).
//
// There is one implementation per model (src/memory_timing/NAME/), selected by name. Call order in
// a core cycle: the machine calls `tick` once; then every core drains `events(sm)` and calls
// `accept` for at most one instruction. The machine skips `tick` until `next_event` unless a core
// calls `accept`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "config/validate.hpp"
#include "device_memory/device_memory.hpp"

namespace heddle {

using Cycle = uint64_t;  // in the core clock
inline constexpr Cycle kNeverCycle = ~Cycle{0};

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

class MemorySystem {
 public:
  virtual ~MemorySystem() = default;
  /// False if the core's load-store unit cannot take the request in this cycle. The core may retry
  /// in any later cycle, at the latest after a Room event.
  virtual bool accept(uint32_t sm, const MemoryRequest& request, Cycle now) = 0;
  /// Suppresses Missed and Part events, for cores that do not use them.
  virtual void report_only_ends() {}
  virtual void tick(Cycle now) = 0;
  /// The next core cycle in which `tick` has work to do; kNeverCycle if idle.
  virtual Cycle next_event() const = 0;
  /// New events of a core; the caller clears the vector.
  virtual std::vector<MemoryEvent>& events(uint32_t sm) = 0;
  virtual bool idle() const = 0;
  /// The L2, network and DRAM counters are those of the whole machine.
  virtual MemoryCounters counters(uint32_t sm) const = 0;
  virtual void reset_counters() = 0;
  virtual void flush() = 0;  // empties caches and closes rows; only when idle
};

std::unique_ptr<MemorySystem> make_memory_system(const ValidMachine& config);
/// The name and description of a model.
struct MemoryModelInfo {
  const char* name;
  const char* sentence;
};
std::span<const MemoryModelInfo> memory_models();

}  // namespace heddle
