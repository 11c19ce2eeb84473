// The keys of the machine as a whole, its cores, their front ends and register files.
#include "config/schema_rows.hpp"

namespace heddle {

namespace {

std::vector<Row<MachineConfig>> machine_rows() {
  using C = MachineConfig;
  return {
      {"name", &C::name, text(), "", "Name of the machine in results."},
      {"description", &C::description, text(), "", "One sentence about the machine."},
      {"sms", &C::sms, count(1, 4096), "cores", "Cores (streaming multiprocessors)."},
      {"dispatch", &C::dispatch, word({"first-free", "even", "fixed"}), "",
       "Which core runs a block. first-free: the next block goes to the core that has room first. "
       "even: the same, but of the last blocks, too few to fill all cores once more, a core "
       "whose warps have diverged runs no more than its share at a time, so that one that is a few "
       "cycles ahead leaves the others theirs. "
       "fixed: block b runs on core b modulo sms, whatever the others do, so that a comparison of "
       "two machines does not depend on which core happens to be free a few cycles earlier."},
      {"seed", &C::seed, count(0, kMostLong), "", "Seed of all pseudo-random choices."},
      {"max_cycles", &C::max_cycles, count(0, kMostLong), "core cycles",
       "A launch that runs longer is stopped and keeps its statistics so far; 0 means no limit."},
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
       "Threads per hardware warp; the warps that PTX sees always have 32 threads."},
      {"lanes", &C::lanes, count(1, 1024), "lanes", "SIMD width of the core."},
      {"max_threads", &C::max_threads, count(1, 2048), "threads", "Maximum resident threads."},
      {"max_warps", &C::max_warps, count(1, 2048), "warps", "Maximum resident hardware warps."},
      {"max_blocks", &C::max_blocks, count(1, 2048), "blocks", "Maximum resident blocks."},
      {"shared_bytes", &C::shared_bytes, bytes(0, 1 << 30), "bytes",
       "Shared memory of a core, divided among its resident blocks."},
      {"shared_banks", &C::shared_banks, count(1, 1024), "banks",
       "Banks of shared memory, each 4 bytes wide."},
      {"shared_latency", &C::shared_latency, count(1, 1000), "core cycles",
       "Latency of an access without bank conflicts."},
      {"private_bytes", &C::private_bytes, bytes(0, 1 << 30), "bytes",
       "On-chip memory of a core for .local; 0 places .local in device memory."},
      {"private_banks", &C::private_banks, count(1, 1024), "banks",
       "Banks of the on-chip memory for .local."},
      {"private_latency", &C::private_latency, count(1, 1000), "core cycles",
       "Latency of an access to the on-chip memory for .local."},
      {"schedulers", &C::schedulers, count(1, 64), "schedulers",
       "Schedulers of a core; warp w belongs to scheduler w modulo this number."},
      {"issue_per_scheduler", &C::issue_per_scheduler, count(1, 64), "packets per cycle",
       "Packets that one scheduler can issue per cycle."},
      {"scheduler_latency", &C::scheduler_latency, count(1, 1000), "core cycles",
       "Cycles that a scheduler needs for a decision; all but the first lengthen the pipeline."},
      {"extra_stages", &C::extra_stages, count(0, 1000), "core cycles",
       "Additional stages between issue and execution (register access, delivery of "
       "instructions)."},
      {"replays", &C::replays, flag(), "",
       "A load from device memory whose threads need several accesses is replayed: it takes an "
       "issue slot for every access after its first. Not with large warps, block compaction, mimd, "
       "interweaving or temporal lanes; where loads split their warp, the splits issue instead."},
      {"writeback_ports", &C::writeback_ports, count(0, 1024), "packets per cycle",
       "Results that can be written per cycle; 0 means unlimited."},
      {"broadcast_latency", &C::broadcast_latency, count(0, 1000), "core cycles",
       "With arch.scalar_units: extra latency of a vector instruction that reads an operand from "
       "the scalar register file."},
  };
}

std::vector<Row<UnitConfig>> unit_rows() {
  using C = UnitConfig;
  return {
      {"lanes", &C::lanes, count(1, 1024), "threads per cycle",
       "Threads that one unit starts per cycle; wider packets execute in several waves."},
      {"count", &C::count, count(0, 64), "units", "Units of this kind in a core."},
  };
}

std::vector<Row<OpTiming>> timing_rows() {
  using C = OpTiming;
  return {
      {"unit", &C::unit, word({"sp", "sfu", "lsu", "dp"}), "", "Unit that executes this class."},
      {"latency", &C::latency, count(1, 1000), "core cycles",
       "From the start of a wave until its results are available (memory accesses: until the "
       "request leaves for the cache or the banks)."},
      {"initiation", &C::initiation, count(1, 1000), "core cycles",
       "Cycles before the unit's lanes accept the next wave, of this packet or another."},
  };
}

std::vector<Row<FetchConfig>> fetch_rows() {
  using C = FetchConfig;
  return {
      {"per_cycle", &C::per_cycle, count(1, 64), "fetches",
       "Fetches that start per cycle, each for a different thread group."},
      {"width", &C::width, count(1, 1024), "instructions", "Instructions delivered by one fetch."},
      {"buffer", &C::buffer, count(1, 1024), "instructions",
       "Instructions buffered per thread group."},
      {"ahead", &C::ahead, flag(), "",
       "Instructions are fetched into buffers before a scheduler selects a group. Otherwise fetch "
       "and decode are pipeline stages after the selection, as in a barrel core."},
      {"latency", &C::latency, count(1, 1000), "core cycles",
       "From fetch to the instruction buffer on a hit, including decode; without fetch.ahead, the "
       "number of fetch and decode stages."},
      {"miss_latency", &C::miss_latency, count(1, 1'000'000), "core cycles",
       "Cycles until the line of a miss arrives."},
      {"instruction_bytes", &C::instruction_bytes, bytes(1, 256), "bytes",
       "Size of an instruction in the instruction cache."},
  };
}

std::vector<Row<RegisterFileConfig>> register_rows() {
  using C = RegisterFileConfig;
  return {
      {"registers", &C::registers, count(1, 1 << 28), "registers", "32-bit registers per core."},
      {"banks", &C::banks, count(0, 1024), "banks",
       "Banks of the register file; 0 means no bank conflicts."},
      {"ports", &C::ports, count(1, 64), "reads per cycle", "Read ports per bank."},
      {"collectors", &C::collectors, count(1, 1024), "units", "Operand collector units."},
      {"read_latency", &C::read_latency, count(0, 1000), "core cycles",
       "Cycles to read operands without bank conflicts."},
      {"layout", &C::layout, word({"ideal", "single-decoder", "per-lane", "crossbar"}), "",
       "How the threads' registers are laid out in banks."},
      {"allocation", &C::allocation, word({"block", "warp", "thread"}), "",
       "When registers are freed: at the end of the block or of the warp. thread works like warp, "
       "but a partial warp gets registers only for its existing threads; it needs temporal lanes."},
      {"granularity", &C::granularity, count(1, 1 << 20), "registers",
       "Registers are allocated per warp in multiples of this number."},
      {"per_thread", &C::per_thread, count(0, 1024), "registers",
       "Vector registers allocated to each thread, as if the kernel had been compiled for that "
       "number; 0 means as many as it needs. Only the number of resident blocks depends on it."},
      {"limit_blocks", &C::limit_blocks, flag(), "",
       "A block becomes resident only if its registers fit."},
      {"scalar_registers", &C::scalar_registers, count(0, 1 << 28), "registers",
       "With arch.scalar_units: 32-bit scalar registers per core, in a separate file."},
  };
}

std::vector<Row<DwfConfig>> dwf_rows() {
  using C = DwfConfig;
  return {
      {"lut_entries", &C::lut_entries, count(1, 1 << 16), "entries",
       "Dynamic warp formation: entries of the PC-warp LUT."},
      {"lut_ways", &C::lut_ways, count(1, 1 << 16), "ways", "Associativity of the PC-warp LUT."},
      {"majority_entries", &C::majority_entries, count(1, 1 << 16), "entries",
       "PCs that the policies majority and minority count; all other PCs have the lowest "
       "priority."},
  };
}

std::vector<Row<LargeWarpConfig>> large_warp_rows() {
  using C = LargeWarpConfig;
  return {
      {"size", &C::size, count(32, 1024), "threads",
       "Large warps: threads per large warp, a multiple of core.warp (the sub-warp width) and 32."},
      {"jump_slot", &C::jump_slot, flag(), "",
       "An unconditional branch of a large warp takes one issue slot; otherwise one per sub-warp."},
      {"guard_packing", &C::guard_packing, flag(), "",
       "Sub-warps contain only threads that execute the instruction; otherwise all active threads, "
       "including those whose guard predicate is false."},
  };
}

std::vector<Row<TbcConfig>> tbc_rows() {
  using C = TbcConfig;
  return {
      {"block", &C::block, count(32, 1024), "threads",
       "Thread block compaction: number of consecutive threads whose warps synchronize at branches "
       "and are compacted together; a multiple of core.warp and 32."},
  };
}

std::vector<Row<DualPathConfig>> dual_path_rows() {
  using C = DualPathConfig;
  return {
      {"forwarding", &C::forwarding, flag(), "",
       "Dual-path execution: a path of a lower stack entry can use a free slot of the top entry."},
      {"memory_split", &C::memory_split, flag(), "",
       "A path splits into the threads whose load has returned and the others, if a slot is free."},
      {"software_stack", &C::software_stack, flag(), "",
       "Instructions pop stack entries: the first pop disables its path, the second pops the "
       "entry."},
      {"scheduler_entries", &C::scheduler_entries, count(1, 2), "paths",
       "Paths of a warp visible to the scheduler; with 1, paths alternate after a cache miss or "
       "another long-latency operation."},
      {"turns_after_shared", &C::turns_after_shared, flag(), "",
       "With one path visible to the scheduler: an access of shared memory is a long-latency "
       "operation."},
      {"turns_always", &C::turns_always, flag(), "",
       "With one path visible to the scheduler: paths alternate after every instruction."},
  };
}

std::vector<Row<DwsConfig>> dws_rows() {
  using C = DwsConfig;
  return {
      {"threshold", &C::threshold, count(0, 1 << 20), "instructions",
       "Dynamic warp subdivision: a branch subdivides its warp if the basic block at its "
       "post-dominator has at most this many instructions."},
      {"memory_split", &C::memory_split, flag(), "",
       "Warps are also subdivided when a load returns for only some of their threads."},
  };
}

std::vector<Row<FrontierConfig>> frontier_rows() {
  using C = FrontierConfig;
  return {
      {"paths", &C::paths, count(1, 2), "paths",
       "Thread frontiers: splits of a warp that can run at once, the first ones in code order."},
      {"constraints", &C::constraints, flag(), "",
       "The second split waits at a reconvergence point that the first has not reached yet."},
      {"memory_split", &C::memory_split, flag(), "",
       "A load that needs several cache accesses splits its warp like a branch."},
      {"cold_entries", &C::cold_entries, count(1, 1 << 16), "entries",
       "Entries of a core's cold table, which holds all splits except the first two of each warp."},
  };
}

std::vector<Row<ArchConfig>> arch_rows() {
  using C = ArchConfig;
  return {
      {"divergence", &C::divergence, variant(kDivergenceNames), "",
       "Divergence mechanism: how diverged threads execute and reconverge."},
      {"dependence", &C::dependence, variant(kDependenceNames), "",
       "How data dependences on pending results are tracked."},
      {"scoreboard_entries", &C::scoreboard_entries, count(0, 4096), "entries",
       "Pending results per warp that a scoreboard tracks; 0 means unlimited."},
      {"schedule", &C::schedule, scheduler(), "",
       "How a scheduler selects among ready thread groups."},
      {"fetch_group", &C::fetch_group, count(1, 2048), "warps",
       "Two-level scheduling: warps per fetch group."},
      {"group_timeout", &C::group_timeout, count(0, kMostLong), "instructions",
       "Two-level scheduling: instructions after which the next group is preferred; 0 means "
       "never."},
      {"secondary", &C::secondary, word({"none", "same-warp", "best-fit"}), "",
       "What a scheduler issues as the second instruction of a cycle. none: only its own next "
       "choice. same-warp: the other split of the first instruction's warp or, if there is none, "
       "an "
       "instruction of another warp for a different unit. best-fit: the instruction that best "
       "fills "
       "the lanes left free by the first."},
      {"lookup_ways", &C::lookup_ways, count(0, 2048), "warps",
       "best-fit: warps considered, a set selected by the first warp's number; 0 means all."},
      {"datapath", &C::datapath, word({"spatial", "row", "interwoven", "temporal"}), "",
       "How packets occupy lanes. spatial: each unit takes its own packet. row: the units of a "
       "kind "
       "form one row that takes one packet. interwoven: a row can take two packets on disjoint "
       "lanes. temporal: each lane executes the active threads of its own packet one after "
       "another."},
      {"bundle", &C::bundle, count(1, 32), "threads",
       "Temporal lanes: adjacent threads that a lane executes per cycle. A core has as many "
       "temporal lanes as its sp units have lanes, divided by this number."},
      {"lane_lock", &C::lane_lock, flag(), "",
       "Temporal lanes: a warp runs only in the lane that holds its registers; if false, in any "
       "lane, which is not possible in hardware."},
      {"lane_map", &C::lane_map,
       word({"identity", "swizzle", "mirror-odd", "mirror-half", "xor", "xor-rev"}), "",
       "Mapping of a warp's threads to lanes; swizzle is for dynamic warp formation only."},
      {"scalarization", &C::scalarization, word({"none", "convergent", "divergent"}), "",
       "Which instructions execute once per warp, on scalar registers. none: no instruction. "
       "convergent (Lee et al. 2013): instructions with uniform operands where the warp is "
       "certainly converged. divergent (lucas2015): also in divergent code where no other path "
       "needs the register."},
      {"scalar_units", &C::scalar_units, flag(), "",
       "Scalar instructions execute in core.units.scalar, in parallel with vector instructions, "
       "and "
       "use registers.scalar_registers."},
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
