// The numbers a simulation counts: plain integers, one set per SM, that the core and the memory
// increment directly. Their names, units and sentences stand in stats/schema.cpp; from that table
// come merging, JSON, CSV, the terminal table, samples and docs/statistics.md. A mechanism that
// counts something of its own adds a member here and a row there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "config/machine.hpp"
#include "memory_timing/memory_system.hpp"

namespace heddle {

/// What became of an issue slot (one scheduler, one cycle, one instruction). Exactly one cause is
/// charged for every slot of every cycle.
enum class Cause : uint8_t {
  Issued,               // a packet issued
  IdleNoWarp,           // no group lives here
  Dependence,           // every group waits for a result of an arithmetic unit or a branch
  Memory,               // every group waits for data of a load or an atomic
  Barrier,              // every group waits at a barrier or a .sync
  StructuralSp,         // a ready group found its unit taken
  StructuralSfu,        //
  StructuralLsu,        //
  StructuralDp,         //
  StructuralScalar,     //
  StructuralCollector,  // a ready group found every operand collector taken
  WritebackContention,  // results of loads returning took the write port
  ReconvergenceWait,    // threads wait for others of their group to arrive
  Fetch,                // the next instruction is not in the buffer yet
  Drain,                // the last threads have issued all; something is still in flight
  Count,
};
inline constexpr size_t kCauses = static_cast<size_t>(Cause::Count);
inline constexpr size_t kOpClasses = static_cast<size_t>(OpClass::Count);
inline constexpr size_t kUnits = static_cast<size_t>(Unit::Count);
/// The last bucket of the occupancy histogram holds packets of this many threads or more.
inline constexpr size_t kWidestBucket = 64;

/// The cause that stands for a unit that is taken.
constexpr Cause structural(Unit unit) {
  return static_cast<Cause>(static_cast<size_t>(Cause::StructuralSp) + static_cast<size_t>(unit));
}

/// What schedulers count.
struct ScheduleCounters {
  uint64_t group_switches = 0, group_timeouts = 0;
  uint64_t table_overflows = 0;
};

/// Instructions that issue as several packets (sub-warps of large warps).
struct PackingCounters {
  static constexpr size_t kMost = 16;          // the last bucket: so many or more
  uint64_t jumps = 0;                          // of all threads in one packet
  uint64_t sub_warps = 0, threads = 0;         // packets other than those; threads in them
  std::array<uint64_t, kMost> instructions{};  // [n]: that took n + 1 packets
};

/// Dynamic warp formation, its pool of warps that wait to issue, and its tables.
struct DwfCounters {
  uint64_t lut_lookups = 0, lut_hits = 0, lut_misses = 0, lut_evictions = 0;
  uint64_t warps_formed = 0;
  uint64_t lane_conflicts = 0;   // threads that a taken home lane sent to another warp
  uint64_t crossbar_stalls = 0;  // cycles
  // Sums over cycles, taken at the end of each.
  uint64_t pool_cycles = 0;  // in which a warp waited
  uint64_t warp_cycles = 0, pc_cycles = 0, thread_cycles = 0;
  uint64_t oldest_cycles = 0;  // how long the oldest warp had waited
  uint64_t most_warps = 0, most_pcs = 0;
  uint64_t longest_wait = 0;  // cycles
};

/// Splits of warps in the order of the code, and their tables (thread frontiers).
struct FrontierCounters {
  static constexpr size_t kMost = 10;        // the last bucket: so many or more
  std::array<uint64_t, kMost> heap_sizes{};  // [n]: packets issued of warps with n + 1 splits
  uint64_t sorted = 0;                       // splits that the sorter put in their place
  uint64_t unsorted_pops = 0;                // that left the table before
  uint64_t spills = 0;                       // that found the table full
  uint64_t suspensions = 0, suspended_cycles = 0;
  uint64_t second_packets = 0;             // issued of second splits
  uint64_t ahead = 0, furthest_ahead = 0;  // instructions between them and the first
};

/// Pairs of instructions that issued side by side.
struct InterweaveCounters {
  uint64_t same_warp = 0, other_warp = 0, other_unit = 0;
  uint64_t conflicts = 0;  // of cascaded schedulers
};

/// Temporal lanes. Sums over cycles are taken at the end of each.
struct TemporalCounters {
  static constexpr size_t kLanes = 32;        // the last one counted by itself, and all behind it
  std::array<uint64_t, 3> issue_conflicts{};  // [n]: cycles in which n + 1 lanes had to wait
  uint64_t lanes_static = 0, lanes_dynamic = 0;  // with a warp; with one not waiting for memory
  uint64_t warps = 0;
  uint64_t thread_slots = 0;  // of the bundles that lanes ran through
  std::array<uint64_t, kLanes> lane_threads{};
  uint64_t oversized_warps = 0;
};

/// Instructions that execute once per warp, and what the kernel has of them and of registers.
struct ScalarCounters {
  uint64_t instructions = 0;                   // packets
  uint64_t reads = 0, writes = 0;              // of scalar registers
  uint64_t broadcasts = 0;                     // words that vector instructions read
  uint64_t words_read = 0, words_written = 0;  // of them, without predicates
  uint64_t code = 0, scalar_code = 0;          // instructions in the kernel's code; scalar ones
  uint64_t vector_registers = 0;               // 32-bit, per thread
  uint64_t scalar_registers = 0;               // 32-bit, per warp
  uint64_t registers_per_warp = 0;             // both, for all its threads
};

struct CoreCounters {
  uint64_t cycles = 0;         // that passed, whether anything happened or not
  uint64_t active_cycles = 0;  // with at least one block resident
  uint64_t warp_instructions = 0, thread_instructions = 0;
  uint64_t issue_slots = 0;
  std::array<uint64_t, kCauses> slots{};       // by cause; they sum to issue_slots
  std::vector<uint64_t> occupancy;             // packets issued with n threads; [0]: and idle slots
  uint64_t beyond_occupancy = 0;               // threads of packets wider than the last bucket
  std::vector<uint64_t> active_lanes;          // cycles in which packets of n threads in all issued
  std::array<uint64_t, kOpClasses> mix{};      // packets issued, by class
  std::array<uint64_t, kOpClasses> work{};     // operations of units, by class: one per thread
  std::array<uint64_t, kUnits> busy_cycles{};  // cycles in which a unit of the kind was taken
  uint64_t branches = 0, divergent_branches = 0;
  uint64_t interleavable_branches = 0;  // divergent, with work on more than one side
  uint64_t schedulable_paths = 0;       // sum over packets: groups of the warp to choose from
  uint64_t false_dependences = 0;       // packets held up by a register that no thread awaits
  uint64_t subdivisions = 0, merges = 0, missed_reconvergences = 0;  // of warp-splits
  uint64_t memory_splits = 0;  // groups that a load split that returned in parts
  uint64_t deepest_stack = 0;  // entries of one warp's stack (or heap, or table)
  uint64_t most_paths = 0;     // groups alive at once of one warp
  uint64_t barriers = 0;       // completed
  uint64_t blocks = 0;         // run to their end
  uint64_t shared_accesses = 0, shared_conflicts = 0;    // packets; cycles in which one waits
  uint64_t private_accesses = 0, private_conflicts = 0;  // the same of private memory
  uint64_t shared_words = 0, private_words = 0;          // of 32 bits, of all threads
  uint64_t bank_conflicts = 0;                           // register file: cycles operands waited
  uint64_t icache_hits = 0, icache_misses = 0;
  uint64_t max_resident_warps = 0, max_resident_blocks = 0;
  uint64_t resident_warp_cycles = 0;                 // sum over cycles of the warps resident
  uint64_t register_reads = 0, register_writes = 0;  // vector registers, of all threads
  uint64_t register_words_read = 0, register_words_written = 0;  // that the file's banks moved
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
  /// One bucket per number of threads up to the width of a warp, and of the packets of a cycle; at
  /// most kWidestBucket.
  void size_for(uint32_t warp, uint32_t packets_per_cycle = 1) {
    auto widen = [](std::vector<uint64_t>& buckets, size_t widest) {
      size_t count = std::min(widest, kWidestBucket) + 1;
      if (buckets.size() < count) buckets.resize(count);
    };
    widen(occupancy, warp);
    widen(active_lanes, size_t{warp} * packets_per_cycle);
  }
  /// So that it has all the buckets of another.
  void widen_to(const CoreCounters& o) {
    occupancy.resize(std::max(occupancy.size(), o.occupancy.size()));
    active_lanes.resize(std::max(active_lanes.size(), o.active_lanes.size()));
  }
  /// A packet issued of a warp with so many groups to choose from.
  void count_paths(uint64_t paths) {
    schedulable_paths += paths;
    most_paths = std::max(most_paths, paths);
  }
  /// After size_for: a packet of so many threads issued.
  void count_packet(OpClass op, uint64_t threads) {
    warp_instructions++;
    thread_instructions += threads;
    mix[static_cast<size_t>(op)]++;
    uint64_t bucket = std::min<uint64_t>(threads, occupancy.size() - 1);
    occupancy[bucket]++;
    beyond_occupancy += threads - bucket;
  }
  /// After size_for: so many threads were issued in a cycle, or in each of several.
  void count_lanes(uint64_t threads, uint64_t cycles_of_it = 1) {
    active_lanes[std::min<uint64_t>(threads, active_lanes.size() - 1)] += cycles_of_it;
  }
};

/// One branch instruction (place in the kernel), of one SM or of all.
struct BranchCounters {
  uint32_t pc = 0;                      // index of the instruction in the kernel
  uint32_t line = 0;                    // of the PTX source
  uint64_t executed = 0, diverged = 0;  // packets
  uint64_t interleavable = 0;           // packets that left work on more than one side
  uint64_t taken = 0, not_taken = 0;    // threads
  /// Of divergences that healed: cycles from resolving until the threads that parted and still live
  /// were together again at the reconvergence point.
  uint64_t reconverge_cycles = 0, reconvergences = 0;
};

/// Everything counted of one SM (or, merged, of all). L2, network and DRAM are of the whole machine
/// and the same in every SM's.
struct Counters {
  CoreCounters core;
  MemoryCounters memory;
};

}  // namespace heddle
