#include "sm/check/core_checker.hpp"

namespace heddle {

void CoreChecker::check_scalars(const Packet& p, const Threads& all, bool executed, bool is_memory,
                                ResidentBlocks& blocks) {
  if (!on_ || !scalarized_) return;
  for (TileMask whole : all) {
    TileMask part{whole.tile, 0};
    for (TileMask own : p.threads)
      if (own.tile == whole.tile) part.mask = own.mask;
    const Lanes& lanes = blocks.lanes(whole.tile);
    if (!executed)
      scalars_.read(p.pc, part, whole.mask, lanes.tile);
    else
      scalars_.write(p.pc, part, lanes.tile, is_memory ? &lanes.access : nullptr);
  }
}

void CoreChecker::check_coverage(const ResidentBlocks& blocks,
                                 const RendezvousUnit& rendezvous) const {
  IndexedBy<TileId, uint32_t> released(blocks.tile_limit());
  for (const RendezvousUnit::Pending& r : rendezvous.pending())
    for (TileMask p : r.threads) released[p.tile] |= p.mask;
  blocks.for_each([&](const ResidentBlock& b) {
    for (uint32_t w = 0; w < b.block.warp_count(); w++) {
      TileId tile = b.first_tile + w;
      coverage_.check(tile, b.block.live(w),
                      b.rendezvous.waiting(w) | rendezvous.unresolved(tile) | released[tile]);
    }
  });
}

}  // namespace heddle
