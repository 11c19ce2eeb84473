// What a core counts.
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
    {"issued", "Slots in which a packet issued."},
    {"idle_no_warp", "Slots without any group of threads to choose from."},
    {"dependence",
     "Slots in which every group waited for a result of an arithmetic unit or a branch."},
    {"memory", "Slots in which every group waited for data from memory."},
    {"barrier", "Slots in which every group waited at a barrier or a .sync operation."},
    {"structural_sp", "Slots in which a ready group found the SP units taken."},
    {"structural_sfu", "Slots in which a ready group found the SFU taken."},
    {"structural_lsu", "Slots in which a ready group found the load-store unit taken."},
    {"structural_dp", "Slots in which a ready group found the double-precision unit taken."},
    {"structural_scalar", "Slots in which a ready group found the scalar units taken."},
    {"structural_collector", "Slots in which a ready group found every operand collector taken."},
    {"writeback_contention",
     "Slots lost to returning loads that took the write-back port; where threads regroup, also to "
     "the next PCs of a branch beyond two."},
    {"reconvergence_wait", "Slots in which every group waited for others to reconverge."},
    {"fetch", "Slots in which no group had its next instruction in the buffer."},
    {"drain", "Slots after the last instruction issued, while something was still in flight."},
}};

void add_front(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  add("cycles", "core cycles", Merge::Shared, "Cycles of the core clock that passed.",
      [](auto& c) { return &c.core.cycles; });
  add("active_cycles", "SM cycles", Merge::Sum, "Cycles with at least one block resident.",
      [](auto& c) { return &c.core.active_cycles; });
  add("warp_instructions", "packets", Merge::Sum, "Packets issued: instructions of groups.",
      [](auto& c) { return &c.core.warp_instructions; });
  add("thread_instructions", "instructions", Merge::Sum,
      "Instructions executed, counted once for every thread of the packet.",
      [](auto& c) { return &c.core.thread_instructions; });
  add("issue_slots", "slots", Merge::Sum,
      "Chances to issue: schedulers times packets per scheduler, in every cycle.",
      [](auto& c) { return &c.core.issue_slots; });
  for (size_t i = 0; i < kCauses; i++)
    add(fmt::format("slots.{}", kCauseTexts[i].name), "slots", Merge::Sum,
        std::string(kCauseTexts[i].sentence), [i](auto& c) { return &c.core.slots[i]; });
}

void add_histograms(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  for (size_t i = 0; i <= kWidestBucket; i++)
    add(fmt::format("occupancy.w{}", i), i == 0 ? "slots" : "packets", Merge::Sum,
        i == 0 ? "Slots in which no thread executed: nothing issued, or a packet whose guard was "
                 "false "
                 "for all. Without slots.writeback_contention it is W0 of fung2007's Figure 16, "
                 "whose Stall is that."
        : i == kWidestBucket
            ? fmt::format("Packets issued with {} or more threads.", i)
            : fmt::format("Packets issued with {} thread{}.", i, i == 1 ? "" : "s"),
        [i](auto& c) { return i < c.core.occupancy.size() ? &c.core.occupancy[i] : nullptr; });
  add("occupancy.beyond", "threads", Merge::Sum,
      "Threads of packets, beyond the number of the last bucket (jumps of large warps).",
      [](auto& c) { return &c.core.beyond_occupancy; });
  for (size_t i = 0; i <= kWidestBucket; i++)
    add(fmt::format("active_lanes.n{}", i), "SM cycles", Merge::Sum,
        fmt::format("Cycles in which packets with {}{} thread{} in all were issued.",
                    i == 0 ? "no" : fmt::format("{}", i), i == kWidestBucket ? " or more" : "",
                    i == 1 ? "" : "s"),
        [i](auto& c) {
          return i < c.core.active_lanes.size() ? &c.core.active_lanes[i] : nullptr;
        });
  for (size_t i = 0; i < kOpClasses; i++) {
    auto name = op_class_name(static_cast<OpClass>(i));
    add(fmt::format("mix.{}", name), "packets", Merge::Sum,
        fmt::format("Packets issued of the class {}.", name),
        [i](auto& c) { return &c.core.mix[i]; });
  }
  for (size_t i = 0; i < kOpClasses; i++) {
    auto name = op_class_name(static_cast<OpClass>(i));
    add(fmt::format("work.{}", name), "operations", Merge::Sum,
        fmt::format("Operations of the class {} that units carried out: one for every thread, "
                    "or one for the warp.",
                    name),
        [i](auto& c) { return &c.core.work[i]; });
  }
  for (size_t i = 0; i < kUnits; i++) {
    auto name = unit_name(static_cast<Unit>(i));
    add(fmt::format("busy_cycles.{}", name), "unit cycles", Merge::Sum,
        fmt::format("Cycles in which a unit of the kind {} was taken, of all such units.", name),
        [i](auto& c) { return &c.core.busy_cycles[i]; });
  }
}

void add_control(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  add("branches", "packets", Merge::Sum, "Branches executed, conditional or indirect.",
      [](auto& c) { return &c.core.branches; });
  add("divergent_branches", "packets", Merge::Sum,
      "Branches after which the threads of the packet were at different places.",
      [](auto& c) { return &c.core.divergent_branches; });
  add("interleavable_branches", "packets", Merge::Sum,
      "Divergent branches that left work to do on more than one side before the reconvergence "
      "point.",
      [](auto& c) { return &c.core.interleavable_branches; });
  add("schedulable_paths", "groups", Merge::Sum,
      "Groups of the packet's warp that a scheduler could choose from, summed over all packets.",
      [](auto& c) { return &c.core.schedulable_paths; });
  add("false_dependences", "packets", Merge::Sum,
      "Packets that waited for a register of which none of their threads had a result in flight.",
      [](auto& c) { return &c.core.false_dependences; });
  add("subdivisions", "packets", Merge::Sum,
      "Divergent branches whose paths became groups that run concurrently, without the stack.",
      [](auto& c) { return &c.core.subdivisions; });
  add("merges", "groups", Merge::Sum, "Groups that merged with another that they happened to meet.",
      [](auto& c) { return &c.core.merges; });
  add("missed_reconvergences", "groups", Merge::Sum,
      "Groups that passed the post-dominator of their branch without the others that parted there.",
      [](auto& c) { return &c.core.missed_reconvergences; });
  add("memory_splits", "groups", Merge::Sum,
      "Groups that parted because a load had returned for some of their threads only.",
      [](auto& c) { return &c.core.memory_splits; });
  add("deepest_stack", "entries", Merge::Peak,
      "The most entries that one warp's reconvergence stack, heap or table held.",
      [](auto& c) { return &c.core.deepest_stack; });
  add("most_paths", "groups", Merge::Peak,
      "The most groups of one warp that a scheduler could choose from.",
      [](auto& c) { return &c.core.most_paths; });
  add("barriers", "barriers", Merge::Sum, "Barriers of a block completed.",
      [](auto& c) { return &c.core.barriers; });
  add("blocks", "blocks", Merge::Sum, "Blocks that ran to their end.",
      [](auto& c) { return &c.core.blocks; });
  add("max_resident_warps", "warps", Merge::Peak, "The most warps resident at once on one SM.",
      [](auto& c) { return &c.core.max_resident_warps; });
  add("max_resident_blocks", "blocks", Merge::Peak, "The most blocks resident at once on one SM.",
      [](auto& c) { return &c.core.max_resident_blocks; });
  add("resident_warp_cycles", "warp cycles", Merge::Sum, "Warps resident, summed over all cycles.",
      [](auto& c) { return &c.core.resident_warp_cycles; });
}

void add_mechanisms(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  add("schedule.group_switches", "switches", Merge::Sum,
      "Two-level scheduling: times that another fetch group came first.",
      [](auto& c) { return &c.core.schedule.group_switches; });
  add("schedule.group_timeouts", "time-outs", Merge::Sum,
      "Of these, because a group had issued arch.group_timeout instructions.",
      [](auto& c) { return &c.core.schedule.group_timeouts; });
  add("schedule.table_overflows", "times", Merge::Sum,
      "Threads came to a PC for which the table of the policy majority or minority had no entry "
      "left.",
      [](auto& c) { return &c.core.schedule.table_overflows; });
  add("packing.jumps", "packets", Merge::Sum,
      "Large warps: unconditional branches issued in one slot for all threads.",
      [](auto& c) { return &c.core.packing.jumps; });
  add("packing.sub_warps", "packets", Merge::Sum, "Large warps: sub-warps issued.",
      [](auto& c) { return &c.core.packing.sub_warps; });
  add("packing.threads", "threads", Merge::Sum, "Threads in these sub-warps.",
      [](auto& c) { return &c.core.packing.threads; });
  for (size_t i = 0; i < PackingCounters::kMost; i++)
    add(fmt::format("packing.instructions.n{}", i + 1), "instructions", Merge::Sum,
        fmt::format("Instructions of large warps that took {}{} slot{}.", i + 1,
                    i + 1 == PackingCounters::kMost ? " or more" : "", i == 0 ? "" : "s"),
        [i](auto& c) { return &c.core.packing.instructions[i]; });
}

void add_storage(std::vector<Statistic>& rows) {
  auto add = [&](auto... row) { rows.push_back(counter(row...)); };
  add("shared_accesses", "packets", Merge::Sum, "Packets that accessed shared memory.",
      [](auto& c) { return &c.core.shared_accesses; });
  add("shared_conflicts", "core cycles", Merge::Sum,
      "Cycles in which a thread that accesses shared memory waited because its bank served "
      "another.",
      [](auto& c) { return &c.core.shared_conflicts; });
  add("shared_words", "words", Merge::Sum,
      "Words of 32 bits that threads read from and wrote to shared memory.",
      [](auto& c) { return &c.core.shared_words; });
  add("private_accesses", "packets", Merge::Sum,
      "Packets that accessed private memory on the chip.",
      [](auto& c) { return &c.core.private_accesses; });
  add("private_conflicts", "core cycles", Merge::Sum,
      "Cycles in which a thread that accesses private memory waited because its bank served "
      "another.",
      [](auto& c) { return &c.core.private_conflicts; });
  add("private_words", "words", Merge::Sum, "The same of private memory.",
      [](auto& c) { return &c.core.private_words; });
  add("bank_conflicts", "core cycles", Merge::Sum,
      "Cycles that operands waited for a bank of the register file.",
      [](auto& c) { return &c.core.bank_conflicts; });
  add("icache.hits", "fetches", Merge::Sum, "Fetches that hit the instruction cache.",
      [](auto& c) { return &c.core.icache_hits; });
  add("icache.misses", "fetches", Merge::Sum, "Fetches that missed the instruction cache.",
      [](auto& c) { return &c.core.icache_misses; });
  add("register_reads", "registers", Merge::Sum,
      "32-bit vector registers read, of all threads; scalar ones are in scalar.reads.",
      [](auto& c) { return &c.core.register_reads; });
  add("register_writes", "registers", Merge::Sum,
      "32-bit vector registers written, of all threads; scalar ones are in scalar.writes.",
      [](auto& c) { return &c.core.register_writes; });
  add("register_words_read", "words", Merge::Sum,
      "Words of 32 bits that banks of the register file gave out: whole rows of a warp, or, where "
      "lanes have banks of their own, the words of active threads (in whole bundles).",
      [](auto& c) { return &c.core.register_words_read; });
  add("register_words_written", "words", Merge::Sum, "The same of writes.",
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
