// Pipeline: instructions of groups wider than a row of lanes, which issue as several packets
// (sub-warps, narasiman2011 §3.1).
//
// Once such an instruction has begun to issue, its slot issues nothing else until all threads are
// packed: fetch is stalled. Only when all that are left wait for memory is the group put aside, as
// any warp is that misses the cache (§2.2), and goes on when it is chosen again. In a barrel core
// it is chosen for its next instruction when a first packet has completed; the bit per thread of
// `barrel` keeps threads out whose own packet has not. The outcomes of a control instruction's
// packets are gathered (the temporary active-mask buffers), and the group is held until all have
// resolved; behind a jump, until the first has.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

/// A jump sets the PC of the whole group: no need to go through its threads.
template <Divergence D>
bool Pipeline<D>::issues_in_one_slot(const Op& op) const {
  return op.action == Action::Branch && !op.guarded && divergence_.jumps_in_one_slot();
}

/// The threads that the group's instruction could issue for now, in scratch_, without those whose
/// guard is false if these are not packed; what the others wait for.
template <Divergence D>
Verdict Pipeline<D>::find_packable(uint32_t g, const Op& op, const TimedOp& timed) {
  divergence_.threads(g, scratch_);
  if (issues_in_one_slot(op)) return Verdict::Free;
  Verdict verdict = dependence_->keep_free(issuer(g), scratch_, timed);
  if (op.guarded && !timed.control && divergence_.packs_by_guard()) {
    Threads skipped = scratch_;
    scratch_.clear();
    for (Part& part : skipped) {
      uint32_t executes = guarded(part, op);
      scratch_.add(part.tile, executes);
      part.mask &= ~executes;
    }
    divergence_.skip(g, skipped);
  }
  return verdict;
}

/// Chooses the threads of a packet, in scratch_.
template <Divergence D>
void Pipeline<D>::begin_packet(uint32_t g, Packet& p, const Op& op, const TimedOp& timed) {
  Packing& k = packing_[g];
  if (!k.begun) {
    k.instruction++;
    k.packets = k.unresolved = 0;
    k.begun = true;
    k.first_done = k.known = false;
    k.from_memory = p.from_memory;
    k.outcome.clear();
  }
  slots_[groups_[g].scheduler].breaking = g;
  find_packable(g, op, timed);
  p.only_control = issues_in_one_slot(op);
  if (p.only_control)
    divergence_.skip(g, scratch_);
  else
    divergence_.pack(g, scratch_);
  p.instruction = k.instruction;
  k.packets++;
  k.unresolved += timed.control;
}

/// The packet has its threads: whether it was the last of its instruction.
template <Divergence D>
bool Pipeline<D>::end_packet(uint32_t g) {
  if constexpr (kPacks<D>) {
    if (divergence_.has_unpacked(g)) return false;
    end_instruction(g);
  }
  return true;
}

template <Divergence D>
void Pipeline<D>::end_instruction(uint32_t g) {
  packing_[g].begun = false;
  slots_[groups_[g].scheduler].breaking = GroupSet::kMax;
  counters_.packing
      .instructions[std::min<size_t>(packing_[g].packets, PackingCounters::kMost) - 1]++;
}

/// Whether the group cannot issue a packet of its instruction now: then its state says why.
template <Divergence D>
bool Pipeline<D>::waits_for_threads(uint32_t g, const TimedOp& timed) {
  Packing& k = packing_[g];
  Group& group = groups_[g];
  auto block = [&](bool memory) {
    group.waits_at = kNoTile;  // each completion of its own packets wakes it
    set_state(g, State::Blocked, memory ? Cause::Memory : Cause::Dependence);
    return true;
  };
  if (barrel_ && !k.begun && !k.first_done) return block(k.from_memory);
  uint32_t pc = divergence_.place(g).pc;
  Verdict verdict = find_packable(g, code_->kernel->code[pc], timed);
  if (!scratch_.empty()) return false;
  if (divergence_.has_unpacked(g)) {
    if (Slot& slot = slots_[group.scheduler]; verdict == Verdict::Memory && slot.breaking == g)
      slot.breaking = GroupSet::kMax;  // put aside
    return block(verdict == Verdict::Memory);
  }
  if (!k.begun) return false;  // nobody executes it: a packet of its own, without threads
  // The guards of all that were left are false.
  end_instruction(g);
  leave_instruction(g, pc, timed);
  go_on(g);
  update(g);
  return true;
}

/// What a control instruction did for all its threads; null until it is known. A conditional branch
/// has to wait for all of its packets, a jump or call goes on with the first (§3.1).
template <Divergence D>
const Outcome* Pipeline<D>::known_outcome(uint32_t g, uint32_t pc) {
  Packing& k = packing_[g];
  if (k.begun || k.known) return nullptr;
  Action action = code_->kernel->code[pc].action;
  bool goes_on = !k.outcome.may_part && (action == Action::Branch || action == Action::Call);
  k.known = goes_on ? k.unresolved < k.packets : k.unresolved == 0;
  if (!k.known) return nullptr;
  k.outcome.put_target_last();
  k.outcome.parting = {pc, now_};
  if (action == Action::Branch || action == Action::Indexed) count_branch(pc, k.outcome);
  return &k.outcome;
}

/// A packet of a control instruction has resolved.
template <Divergence D>
const Outcome* Pipeline<D>::gather(const Packet& p) {
  Packing& k = packing_[p.group];
  if (p.instruction != k.instruction) return nullptr;  // its group has gone on
  k.unresolved--;
  return known_outcome(p.group, p.pc);
}

}  // namespace heddle
