// The keys of the machine as a whole, its cores, their front ends and register files.
#include "config/schema_rows.hpp"

namespace heddle {

namespace {

std::vector<Row<MachineConfig>> machine_rows() {
  using C = MachineConfig;
  return {
      {"name", &C::name, text(), "", "What the machine is called in results."},
      {"description", &C::description, text(), "", "One sentence about the machine."},
      {"sms", &C::sms, count(1, 4096), "cores", "Cores (streaming multiprocessors)."},
      {"seed", &C::seed, count(0, kMostLong), "", "Where all pseudo-random choices start."},
      {"max_cycles", &C::max_cycles, count(0, kMostLong), "core cycles",
       "A launch that runs longer is stopped with its statistics so far; 0 is no limit."},
  };
}

std::vector<Row<ClockConfig>> clock_rows() {
  using C = ClockConfig;
  return {
      {"core", &C::core, clock_rate(), "kHz", "Clock of the cores and their L1 caches."},
      {"interconnect", &C::interconnect, clock_rate(), "kHz", "Clock of the crossbar and the L2."},
      {"memory", &C::memory, clock_rate(), "kHz", "Command clock of the DRAM."},
  };
}

std::vector<Row<CoreConfig>> core_rows() {
  using C = CoreConfig;
  return {
      {"warp", &C::warp, count(1, 1024), "threads",
       "Threads of a hardware warp; PTX's own warps stay 32 threads."},
      {"lanes", &C::lanes, count(1, 1024), "lanes", "SIMD width of the core."},
      {"max_threads", &C::max_threads, count(1, 2048), "threads", "Threads resident at once."},
      {"max_warps", &C::max_warps, count(1, 2048), "warps", "Hardware warps resident at once."},
      {"max_blocks", &C::max_blocks, count(1, 2048), "blocks", "Blocks resident at once."},
      {"shared_bytes", &C::shared_bytes, bytes(0, 1 << 30), "bytes",
       "Shared memory of a core, divided among its blocks."},
      {"shared_banks", &C::shared_banks, count(1, 1024), "banks",
       "Banks of shared memory, each 4 bytes wide."},
      {"shared_latency", &C::shared_latency, count(1, 1000), "core cycles",
       "From the access without conflicts until the value can be used."},
      {"private_bytes", &C::private_bytes, bytes(0, 1 << 30), "bytes",
       "On-chip memory of a core for .local; 0 puts .local into device memory."},
      {"private_banks", &C::private_banks, count(1, 1024), "banks", "Banks of that memory."},
      {"private_latency", &C::private_latency, count(1, 1000), "core cycles",
       "From the access until the value can be used."},
      {"schedulers", &C::schedulers, count(1, 64), "schedulers",
       "Schedulers of a core; each has the warps whose number, modulo this, is its own."},
      {"issue_per_scheduler", &C::issue_per_scheduler, count(1, 64), "packets per cycle",
       "Packets that one scheduler may issue in a cycle."},
      {"scheduler_latency", &C::scheduler_latency, count(1, 1000), "core cycles",
       "Cycles that a scheduler takes to choose; all but the first lengthen the pipeline."},
      {"extra_stages", &C::extra_stages, count(0, 1000), "core cycles",
       "Stages between issue and execution (register access, delivery of instructions)."},
      {"writeback_ports", &C::writeback_ports, count(0, 1024), "packets per cycle",
       "Results that can be written in a cycle; 0 is unlimited."},
      {"broadcast_latency", &C::broadcast_latency, count(0, 1000), "core cycles",
       "With arch.scalar_units: so much longer it takes a vector instruction to get an operand "
       "from "
       "the scalar register file."},
  };
}

std::vector<Row<UnitConfig>> unit_rows() {
  using C = UnitConfig;
  return {
      {"lanes", &C::lanes, count(1, 1024), "threads per cycle",
       "Threads that one unit takes in a cycle; wider packets run in waves."},
      {"count", &C::count, count(0, 64), "units", "Units of this kind in a core."},
  };
}

std::vector<Row<OpTiming>> timing_rows() {
  using C = OpTiming;
  return {
      {"unit", &C::unit, word({"sp", "sfu", "lsu", "dp"}), "", "The unit that executes the class."},
      {"latency", &C::latency, count(1, 1000), "core cycles",
       "From the start of a wave until its results can be used (of memory accesses: until the "
       "request leaves for the cache or the banks)."},
      {"initiation", &C::initiation, count(1, 1000), "core cycles",
       "Until the unit's lanes take the next wave of this packet or another."},
  };
}

std::vector<Row<FetchConfig>> fetch_rows() {
  using C = FetchConfig;
  return {
      {"per_cycle", &C::per_cycle, count(1, 64), "fetches",
       "Fetches that begin in a cycle, each for another group of threads."},
      {"width", &C::width, count(1, 1024), "instructions", "Instructions that one fetch brings."},
      {"buffer", &C::buffer, count(1, 1024), "instructions",
       "Instructions buffered for each group of threads."},
      {"ahead", &C::ahead, flag(), "",
       "Instructions are fetched into buffers before a scheduler chooses. Otherwise fetch and "
       "decode are stages behind its choice, as in a barrel core."},
      {"latency", &C::latency, count(1, 1000), "core cycles",
       "From fetch to the instruction buffer on a hit, decode included; without fetch.ahead, the "
       "stages of fetch and decode."},
      {"miss_latency", &C::miss_latency, count(1, 1'000'000), "core cycles",
       "Until the line of a miss has arrived."},
      {"instruction_bytes", &C::instruction_bytes, bytes(1, 256), "bytes",
       "Bytes of an instruction in the instruction cache."},
  };
}

std::vector<Row<RegisterFileConfig>> register_rows() {
  using C = RegisterFileConfig;
  return {
      {"registers", &C::registers, count(1, 1 << 28), "registers", "32-bit registers of a core."},
      {"banks", &C::banks, count(0, 1024), "banks",
       "Banks of the register file; 0 lets operands never conflict."},
      {"ports", &C::ports, count(1, 64), "reads per cycle", "Read ports of a bank."},
      {"collectors", &C::collectors, count(1, 1024), "units", "Operand collector units."},
      {"read_latency", &C::read_latency, count(0, 1000), "core cycles",
       "Cycles of reading operands without conflicts."},
      {"layout", &C::layout, word({"ideal", "single-decoder", "per-lane", "crossbar"}), "",
       "How registers of threads lie in banks."},
      {"allocation", &C::allocation, word({"block", "warp", "thread"}), "",
       "When registers are freed: with the block or with the warp; thread is as warp, and a "
       "partial "
       "warp has registers only for the threads it has, which needs temporal lanes."},
      {"granularity", &C::granularity, count(1, 1 << 20), "registers",
       "Registers are allocated in multiples of this, per warp."},
      {"limit_blocks", &C::limit_blocks, flag(), "",
       "A block is admitted only while its registers fit."},
      {"scalar_registers", &C::scalar_registers, count(0, 1 << 28), "registers",
       "With arch.scalar_units: 32-bit scalar registers of a core, in a file of their own."},
  };
}

std::vector<Row<DwfConfig>> dwf_rows() {
  using C = DwfConfig;
  return {
      {"lut_entries", &C::lut_entries, count(1, 1 << 16), "entries",
       "Dynamic warp formation: entries of the PC-warp LUT."},
      {"lut_ways", &C::lut_ways, count(1, 1 << 16), "ways", "Its associativity."},
      {"majority_entries", &C::majority_entries, count(1, 1 << 16), "entries",
       "PCs that the policies majority and minority count; others come last."},
  };
}

std::vector<Row<LargeWarpConfig>> large_warp_rows() {
  using C = LargeWarpConfig;
  return {
      {"size", &C::size, count(32, 1024), "threads",
       "Large warps: threads of one, a multiple of core.warp (the width of a sub-warp) and 32."},
      {"jump_slot", &C::jump_slot, flag(), "",
       "An unconditional branch of a large warp takes one slot; otherwise one per sub-warp."},
      {"guard_packing", &C::guard_packing, flag(), "",
       "Sub-warps hold only threads that execute the instruction; otherwise all active threads, "
       "some of which its guard may keep from it."},
  };
}

std::vector<Row<TbcConfig>> tbc_rows() {
  using C = TbcConfig;
  return {
      {"block", &C::block, count(32, 1024), "threads",
       "Thread block compaction: consecutive threads whose warps wait for each other at branches "
       "and are compacted together; a multiple of core.warp and 32."},
  };
}

std::vector<Row<DualPathConfig>> dual_path_rows() {
  using C = DualPathConfig;
  return {
      {"forwarding", &C::forwarding, flag(), "",
       "Dual-path execution: a free slot at the top of the stack goes to a path of a lower entry."},
      {"memory_split", &C::memory_split, flag(), "",
       "A path parts into the threads whose load has returned and the others, into a free slot."},
      {"software_stack", &C::software_stack, flag(), "",
       "Entries are popped by instructions: the first pop disables its path, the second pops."},
      {"scheduler_entries", &C::scheduler_entries, count(1, 2), "paths",
       "Paths of a warp that its scheduler sees; with 1 they take turns after a cache miss or "
       "another operation of long latency."},
  };
}

std::vector<Row<DwsConfig>> dws_rows() {
  using C = DwsConfig;
  return {
      {"threshold", &C::threshold, count(0, 1 << 20), "instructions",
       "Dynamic warp subdivision: a branch subdivides its warp when the basic block at its "
       "post-dominator has at most so many."},
      {"memory_split", &C::memory_split, flag(), "",
       "Warps are also subdivided when a load has returned for some of their threads."},
  };
}

std::vector<Row<FrontierConfig>> frontier_rows() {
  using C = FrontierConfig;
  return {
      {"paths", &C::paths, count(1, 2), "paths",
       "Thread frontiers: splits of a warp that may run, the first ones in the order of the code."},
      {"constraints", &C::constraints, flag(), "",
       "The second of two waits at a reconvergence point that the first has yet to reach."},
      {"memory_split", &C::memory_split, flag(), "",
       "A load that needs several accesses to the cache splits its warp as a branch does."},
      {"cold_entries", &C::cold_entries, count(1, 1 << 16), "entries",
       "Splits that the cold table of a core holds: those of all warps but the first two of each."},
  };
}

std::vector<Row<ArchConfig>> arch_rows() {
  using C = ArchConfig;
  return {
      {"divergence", &C::divergence, variant(kDivergenceNames), "",
       "How diverged threads run and reconverge."},
      {"dependence", &C::dependence, variant(kDependenceNames), "",
       "How pending results hold instructions back."},
      {"scoreboard_entries", &C::scoreboard_entries, count(0, 4096), "entries",
       "Results in flight per warp that a scoreboard tracks; 0 is unlimited."},
      {"schedule", &C::schedule, variant(kSchedulerNames), "",
       "How a scheduler chooses among ready groups."},
      {"fetch_group", &C::fetch_group, count(1, 2048), "warps",
       "Two-level scheduling: warps of a fetch group."},
      {"group_timeout", &C::group_timeout, count(0, kMostLong), "instructions",
       "Two-level scheduling: instructions after which the next group is preferred; 0 is never."},
      {"secondary", &C::secondary, word({"none", "same-warp", "best-fit"}), "",
       "What a scheduler issues as the second instruction of a cycle: nothing but its own next "
       "choice; the other split of the first one's warp, or where there is none, what another warp "
       "has for another unit; or whatever fits best into the lanes that the first leaves."},
      {"lookup_ways", &C::lookup_ways, count(0, 2048), "warps",
       "Best fit: warps that it looks at, a set given by the first one's number; 0 is all."},
      {"datapath", &C::datapath, word({"spatial", "row", "interwoven", "temporal"}), "",
       "How packets occupy lanes: units of a kind each take packets (spatial), form one row that "
       "takes a packet (row), or one that takes two on different lanes (interwoven); or each lane "
       "runs through the active threads of a packet of its own (temporal)."},
      {"bundle", &C::bundle, count(1, 32), "threads",
       "Temporal lanes: neighbouring threads that a lane executes per cycle; the lanes of the sp "
       "units divided by it are the temporal lanes of a core."},
      {"lane_lock", &C::lane_lock, flag(), "",
       "Temporal lanes: a warp runs only in the lane that has its registers; without, which no "
       "hardware could do, in any."},
      {"lane_map", &C::lane_map,
       word({"identity", "swizzle", "mirror-odd", "mirror-half", "xor", "xor-rev"}), "",
       "Which lane a thread of a warp has; swizzle is for dynamic warp formation only."},
      {"scalarization", &C::scalarization, word({"none", "convergent", "divergent"}), "",
       "Which instructions execute once for a warp, with registers of which it has one: none; "
       "those "
       "whose operands are equal in all threads, where these are surely together (convergent, Lee "
       "et al. 2013); or wherever no other path needs the register (divergent, lucas2015)."},
      {"scalar_units", &C::scalar_units, flag(), "",
       "Scalar instructions execute in core.units.scalar, beside vector instructions, with "
       "registers.scalar_registers."},
  };
}

}  // namespace

void add_core_keys(std::vector<ConfigKey>& keys) {
  add_rows(
      keys, "", machine_rows(), [](auto& c) -> auto& { return c; });
  add_rows(
      keys, "clock.", clock_rows(), [](auto& c) -> auto& { return c.clock; });
  add_rows(
      keys, "arch.", arch_rows(), [](auto& c) -> auto& { return c.arch; });
  add_rows(
      keys, "dwf.", dwf_rows(), [](auto& c) -> auto& { return c.dwf; });
  add_rows(
      keys, "large_warp.", large_warp_rows(), [](auto& c) -> auto& { return c.large_warp; });
  add_rows(
      keys, "tbc.", tbc_rows(), [](auto& c) -> auto& { return c.tbc; });
  add_rows(
      keys, "dual_path.", dual_path_rows(), [](auto& c) -> auto& { return c.dual_path; });
  add_rows(
      keys, "dws.", dws_rows(), [](auto& c) -> auto& { return c.dws; });
  add_rows(
      keys, "frontier.", frontier_rows(), [](auto& c) -> auto& { return c.frontier; });
  add_rows(
      keys, "core.", core_rows(), [](auto& c) -> auto& { return c.core; });
  for (size_t i = 0; i < static_cast<size_t>(Unit::Count); i++)
    add_rows(
        keys, "core.units." + std::string(unit_name(static_cast<Unit>(i))) + ".",
        unit_rows(), [i](auto& c) -> auto& { return c.core.units[i]; });
  for (size_t i = 0; i < static_cast<size_t>(OpClass::Count); i++)
    add_rows(
        keys, "core.timing." + std::string(op_class_name(static_cast<OpClass>(i))) + ".",
        timing_rows(), [i](auto& c) -> auto& { return c.core.timing[i]; });
  add_rows(
      keys, "registers.", register_rows(), [](auto& c) -> auto& { return c.registers; });
  add_rows(
      keys, "fetch.", fetch_rows(), [](auto& c) -> auto& { return c.fetch; });
  add_rows(
      keys, "fetch.l1i.", cache_rows({}), [](auto& c) -> auto& { return c.fetch.l1i; });
}

}  // namespace heddle
