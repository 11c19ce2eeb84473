#include "sm/rendezvous_unit.hpp"

#include "exec/control.hpp"

namespace heddle {

void RendezvousUnit::arrive(Packet& p, const Threads& all, Place next, bool next_joins,
                            ResidentBlocks& blocks) {
  p.outcome.resume = next;
  for (TileMask part : p.threads) {
    ResidentBlock& b = blocks.at(part.tile);
    uint32_t warp = part.tile - b.first_tile;
    try {
      b.rendezvous.arrive(warp, part.mask, p.pc, of_block_);
    } catch (const Fault& fault) {
      raise_fault(b.block, warp, p.pc, fault);
    }
    name_tiles(b);
  }
  // Threads of this very packet that are already free continue as if there had been no rendezvous.
  Threads on, blocked = p.threads;
  for (TileMask part : all) on.add(part.tile, part.mask);
  on.remove(p.threads);
  for (Freed& r : released_) {
    if (r.pc != p.pc) continue;
    for (TileMask part : p.threads) {
      if (part.tile != r.tile) continue;
      uint32_t mine = r.mask & part.mask;
      on.add(part.tile, mine);
      blocked.remove(Threads(part.tile, mine));
      r.mask &= ~mine;
    }
  }
  if (on.size() > 0) {
    p.outcome.destinations.push_back({next, {}, next_joins});
    for (TileMask part : on) p.outcome.destinations.back().threads.add(part.tile, part.mask);
  }
  for (TileMask part : blocked) {
    p.outcome.blocked.add(part.tile, part.mask);
    unresolved_[part.tile] |= part.mask;
  }
}

void RendezvousUnit::exited(TileId tile, ResidentBlocks& blocks) {
  ResidentBlock& b = blocks.at(tile);
  b.rendezvous.exited(tile - b.first_tile, of_block_);
  name_tiles(b);
}

const RendezvousUnit::Pending* RendezvousUnit::ready(uint32_t number) const {
  const Pending& r = pending_[number];
  for (TileMask part : r.threads)
    if (unresolved_[part.tile] & part.mask) return nullptr;
  return &r;
}

bool RendezvousUnit::releases(const Threads& threads) const {
  return std::ranges::any_of(pending_, [&](const Pending& r) {
    return std::ranges::any_of(r.threads, [&](TileMask part) { return threads.meets(part); });
  });
}

}  // namespace heddle
