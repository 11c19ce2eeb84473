// The statistics of a core.
#include <fmt/format.h>

#include <array>

#include "config/schema.hpp"
#include "stats/schema_rows.hpp"

namespace heddle {

namespace {

struct CauseText {
  std::string_view name, sentence;
};

constexpr std::array<CauseText, kCauses> kCauseTexts = {{
    {"issued", "Slots in which a packet was issued."},
    {"idle_no_warp", "Slots without any thread group to select from."},
    {"dependence",
     "Slots in which every group waited for the result of an arithmetic unit or a branch."},
    {"memory", "Slots in which every group waited for data from memory."},
    {"barrier", "Slots in which every group waited at a barrier or a .sync operation."},
    {"structural_sp", "Slots in which a group was ready but the SP units were busy."},
    {"structural_sfu", "Slots in which a group was ready but the SFU was busy."},
    {"structural_lsu", "Slots in which a group was ready but the load-store unit was busy."},
    {"structural_dp", "Slots in which a group was ready but the double-precision unit was busy."},
    {"structural_scalar", "Slots in which a group was ready but the scalar units were busy."},
    {"structural_collector", "Slots in which a group was ready but no operand collector was free."},
    {"writeback_contention",
     "Slots lost because returning loads used the write-back port; where threads regroup, also "
     "because a branch had more than two next PCs."},
    {"reconvergence_wait", "Slots in which every group waited for other threads to reconverge."},
    {"fetch", "Slots in which no group had its next instruction in the buffer."},
    {"replay", "Slots that a load took for accesses after its first (core.replays)."},
    {"drain",
     "Slots after the last instruction was issued, while operations were still in flight."},
}};

void add_front(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  add("cycles", "core cycles", Merge::Shared, "Elapsed cycles of the core clock.",
      [](auto& c) { return &c.core.cycles; });
  add("active_cycles", "SM cycles", Merge::Sum, "Cycles with at least one resident block.",
      [](auto& c) { return &c.core.active_cycles; });
  add("warp_instructions", "packets", Merge::Sum,
      "Packets issued; a packet is one instruction of a thread group.",
      [](auto& c) { return &c.core.warp_instructions; });
  add("joined_packets", "packets", Merge::Sum,
      "Packets issued in the slot of another: single threads, which use idle lanes (`mimd`).",
      [](auto& c) { return &c.core.joined_packets; });
  add("thread_instructions", "instructions", Merge::Sum,
      "Instructions executed, counted once per thread of the packet.",
      [](auto& c) { return &c.core.thread_instructions; });
  add("issue_slots", "slots", Merge::Sum,
      "Issue slots: schedulers × packets per scheduler, in every cycle.",
      [](auto& c) { return &c.core.issue_slots; });
  for (size_t i = 0; i < kCauses; i++)
    add(fmt::format("slots.{}", kCauseTexts[i].name), "slots", Merge::Sum,
        std::string(kCauseTexts[i].sentence), [i](auto& c) { return &c.core.slots[i]; });
}

void add_histograms(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  for (size_t i = 0; i <= kWidestBucket; i++)
    add(fmt::format("occupancy.w{}", i), i == 0 ? "slots" : "packets", Merge::Sum,
        i == 0
            ? "Slots in which no thread executed: nothing was issued, or the guard was false for "
              "all threads of the packet. Minus slots.writeback_contention (Stall), this is W0 "
              "in Figure 16 of fung2007."
        : i == kWidestBucket
            ? fmt::format("Packets issued with {} or more threads.", i)
            : fmt::format("Packets issued with {} thread{}.", i, i == 1 ? "" : "s"),
        [i](auto& c) { return i < c.core.occupancy.size() ? &c.core.occupancy[i] : nullptr; });
  add("occupancy.beyond", "threads", Merge::Sum,
      "Threads in packets beyond the width of the last bucket (jumps of large warps).",
      [](auto& c) { return &c.core.beyond_occupancy; });
  for (size_t i = 0; i <= kWidestBucket; i++)
    add(fmt::format("active_lanes.n{}", i), "SM cycles", Merge::Sum,
        fmt::format("Cycles in which the issued packets had {}{} thread{} in total.",
                    i == 0 ? "no" : fmt::format("{}", i), i == kWidestBucket ? " or more" : "",
                    i == 1 ? "" : "s"),
        [i](auto& c) {
          return i < c.core.active_lanes.size() ? &c.core.active_lanes[i] : nullptr;
        });
  for (size_t i = 0; i < kOpClasses; i++) {
    auto name = op_class_name(static_cast<OpClass>(i));
    add(fmt::format("mix.{}", name), "packets", Merge::Sum,
        fmt::format("Packets issued of class {}.", name), [i](auto& c) { return &c.core.mix[i]; });
  }
  for (size_t i = 0; i < kOpClasses; i++) {
    auto name = op_class_name(static_cast<OpClass>(i));
    add(fmt::format("work.{}", name), "operations", Merge::Sum,
        fmt::format(
            "Operations of class {} that units executed: one per thread, or one per warp if "
            "scalar.",
            name),
        [i](auto& c) { return &c.core.work[i]; });
  }
  for (size_t i = 0; i < kUnits; i++) {
    auto name = unit_name(static_cast<Unit>(i));
    add(fmt::format("busy_cycles.{}", name), "unit cycles", Merge::Sum,
        fmt::format("Cycles in which a {} unit was busy, summed over these units.", name),
        [i](auto& c) { return &c.core.busy_cycles[i]; });
  }
}

void add_control(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  add("branches", "packets", Merge::Sum, "Conditional and indirect branches executed.",
      [](auto& c) { return &c.core.branches; });
  add("divergent_branches", "packets", Merge::Sum,
      "Branches after which the threads of the packet were at different PCs.",
      [](auto& c) { return &c.core.divergent_branches; });
  add("interleavable_branches", "packets", Merge::Sum,
      "Divergent branches with work on more than one side before the reconvergence point.",
      [](auto& c) { return &c.core.interleavable_branches; });
  add("schedulable_paths", "groups", Merge::Sum,
      "Groups of the packet's warp that a scheduler could select, summed over all packets.",
      [](auto& c) { return &c.core.schedulable_paths; });
  add("false_dependences", "packets", Merge::Sum,
      "Packets that waited for a register although none of their threads had a pending result for "
      "it.",
      [](auto& c) { return &c.core.false_dependences; });
  add("subdivisions", "packets", Merge::Sum,
      "Divergent branches whose paths became concurrent groups, without using the stack.",
      [](auto& c) { return &c.core.subdivisions; });
  add("merges", "groups", Merge::Sum,
      "Groups that merged opportunistically with another group at the same PC.",
      [](auto& c) { return &c.core.merges; });
  add("missed_reconvergences", "groups", Merge::Sum,
      "Groups that passed the post-dominator of their branch without reconverging there.",
      [](auto& c) { return &c.core.missed_reconvergences; });
  add("memory_splits", "groups", Merge::Sum,
      "Groups that split because a load had returned for only some of their threads.",
      [](auto& c) { return &c.core.memory_splits; });
  add("deepest_stack", "entries", Merge::Peak,
      "Maximum number of entries in one warp's reconvergence stack, heap or table.",
      [](auto& c) { return &c.core.deepest_stack; });
  add("most_paths", "groups", Merge::Peak,
      "Maximum number of groups of one warp that a scheduler could select.",
      [](auto& c) { return &c.core.most_paths; });
  add("barriers", "barriers", Merge::Sum, "Block barriers completed.",
      [](auto& c) { return &c.core.barriers; });
  add("blocks", "blocks", Merge::Sum, "Blocks completed.", [](auto& c) { return &c.core.blocks; });
  add("max_resident_warps", "warps", Merge::Peak, "Maximum number of resident warps on one SM.",
      [](auto& c) { return &c.core.max_resident_warps; });
  add("max_resident_blocks", "blocks", Merge::Peak, "Maximum number of resident blocks on one SM.",
      [](auto& c) { return &c.core.max_resident_blocks; });
  add("resident_warp_cycles", "warp cycles", Merge::Sum, "Resident warps, summed over all cycles.",
      [](auto& c) { return &c.core.resident_warp_cycles; });
}

void add_mechanisms(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  add("schedule.group_switches", "switches", Merge::Sum,
      "Two-level scheduling: switches to another fetch group.",
      [](auto& c) { return &c.core.schedule.group_switches; });
  add("schedule.group_timeouts", "time-outs", Merge::Sum,
      "Switches made because the group had issued arch.group_timeout instructions.",
      [](auto& c) { return &c.core.schedule.group_timeouts; });
  add("schedule.table_overflows", "times", Merge::Sum,
      "Times that threads reached a PC for which the table of the policy majority or minority had "
      "no free entry.",
      [](auto& c) { return &c.core.schedule.table_overflows; });
  add("packing.jumps", "packets", Merge::Sum,
      "Large warps: unconditional branches issued in one slot for all threads.",
      [](auto& c) { return &c.core.packing.jumps; });
  add("packing.sub_warps", "packets", Merge::Sum, "Large warps: sub-warps issued.",
      [](auto& c) { return &c.core.packing.sub_warps; });
  add("packing.threads", "threads", Merge::Sum, "Large warps: threads in the sub-warps issued.",
      [](auto& c) { return &c.core.packing.threads; });
  for (size_t i = 0; i < PackingCounters::kMost; i++)
    add(fmt::format("packing.instructions.n{}", i + 1), "instructions", Merge::Sum,
        fmt::format("Large-warp instructions that took {}{} slot{}.", i + 1,
                    i + 1 == PackingCounters::kMost ? " or more" : "", i == 0 ? "" : "s"),
        [i](auto& c) { return &c.core.packing.instructions[i]; });
}

void add_storage(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  add("shared_accesses", "packets", Merge::Sum, "Packets that accessed shared memory.",
      [](auto& c) { return &c.core.shared_accesses; });
  add("shared_conflicts", "core cycles", Merge::Sum,
      "Cycles in which an access to shared memory waited because its bank served another access.",
      [](auto& c) { return &c.core.shared_conflicts; });
  add("shared_words", "words", Merge::Sum,
      "32-bit words that threads read from or wrote to shared memory.",
      [](auto& c) { return &c.core.shared_words; });
  add("private_accesses", "packets", Merge::Sum, "Packets that accessed on-chip private memory.",
      [](auto& c) { return &c.core.private_accesses; });
  add("private_conflicts", "core cycles", Merge::Sum,
      "Cycles in which an access to private memory waited because its bank served another access.",
      [](auto& c) { return &c.core.private_conflicts; });
  add("private_words", "words", Merge::Sum,
      "32-bit words that threads read from or wrote to private memory.",
      [](auto& c) { return &c.core.private_words; });
  add("bank_conflicts", "core cycles", Merge::Sum,
      "Cycles that operands waited for a register file bank.",
      [](auto& c) { return &c.core.bank_conflicts; });
  add("icache.hits", "fetches", Merge::Sum, "Fetches that hit the instruction cache.",
      [](auto& c) { return &c.core.icache_hits; });
  add("icache.misses", "fetches", Merge::Sum, "Fetches that missed the instruction cache.",
      [](auto& c) { return &c.core.icache_misses; });
  add("register_reads", "registers", Merge::Sum,
      "32-bit vector registers read, summed over threads; scalar.reads counts scalar registers.",
      [](auto& c) { return &c.core.register_reads; });
  add("register_writes", "registers", Merge::Sum,
      "32-bit vector registers written, summed over threads; scalar.writes counts scalar "
      "registers.",
      [](auto& c) { return &c.core.register_writes; });
  add("register_words_read", "words", Merge::Sum,
      "32-bit words read from register file banks: whole rows of a warp or, where each lane has "
      "its "
      "own banks, the words of the active threads (in whole bundles).",
      [](auto& c) { return &c.core.register_words_read; });
  add("register_words_written", "words", Merge::Sum,
      "32-bit words written to register file banks, likewise.",
      [](auto& c) { return &c.core.register_words_written; });
}

}  // namespace

void add_core_statistics(std::vector<Statistic>& rows) {
  add_front(rows);
  add_histograms(rows);
  add_control(rows);
  add_mechanisms(rows);
  add_storage(rows);
}

std::string_view cause_name(Cause cause) { return kCauseTexts[static_cast<size_t>(cause)].name; }

}  // namespace heddle
