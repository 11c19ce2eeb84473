#include "sm/branch_unit.hpp"

#include <algorithm>
#include <bit>

namespace heddle {

void BranchUnit::execute(Packet& p, const Threads& all, Place here, ResidentBlocks& blocks,
                         RendezvousUnit& rendezvous, CorePort& port) {
  const TimedOp& timed = code_->ops[p.pc];
  auto send = [&](Place place, TileId tile, uint32_t mask) {
    bool join = code_->ops.has(place.pc) && code_->ops[place.pc].join;
    p.outcome.send(place, Threads(tile, mask), join);
  };
  uint64_t taken = 0;
  for (TileMask part : all) {
    uint32_t active = 0;
    for (TileMask a : p.threads)
      if (a.tile == part.tile) active = a.mask;
    Block& block = blocks.at(part.tile).block;
    uint32_t warp = blocks.warp_in_block(part.tile);
    // Inside a function the way out leads back to the caller, which is where all paths meet.
    if (here.depth > 0 && timed.reconvergence == kNoLinkedPc)
      p.outcome.reconvergence = {block.return_pc(warp * 32 + std::countr_zero(part.mask)),
                                 here.depth - 1};
    port.execute_control(block, warp, part.mask, active, p.pc, tile_outcome_);
    for (uint32_t n = 0; n < tile_outcome_.count; n++) {
      const ControlOutcome::Destination& d = tile_outcome_.to[n];
      send({d.pc, here.depth + static_cast<uint32_t>(d.depth_change)}, part.tile, d.mask);
    }
    if (tile_outcome_.exited) {
      p.outcome.exited.add(part.tile, tile_outcome_.exited);
      block.exit(warp, tile_outcome_.exited);
      rendezvous.exited(part.tile, blocks);
    }
    taken += static_cast<uint64_t>(std::popcount(active));
  }
  p.outcome.put_target_last();
  if (timed.reconvergence != kNoLinkedPc)
    p.outcome.reconvergence = {timed.reconvergence, here.depth};
  else if (here.depth == 0)
    p.outcome.reconvergence = kNowhere;
  p.outcome.block_after =
      p.outcome.reconvergence == kNowhere ? 0 : code_->ops[p.outcome.reconvergence.pc].block_left;
  if (!is_branch(code_->kernel->code[p.pc])) return;
  counters_[p.pc].taken += taken;
  counters_[p.pc].not_taken += all.size() - taken;
}

bool BranchUnit::may_diverge(const Op& op) const {
  switch (op.action) {
    case Action::Indexed:
    case Action::Return: return true;
    case Action::Call: return op.guarded || code_->kernel->call_sites[op.target].indirect;
    case Action::Branch:
    case Action::Exit: return op.guarded;
    default: return false;
  }
}

void BranchUnit::count(LinkedPc pc, const Outcome& outcome, CoreCounters& counters) {
  // Threads that the branch ends go another way than the others.
  bool diverged = outcome.destinations.size() + (outcome.exited.empty() ? 0 : 1) > 1;
  counters.branches++;
  counters.divergent_branches += diverged;
  bool interleavable =
      std::ranges::count_if(outcome.destinations, [&](const Outcome::Destination& d) {
        return d.place != outcome.reconvergence;
      }) > 1;
  counters.interleavable_branches += interleavable;
  BranchCounters& b = counters_[pc];
  b.executed++;
  b.diverged += diverged;
  b.interleavable += interleavable;
}

}  // namespace heddle
