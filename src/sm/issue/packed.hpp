// Instructions of groups wider than a row of lanes, which issue as several packets (sub-warps,
// narasiman2011 §3.1).
//
// Once such an instruction has begun to issue, its slot issues nothing else until all threads are
// packed: fetch is stalled. Only when all that are left wait for memory is the group put aside, as
// any warp is that misses the cache (§2.2), and it continues when it is chosen again. In a barrel
// core it is chosen for its next instruction when a first packet has completed; the bit per thread
// of `barrel` keeps threads out whose own packet has not. The outcomes of a control instruction's
// packets are gathered (the temporary active-mask buffers), and the group is held until all have
// resolved; after a jump, until the first has.
#pragma once

#include <algorithm>
#include <vector>

#include "sm/pipeline.hpp"

namespace heddle {

class PackedIssue {
 public:
  static constexpr bool kOnePacket = false;
  static constexpr bool kSharesLanes = false;
  static constexpr bool kReplays = false;

  PackedIssue(const MachineConfig& config, uint32_t /*sm*/, uint32_t groups)
      : packing_(groups),
        current_(config.core.schedulers, kNoGroup),
        barrel_(config.arch.dependence == "barrel") {}
  static uint32_t packets_per_scheduler(const CoreConfig& core) { return core.issue_per_scheduler; }

  template <class P>
  void issue(P& core) {
    for (size_t n = 0; n < current_.size(); n++) {
      IssueSlot& slot = core.ready_.slots()[n];
      uint32_t issued = 0;
      while (issued < core.issue_width_ && issue_from(core, slot, current_[n])) issued++;
      core.charge_issued(slot, issued);
    }
  }

  bool has_begun(GroupId g) const { return packing_[g].begun; }
  bool is_first(GroupId g) const { return packing_[g].packets == 1; }
  template <class P>
  bool find_ready(P& core, GroupId g, LinkedPc pc, Threads& threads);
  template <class P>
  void begin_packet(P& core, Issuing& i, Packet& p);
  void count(const Packet& p, uint32_t threads, CoreCounters& counters) const {
    counters.count_packet(threads);
    (p.only_control ? counters.packing.jumps : counters.packing.sub_warps)++;
    if (!p.only_control) counters.packing.threads += threads;
  }
  template <class P>
  bool end_packet(P& core, GroupId g) {
    if (core.divergence_.has_unpacked(g)) return false;
    end_instruction(core, g);
    return true;
  }
  void completed(const Packet& p) {
    Packing& k = packing_[p.group];
    k.first_done |= p.instruction == k.instruction;
  }
  void add_outcome(const Packet& p) { packing_[p.group].outcome.add(p.outcome); }
  template <class P>
  const Outcome* gather(P& core, const Packet& p) {
    Packing& k = packing_[p.group];
    if (p.instruction != k.instruction) return nullptr;  // its group has gone on
    k.unresolved--;
    return known_outcome(core, p.group, p.pc);
  }
  template <class P>
  const Outcome* known_outcome(P& core, GroupId g, LinkedPc pc);
  template <class P>
  Cause idle_cause(const P& core, const IssueSlot& slot) const {
    bool collector = core.units_.has_collector(core.now_);
    GroupId g = current_[static_cast<size_t>(&slot - core.ready_.slots().data())];
    if (g != kNoGroup && collector) return core.ready_[g].cause;
    return core.ready_.idle_cause(slot, collector);
  }

 private:
  /// Of a group, the instruction that issued last, or still does.
  struct Packing {
    Outcome outcome;           // of a control instruction's packets
    uint32_t instruction = 0;  // its number, which tells completions of earlier ones apart
    uint32_t packets = 0;
    uint32_t unresolved = 0;  // packets
    bool begun = false;       // some of its threads have issued, others have not
    bool first_done = true;   // one of its packets has completed
    bool known = false;       // what it did for all its threads
    bool from_memory = false;
  };

  template <class P>
  static bool issue_from(P& core, IssueSlot& slot, GroupId current) {
    if (current != kNoGroup && core.units_.has_collector(core.now_)) {
      const GroupStatus& group = core.ready_[current];
      if (group.state != GroupState::Eligible || !core.unit_is_free(group.unit)) return false;
      core.issue_group(current);
      return true;
    }
    GroupId g = core.choose_from(slot);
    if (g == kNoGroup) return false;
    core.issue_group(g);
    slot.scheduler->issued(g);
    return true;
  }
  /// A jump sets the PC of the whole group, without going through its threads.
  template <class P>
  static bool issues_in_one_slot(const P& core, const Op& op) {
    return op.action == Action::Branch && !op.guarded && core.divergence_.jumps_in_one_slot();
  }
  template <class P>
  static Verdict find_packable(P& core, GroupId g, const Op& op, const TimedOp& timed,
                               Threads& threads);
  template <class P>
  GroupId& current(P& core, GroupId g) {
    return current_[core.ready_.scheduler(g)];
  }
  template <class P>
  void end_instruction(P& core, GroupId g) {
    packing_[g].begun = false;
    current(core, g) = kNoGroup;
    size_t packets = std::min<size_t>(packing_[g].packets, PackingCounters::kMost);
    core.counters_.packing.instructions[packets - 1]++;
  }

  IndexedBy<GroupId, Packing> packing_;
  std::vector<GroupId> current_;  // per slot: the group whose packets it issues until it is packed
  bool barrel_;                   // a group continues when one of its packets has completed
};

/// The threads that the group's instruction could issue for now, without those whose guard is false
/// if these are not packed; what the others wait for.
template <class P>
Verdict PackedIssue::find_packable(P& core, GroupId g, const Op& op, const TimedOp& timed,
                                   Threads& threads) {
  auto& divergence = core.divergence_;
  divergence.threads(g, threads);
  if (issues_in_one_slot(core, op)) return Verdict::Free;
  Verdict verdict = core.dependence_->keep_free(core.issuer(g), threads, timed);
  if (op.guarded && !timed.control && divergence.packs_by_guard()) {
    Threads skipped = threads;
    threads.clear();
    for (TileMask& part : skipped) {
      uint32_t executes = core.blocks_.guarded(part, op);
      threads.add(part.tile, executes);
      part.mask &= ~executes;
    }
    divergence.skip(g, skipped);
  }
  return verdict;
}

/// Chooses the threads of a packet.
template <class P>
void PackedIssue::begin_packet(P& core, Issuing& i, Packet& p) {
  auto& divergence = core.divergence_;
  divergence.members(i.group, i.threads);
  core.blocks_.template enter_flight<false>(p, i.threads);
  Packing& k = packing_[i.group];
  if (!k.begun) {
    k.instruction++;
    k.packets = k.unresolved = 0;
    k.begun = true;
    k.first_done = k.known = false;
    k.from_memory = p.from_memory;
    k.outcome.clear();
  }
  current(core, i.group) = i.group;
  find_packable(core, i.group, i.op, i.timed, i.threads);
  p.only_control = issues_in_one_slot(core, i.op);
  if (p.only_control)
    divergence.skip(i.group, i.threads);
  else
    divergence.pack(i.group, i.threads);
  p.instruction = k.instruction;
  k.packets++;
  k.unresolved += i.timed.control;
}

template <class P>
bool PackedIssue::find_ready(P& core, GroupId g, LinkedPc pc, Threads& threads) {
  Packing& k = packing_[g];
  const TimedOp& timed = core.code_->ops[pc];
  auto block = [&](bool memory) {
    core.ready_[g].waits_at = kNoTile;  // each completion of its own packets wakes it
    core.set_state(g, GroupState::Blocked, memory ? Cause::Memory : Cause::Dependence);
    return false;
  };
  if (barrel_ && !k.begun && !k.first_done) return block(k.from_memory);
  Verdict verdict = find_packable(core, g, core.code_->kernel->code[pc], timed, threads);
  if (!threads.empty()) return true;
  if (core.divergence_.has_unpacked(g)) {
    if (verdict == Verdict::Memory && current(core, g) == g)
      current(core, g) = kNoGroup;  // put aside
    return block(verdict == Verdict::Memory);
  }
  if (!k.begun) return true;  // nobody executes it: a packet of its own, without threads
  // The guards of all that were left are false.
  end_instruction(core, g);
  core.leave_instruction(g, pc, timed);
  core.advance(g);
  core.update(g);
  return false;
}

/// What a control instruction did for all its threads; null until that is known. A conditional
/// branch has to wait for all of its packets, a jump or call continues with the first (§3.1).
template <class P>
const Outcome* PackedIssue::known_outcome(P& core, GroupId g, LinkedPc pc) {
  Packing& k = packing_[g];
  if (k.begun || k.known) return nullptr;
  const Op& op = core.code_->kernel->code[pc];
  bool continues =
      !k.outcome.may_diverge && (op.action == Action::Branch || op.action == Action::Call);
  k.known = continues ? k.unresolved < k.packets : k.unresolved == 0;
  if (!k.known) return nullptr;
  k.outcome.put_target_last();
  k.outcome.split_point = {pc, core.now_};
  if (BranchUnit::is_branch(op)) core.branches_.count(pc, k.outcome, core.counters_);
  return &k.outcome;
}

}  // namespace heddle
