// Statistics derived from counters. Each description gives the formula.
#include <algorithm>

#include "stats/schema_rows.hpp"

namespace heddle {

namespace {

using Formula = std::optional<double> (*)(const Counters&, const Scope&);

std::optional<double> miss_rate(const CacheCounters& c) {
  return ratio(c.read_misses + c.write_misses, c.reads + c.writes);
}

struct Derived {
  std::string_view name, unit, sentence;
  Formula formula;
};

constexpr Derived kCore[] = {
    {"derived.ipc", "instructions per cycle", "thread_instructions / cycles.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.thread_instructions, c.core.cycles);
     }},
    {"derived.peak_ipc", "instructions per cycle",
     "Upper bound on derived.ipc of an SM: core.schedulers × core.issue_per_scheduler × core.warp, "
     "or the number of lanes of its sp, sfu and lsu units, whichever is less.",
     [](const Counters&, const Scope& s) -> std::optional<double> {
       const CoreConfig& core = s.config.core;
       uint64_t lanes = 0;
       for (Unit u : {Unit::Sp, Unit::Sfu, Unit::Lsu}) {
         const UnitConfig& unit = core.units[static_cast<size_t>(u)];
         lanes += uint64_t{unit.lanes} * unit.count;
       }
       uint64_t issued = uint64_t{core.schedulers} * core.issue_per_scheduler * core.warp;
       return static_cast<double>(std::min(issued, lanes));
     }},
    {"derived.warp_ipc", "packets per cycle", "warp_instructions / cycles.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.warp_instructions, c.core.cycles);
     }},
    {"derived.simd_efficiency", "ratio",
     "Mean fraction of a warp's threads that are active in a slot with a packet: "
     "thread_instructions / ((warp_instructions - joined_packets) × core.warp).",
     [](const Counters& c, const Scope& s) {
       return ratio(c.core.thread_instructions,
                    (c.core.warp_instructions - c.core.joined_packets) * s.config.core.warp);
     }},
    {"derived.lane_utilisation", "ratio",
     "Thread instructions per SP lane and cycle (the other units can raise it above 1): "
     "thread_instructions / (cycles × SMs × core.units.sp.lanes × core.units.sp.count).",
     [](const Counters& c, const Scope& s) {
       const UnitConfig& sp = s.config.core.units[static_cast<size_t>(Unit::Sp)];
       return ratio(c.core.thread_instructions,
                    c.core.cycles * s.sms * uint64_t{sp.lanes} * sp.count);
     }},
    {"derived.issue_utilisation", "ratio", "slots.issued / issue_slots.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.slots[static_cast<size_t>(Cause::Issued)], c.core.issue_slots);
     }},
    {"derived.divergence_rate", "ratio", "divergent_branches / branches.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.divergent_branches, c.core.branches);
     }},
    {"derived.avg_path", "groups",
     "schedulable_paths / warp_instructions: mean number of groups of a warp that can be scheduled "
     "when one of them issues (rhu2013, Equation 1).",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.schedulable_paths, c.core.warp_instructions);
     }},
    {"derived.warp_occupancy", "ratio", "resident_warp_cycles / (active_cycles × core.max_warps).",
     [](const Counters& c, const Scope& s) {
       return ratio(c.core.resident_warp_cycles, c.core.active_cycles * s.config.core.max_warps);
     }},
    {"derived.sub_warps_per_instruction", "packets",
     "Large warps: (packing.sub_warps + packing.jumps) / instructions.",
     [](const Counters& c, const Scope&) {
       const PackingCounters& p = c.core.packing;
       uint64_t instructions = 0;
       for (uint64_t n : p.instructions) instructions += n;
       return ratio(p.sub_warps + p.jumps, instructions);
     }},
    {"derived.sub_warp_fill", "ratio",
     "Large warps: packing.threads / (packing.sub_warps × core.warp).",
     [](const Counters& c, const Scope& s) {
       const PackingCounters& p = c.core.packing;
       return ratio(p.threads, p.sub_warps * s.config.core.warp);
     }},
    {"derived.co_issue_rate", "ratio",
     "(interweave.same_warp + interweave.other_warp + interweave.other_unit) / (warp_instructions "
     "- these): fraction of issuing cycles that issued two instructions.",
     [](const Counters& c, const Scope&) {
       const InterweaveCounters& i = c.core.interweave;
       uint64_t pairs = i.same_warp + i.other_warp + i.other_unit;
       return ratio(pairs, c.core.warp_instructions - pairs);
     }},
    {"derived.run_ahead", "instructions",
     "frontier.ahead / frontier.second_packets: mean distance of a second split ahead of the "
     "first.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.frontier.ahead, c.core.frontier.second_packets);
     }},
    {"derived.effective_simd_efficiency", "ratio",
     "Threads per occupied slot, after compaction: thread_instructions / "
     "temporal.thread_slots with temporal lanes, otherwise derived.simd_efficiency.",
     [](const Counters& c, const Scope& s) {
       uint64_t slots = c.core.temporal.thread_slots;
       return ratio(c.core.thread_instructions,
                    slots > 0 ? slots : c.core.warp_instructions * s.config.core.warp);
     }},
    {"derived.lanes_active_static", "lanes",
     "temporal.lanes_active_static / active_cycles, each summed over SMs: mean number of lanes "
     "with "
     "a warp while the core has a block.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.temporal.lanes_static, c.core.active_cycles);
     }},
    {"derived.lanes_active_dynamic", "lanes",
     "temporal.lanes_active_dynamic / active_cycles: mean number of lanes with a warp that is not "
     "waiting for memory.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.temporal.lanes_dynamic, c.core.active_cycles);
     }},
    {"derived.lane_warps", "warps",
     "temporal.warps / active_cycles: mean number of warps on a core with temporal lanes while it "
     "has a block.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.temporal.warps, c.core.active_cycles);
     }},
    {"derived.idle_share", "ratio", "active_lanes.n0 / (cycles × SMs).",
     [](const Counters& c, const Scope& s) {
       return ratio(c.core.active_lanes.empty() ? 0 : c.core.active_lanes[0],
                    c.core.cycles * s.sms);
     }},
    {"derived.icache_miss_rate", "ratio", "icache.misses / (icache.hits + icache.misses).",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.icache_misses, c.core.icache_hits + c.core.icache_misses);
     }},
};

constexpr Derived kDwf[] = {
    {"derived.dwf_lut_hit_rate", "ratio", "dwf.lut.hits / dwf.lut.lookups.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.dwf.lut_hits, c.core.dwf.lut_lookups);
     }},
    {"derived.dwf_pool_warps", "warps",
     "Mean number of warps waiting in the pool: dwf.pool.warp_cycles / active_cycles.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.dwf.warp_cycles, c.core.active_cycles);
     }},
    {"derived.dwf_pool_pcs", "PCs",
     "Mean number of different PCs of these warps: dwf.pool.pc_cycles / active_cycles.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.dwf.pc_cycles, c.core.active_cycles);
     }},
    {"derived.dwf_threads_per_pc", "threads",
     "Mean number of threads waiting at one PC: dwf.pool.thread_cycles / dwf.pool.pc_cycles.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.dwf.thread_cycles, c.core.dwf.pc_cycles);
     }},
    {"derived.dwf_oldest_wait", "core cycles",
     "Mean waiting time of the oldest warp: dwf.pool.oldest_cycles / dwf.pool.cycles.",
     [](const Counters& c, const Scope&) {
       return ratio(c.core.dwf.oldest_cycles, c.core.dwf.pool_cycles);
     }},
};

constexpr Derived kMemory[] = {
    {"derived.transactions_per_request", "transactions",
     "coalescing.transactions / coalescing.requests; 1 is perfect.",
     [](const Counters& c, const Scope&) {
       return ratio(c.memory.transactions, c.memory.requests);
     }},
    {"derived.l1_miss_rate", "ratio",
     "(l1.read_misses + l1.write_misses) / (l1.reads + l1.writes).",
     [](const Counters& c, const Scope&) { return miss_rate(c.memory.l1); }},
    {"derived.constant_miss_rate", "ratio", "constant.read_misses / constant.reads.",
     [](const Counters& c, const Scope&) { return miss_rate(c.memory.constant); }},
    {"derived.l2_miss_rate", "ratio",
     "(l2.read_misses + l2.write_misses) / (l2.reads + l2.writes).",
     [](const Counters& c, const Scope&) { return miss_rate(c.memory.l2); }},
    {"derived.row_hit_rate", "ratio",
     "dram.row_hits / (dram.row_hits + dram.row_misses + dram.row_conflicts).",
     [](const Counters& c, const Scope&) {
       const MemoryCounters& m = c.memory;
       return ratio(m.row_hits, m.row_hits + m.row_misses + m.row_conflicts);
     }},
    {"derived.dram_utilisation", "ratio", "dram.busy_cycles / dram.cycles.",
     [](const Counters& c, const Scope&) {
       return ratio(c.memory.dram_busy_cycles, c.memory.dram_cycles);
     }},
    {"derived.dram_bandwidth", "GB/s", "dram.bytes / (cycles / clock.core).",
     [](const Counters& c, const Scope& s) {
       return ratio(static_cast<double>(c.memory.dram_bytes) *
                        static_cast<double>(s.config.clock.core) / 1e6,
                    static_cast<double>(c.core.cycles));
     }},
    {"derived.time", "µs", "Simulated time: cycles / clock.core.",
     [](const Counters& c, const Scope& s) {
       return ratio(static_cast<double>(c.core.cycles) * 1000,
                    static_cast<double>(s.config.clock.core));
     }},
};

void add(std::vector<Statistic>& rows, std::span<const Derived> list) {
  for (const Derived& d : list)
    rows.push_back(
        derived(std::string(d.name), std::string(d.unit), std::string(d.sentence), d.formula));
}

}  // namespace

void add_derived_statistics(std::vector<Statistic>& rows) {
  add(rows, kCore);
  add(rows, kDwf);
  add(rows, kMemory);
}

}  // namespace heddle
