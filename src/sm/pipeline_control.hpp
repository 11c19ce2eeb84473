// Pipeline: instructions that move threads elsewhere or let them wait: where each of their threads
// goes, and who is set free.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D>
void Pipeline<D>::issue_control(uint32_t g, uint32_t number, const Op& op, const TimedOp& timed) {
  uint32_t delay = reserve(number, timed);
  Packet& p = packets_[number];
  p.outcome.clear();
  p.outcome.parting.pc = p.pc;
  p.outcome.may_part = may_part(op);
  p.outcome.branch = p.outcome.may_part || op.action == Action::Branch;
  Threads all = scratch_;
  bool meets = op.action == Action::Barrier || op.action == Action::WarpSync;
  if (meets)
    rendezvous_outcome(p, all);
  else
    branch_outcome(p, all);
  wheel_.schedule(now_, std::max(1u, delay), {Event::Kind::Resolve, number, 0});
  queue_releases();
  if constexpr (kPacks<D>) {
    packing_[g].outcome.add(p.outcome);
    if (packing_[g].begun) return update(g);
  }
  groups_[g].held_for = meets ? Cause::Barrier : Cause::Dependence;
  divergence_.hold(g);
  if constexpr (kPacks<D>)
    if (const Outcome* whole = known_outcome(g, p.pc)) apply(g, *whole);
}

template <Divergence D>
void Pipeline<D>::branch_outcome(Packet& p, const Threads& all) {
  const Op& op = code_->kernel->code[p.pc];
  Place here = divergence_.place(p.group);
  auto send = [&](Place place, uint32_t tile, uint32_t mask) {
    bool join = place.pc < code_->ops.size() && code_->ops[place.pc].join;
    p.outcome.send(place, Threads(tile, mask), join);
  };
  uint64_t threads = 0;
  for (Part part : all) {
    uint32_t active = 0;
    for (Part a : p.threads)
      if (a.tile == part.tile) active = a.mask;
    Block& block = block_of(part.tile).block;
    uint32_t warp = warp_in_block(part.tile);
    // Inside a function the way out leads back to the caller, which is where paths meet at last.
    if (here.depth > 0 && code_->ops[p.pc].reconvergence == TimedOp::kNoReconvergence)
      p.outcome.reconvergence = {block.return_pc(warp * 32 + std::countr_zero(part.mask)),
                                 here.depth - 1};
    tile_outcome_.clear();
    try {
      execute_control(block, warp, part.mask, active, p.pc, tile_outcome_);
    } catch (const Fault& fault) {
      raise_fault(block, warp, p.pc, fault);
    }
    for (uint32_t n = 0; n < tile_outcome_.count; n++) {
      const ControlOutcome::Destination& d = tile_outcome_.to[n];
      send({d.pc, here.depth + static_cast<uint32_t>(d.depth_change)}, part.tile, d.mask);
    }
    if (tile_outcome_.exited) {
      p.outcome.exited.add(part.tile, tile_outcome_.exited);
      block.exit(warp, tile_outcome_.exited);
      size_t before = released_.size();
      block_of(part.tile).rendezvous.exited(warp, released_);
      name_tiles(before, block_of(part.tile));
    }
    threads += static_cast<uint64_t>(std::popcount(active));
  }
  p.outcome.put_target_last();
  uint32_t point = code_->ops[p.pc].reconvergence;
  if (point != TimedOp::kNoReconvergence)
    p.outcome.reconvergence = {point, here.depth};
  else if (here.depth == 0)
    p.outcome.reconvergence = kNowhere;
  p.outcome.block_after =
      p.outcome.reconvergence == kNowhere ? 0 : code_->ops[p.outcome.reconvergence.pc].block_left;
  if (op.action != Action::Branch && op.action != Action::Indexed) return;
  branches_[p.pc].taken += threads;
  branches_[p.pc].not_taken += all.size() - threads;
  if constexpr (!kPacks<D>) count_branch(p.pc, p.outcome);
}

template <Divergence D>
void Pipeline<D>::count_branch(uint32_t pc, const Outcome& outcome) {
  // Threads that the branch ends go another way than the others.
  bool diverged = outcome.destinations.size() + (outcome.exited.empty() ? 0 : 1) > 1;
  counters_.branches++;
  counters_.divergent_branches += diverged;
  bool interleavable =
      std::ranges::count_if(outcome.destinations, [&](const Outcome::Destination& d) {
        return d.place != outcome.reconvergence;
      }) > 1;
  counters_.interleavable_branches += interleavable;
  BranchCounters& b = branches_[pc];
  b.executed++;
  b.diverged += diverged;
  b.interleavable += interleavable;
}

/// Whether it may send threads different ways; a rendezvous does not, it makes them wait.
template <Divergence D>
bool Pipeline<D>::may_part(const Op& op) const {
  switch (op.action) {
    case Action::Indexed:
    case Action::Return: return true;
    case Action::Call: return op.guarded || code_->kernel->call_sites[op.target].indirect;
    case Action::Branch:
    case Action::Exit: return op.guarded;
    default: return false;
  }
}

template <Divergence D>
void Pipeline<D>::rendezvous_outcome(Packet& p, const Threads& all) {
  Place here = divergence_.place(p.group);
  Place next{here.pc + 1, here.depth};
  p.outcome.resume = next;
  for (Part part : p.threads) {
    ResidentBlock& b = block_of(part.tile);
    uint32_t warp = warp_in_block(part.tile);
    size_t before = released_.size();
    try {
      b.rendezvous.arrive(warp, part.mask, p.pc, released_);
    } catch (const Fault& fault) {
      raise_fault(b.block, warp, p.pc, fault);
    }
    name_tiles(before, b);
  }
  // Whoever of this very packet is already free goes on as if nothing had been.
  Threads on, blocked = p.threads;
  for (Part part : all) on.add(part.tile, part.mask);
  on.remove(p.threads);
  for (Release& r : released_) {
    if (r.pc != p.pc) continue;
    for (Part part : p.threads) {
      if (part.tile != r.warp) continue;
      uint32_t mine = r.mask & part.mask;
      on.add(part.tile, mine);
      blocked.remove(Threads(part.tile, mine));
      r.mask &= ~mine;
    }
  }
  if (on.size() > 0) {
    p.outcome.destinations.push_back({next, {}, code_->ops[next.pc].join});
    for (Part part : on) p.outcome.destinations.back().threads.add(part.tile, part.mask);
  }
  for (Part part : blocked) {
    p.outcome.blocked.add(part.tile, part.mask);
    unresolved_[part.tile] |= part.mask;
  }
  if (p.outcome.blocked.empty()) counters_.barriers++;
}

/// A rendezvous names warps of its block; from here on they are tiles of the core.
template <Divergence D>
void Pipeline<D>::name_tiles(size_t from, const ResidentBlock& block) {
  for (size_t n = from; n < released_.size(); n++) released_[n].warp += block.first_tile;
}

/// Threads that this packet set free go on after the barrier's latency.
template <Divergence D>
void Pipeline<D>::queue_releases() {
  uint32_t delay = config_.core.timing[static_cast<size_t>(OpClass::Barrier)].latency;
  for (const Release& r : released_) {
    if (r.mask == 0) continue;
    ResidentBlock& b = block_of(r.warp);
    uint32_t first = (r.warp - b.first_tile) * 32;
    for (uint32_t m = r.mask; m != 0;) {
      uint32_t depth = b.block.call_depth(first + std::countr_zero(m)), same = 0;
      for (uint32_t k = m; k != 0; k &= k - 1)
        if (b.block.call_depth(first + std::countr_zero(k)) == depth)
          same |= 1u << std::countr_zero(k);
      m &= ~same;
      Place place{r.pc + 1, depth};
      if (free_releases_.empty()) {
        releases_.emplace_back();
        free_releases_.push_back(static_cast<uint32_t>(releases_.size() - 1));
      }
      uint32_t n = free_releases_.back();
      free_releases_.pop_back();
      releases_[n].threads = Threads(r.warp, same);
      releases_[n].place = place;
      wheel_.schedule(now_, std::max(1u, delay), {Event::Kind::Release, n, 0});
    }
  }
  released_.clear();
}

}  // namespace heddle
