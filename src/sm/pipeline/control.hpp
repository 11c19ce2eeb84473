// Pipeline: instructions that send threads elsewhere or make them wait.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D, class U, class I>
void Pipeline<D, U, I>::issue_control(const Issuing& i) {
  uint32_t delay = reserve(i);
  Packet& p = *i.record;
  bool meets = i.op.action == Action::Barrier || i.op.action == Action::WarpSync;
  p.outcome.clear();
  p.outcome.split_point.pc = p.pc;
  p.outcome.may_diverge = branches_.may_diverge(i.op);
  p.outcome.branch = p.outcome.may_diverge || i.op.action == Action::Branch;
  Place here = divergence_.place(i.group);
  if (meets) {
    Place next{here.pc + 1, here.depth};
    rendezvous_.arrive(p, i.threads, next, code_->ops[next.pc].join, blocks_);
    if (p.outcome.blocked.empty()) counters_.barriers++;
  } else {
    branches_.execute(p, i.threads, here, blocks_, rendezvous_, port_);
    if (I::kOnePacket && BranchUnit::is_branch(i.op)) branches_.count(p.pc, p.outcome, counters_);
  }
  schedule(std::max(1u, delay), {Event::Kind::Resolve, i.packet.value()});
  // Threads that this packet set free continue after the latency of a barrier.
  uint32_t latency = config_.core.timing[static_cast<size_t>(OpClass::Barrier)].latency;
  rendezvous_.release(blocks_, [&](uint32_t number) {
    schedule(std::max(1u, latency), {Event::Kind::Release, number});
  });
  issue_.add_outcome(p);
  if (issue_.has_begun(i.group)) return update(i.group);
  ready_[i.group].held_for = meets ? Cause::Barrier : Cause::Dependence;
  divergence_.hold(i.group);
  if constexpr (!I::kOnePacket)
    if (const Outcome* whole = issue_.known_outcome(*this, i.group, p.pc)) apply(i.group, *whole);
}

}  // namespace heddle
