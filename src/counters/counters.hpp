// The events that a simulation counts: plain integers, one set per SM, which the core and the
// memory increment directly. stats/schema.cpp gives each counter its name, unit and description;
// merging, JSON, CSV, the terminal table, samples and docs/statistics.md follow from that table. A
// mechanism that counts something of its own adds a member here and a row there.
//
// The counters are a layer of their own: cores and the energy model below the statistics use them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "config/machine.hpp"
#include "memory_timing/memory_system.hpp"

namespace heddle {

/// What happened to an issue slot (one scheduler, one cycle, one instruction). Every slot of every
/// cycle is charged to exactly one cause.
enum class Cause : uint8_t {
  Issued,               // a packet issued
  IdleNoWarp,           // the scheduler has no group
  Dependence,           // every group waits for an arithmetic result or a branch
  Memory,               // every group waits for a load or an atomic
  Barrier,              // every group waits at a barrier or a .sync
  StructuralSp,         // a ready group found its unit busy
  StructuralSfu,        //
  StructuralLsu,        //
  StructuralDp,         //
  StructuralScalar,     //
  StructuralCollector,  // a ready group found every operand collector busy
  WritebackContention,  // returning loads used the write port
  ReconvergenceWait,    // threads wait for others of their group
  Fetch,                // the next instruction is not in the buffer yet
  Replay,               // a load issued again for an access that had to wait
  Drain,                // all instructions have issued; some are still in flight
  Count,
};
inline constexpr size_t kCauses = static_cast<size_t>(Cause::Count);
inline constexpr size_t kOpClasses = static_cast<size_t>(OpClass::Count);
inline constexpr size_t kUnits = static_cast<size_t>(Unit::Count);
/// The last bucket of the occupancy histogram holds packets of this many threads or more.
inline constexpr size_t kWidestBucket = 64;

/// The cause charged when this kind of unit is busy.
constexpr Cause structural(Unit unit) {
  return static_cast<Cause>(static_cast<size_t>(Cause::StructuralSp) + static_cast<size_t>(unit));
}

/// Counted by schedulers.
struct ScheduleCounters {
  uint64_t group_switches = 0, group_timeouts = 0;
  uint64_t table_overflows = 0;
};

/// Instructions that issue as several packets (sub-warps of large warps).
struct PackingCounters {
  static constexpr size_t kMost = 16;          // the last bucket: this many or more
  uint64_t jumps = 0;                          // all threads in one packet
  uint64_t sub_warps = 0, threads = 0;         // all other packets, and their threads
  std::array<uint64_t, kMost> instructions{};  // [n]: took n + 1 packets
};

/// Dynamic warp formation: its tables, and the pool of warps waiting to issue.
struct DwfCounters {
  uint64_t lut_lookups = 0, lut_hits = 0, lut_misses = 0, lut_evictions = 0;
  uint64_t warps_formed = 0;
  uint64_t lane_conflicts = 0;   // threads sent to another warp because their home lane was taken
  uint64_t crossbar_stalls = 0;  // cycles
  // Sums over cycles, updated at the end of each cycle.
  uint64_t pool_cycles = 0;  // cycles in which a warp waited
  uint64_t warp_cycles = 0, pc_cycles = 0, thread_cycles = 0;
  uint64_t oldest_cycles = 0;  // wait of the oldest warp
  uint64_t most_warps = 0, most_pcs = 0;
  uint64_t longest_wait = 0;  // cycles
};

/// Thread frontiers: warp splits in code order, and the tables that hold them.
struct FrontierCounters {
  static constexpr size_t kMost = 10;        // the last bucket: this many or more
  std::array<uint64_t, kMost> heap_sizes{};  // [n]: packets of warps with n + 1 splits
  uint64_t sorted = 0;                       // splits that the sorter moved
  uint64_t unsorted_pops = 0;                // splits popped before they were sorted
  uint64_t spills = 0;                       // splits that found the table full
  uint64_t suspensions = 0, suspended_cycles = 0;
  uint64_t second_packets = 0;             // packets of second splits
  uint64_t ahead = 0, furthest_ahead = 0;  // instructions between second and first
};

/// Pairs of instructions that issued in the same cycle (interweaving).
struct InterweaveCounters {
  uint64_t same_warp = 0, other_warp = 0, other_unit = 0;
  uint64_t conflicts = 0;  // between cascaded schedulers
};

/// Temporal lanes. Sums over cycles are updated at the end of each cycle.
struct TemporalCounters {
  static constexpr size_t kLanes = 32;        // the last bucket also holds all further lanes
  std::array<uint64_t, 3> issue_conflicts{};  // [n]: cycles in which n + 1 lanes had to wait
  uint64_t lanes_static = 0,
           lanes_dynamic = 0;  // with a warp; with a warp that does not wait for memory
  uint64_t warps = 0;
  uint64_t thread_slots = 0;  // in the bundles that lanes executed
  std::array<uint64_t, kLanes> lane_threads{};
  uint64_t oversized_warps = 0;
};

/// Instructions that execute once per warp, and the scalar code and registers of the kernel.
struct ScalarCounters {
  uint64_t instructions = 0;                   // packets
  uint64_t reads = 0, writes = 0;              // of scalar registers
  uint64_t broadcasts = 0;                     // scalar words read by vector instructions
  uint64_t words_read = 0, words_written = 0;  // of scalar registers, without predicates
  uint64_t code = 0, scalar_code = 0;          // static instructions of the kernel: all, scalar
  uint64_t vector_registers = 0;               // 32-bit, per thread
  uint64_t scalar_registers = 0;               // 32-bit, per warp
  uint64_t registers_per_warp = 0;             // vector and scalar, for all threads of the warp
};

struct CoreCounters {
  uint64_t cycles = 0;         // elapsed, active or not
  uint64_t active_cycles = 0;  // with at least one block resident
  uint64_t warp_instructions = 0, thread_instructions = 0;
  uint64_t joined_packets = 0;  // issued in the slot of another
  uint64_t issue_slots = 0;
  std::array<uint64_t, kCauses> slots{};   // by cause; they sum to issue_slots
  std::vector<uint64_t> occupancy;         // packets issued with n threads; [0] includes idle slots
  uint64_t beyond_occupancy = 0;           // threads of packets wider than the last bucket
  std::vector<uint64_t> active_lanes;      // cycles in which n threads issued in total
  std::array<uint64_t, kOpClasses> mix{};  // packets issued, by class
  std::array<uint64_t, kOpClasses> work{};     // thread operations executed, by class
  std::array<uint64_t, kUnits> busy_cycles{};  // cycles in which a unit of this kind was busy
  uint64_t branches = 0, divergent_branches = 0;
  uint64_t interleavable_branches = 0;  // divergent, with work on more than one side
  uint64_t schedulable_paths = 0;       // sum over packets: the warp's schedulable groups
  uint64_t false_dependences = 0;       // packets delayed by a register that no thread waits for
  uint64_t subdivisions = 0, merges = 0, missed_reconvergences = 0;  // of warp-splits
  uint64_t memory_splits = 0;  // groups split by a load that returned in parts
  uint64_t deepest_stack = 0;  // most entries of a warp's stack, heap or table
  uint64_t most_paths = 0;     // most live groups of one warp
  uint64_t barriers = 0;       // completed
  uint64_t blocks = 0;         // completed
  uint64_t shared_accesses = 0, shared_conflicts = 0;    // packets; cycles that packets waited
  uint64_t private_accesses = 0, private_conflicts = 0;  // the same for private memory
  uint64_t shared_words = 0, private_words = 0;          // 32-bit words, summed over threads
  uint64_t bank_conflicts = 0;                           // register file: cycles operands waited
  uint64_t icache_hits = 0, icache_misses = 0;
  uint64_t max_resident_warps = 0, max_resident_blocks = 0;
  uint64_t resident_warp_cycles = 0;                 // resident warps, summed over cycles
  uint64_t register_reads = 0, register_writes = 0;  // vector registers, summed over threads
  uint64_t register_words_read = 0, register_words_written = 0;  // moved by the banks
  ScheduleCounters schedule;
  PackingCounters packing;
  DwfCounters dwf;
  FrontierCounters frontier;
  InterweaveCounters interweave;
  TemporalCounters temporal;
  ScalarCounters scalar;

  void charge(Cause cause, uint64_t count = 1) {
    issue_slots += count;
    slots[static_cast<size_t>(cause)] += count;
    if (cause != Cause::Issued && !occupancy.empty()) occupancy[0] += count;
  }
  /// Makes one bucket for each number of threads that a packet may have, and one for each number of
  /// threads that may issue in a cycle, up to kWidestBucket.
  void size_for(uint32_t warp, uint32_t packets_per_cycle = 1);
  /// Adds the buckets that only `o` has.
  void widen_to(const CoreCounters& o);
  /// Packets issued; the warp of each had `paths` schedulable groups.
  void count_paths(uint64_t packets, uint64_t paths) {
    schedulable_paths += packets * paths;
    most_paths = std::max(most_paths, paths);
  }
  /// After size_for: a packet of `threads` threads issued.
  void count_packet(uint64_t threads) {
    uint64_t bucket = std::min<uint64_t>(threads, occupancy.size() - 1);
    occupancy[bucket]++;
    beyond_occupancy += threads - bucket;
  }
  /// After size_for: a packet of `threads` threads joined others in a slot, which have `before`.
  void count_joined(uint64_t threads, uint64_t before) {
    joined_packets++;
    occupancy[before]--;
    occupancy[before + threads]++;
  }
  /// After size_for: `threads` threads issued in a cycle, or in each of several cycles.
  void count_lanes(uint64_t threads, uint64_t cycles_of_it = 1) {
    active_lanes[std::min<uint64_t>(threads, active_lanes.size() - 1)] += cycles_of_it;
  }
};

/// One branch instruction of a kernel, on one SM or on all.
struct BranchCounters {
  uint32_t pc = 0;                      // index of the instruction in the kernel
  uint32_t line = 0;                    // of the PTX source
  uint64_t executed = 0, diverged = 0;  // packets
  uint64_t interleavable = 0;           // packets with work on more than one side
  uint64_t taken = 0, not_taken = 0;    // threads
  /// Divergences that reconverged, and their cycles from the branch's resolution until all threads
  /// that diverged and are still running were at the reconvergence point.
  uint64_t reconverge_cycles = 0, reconvergences = 0;
};

/// All counters of one SM or, merged, of all SMs. L2, network and DRAM are counted for the whole
/// machine, so every SM has the same values.
struct Counters {
  CoreCounters core;
  MemoryCounters memory;
};

}  // namespace heddle
