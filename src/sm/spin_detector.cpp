#include "sm/spin_detector.hpp"

#include <array>
#include <bit>

namespace heddle {

void SpinDetector::record(const Packet& p, ResidentBlocks& blocks) {
  std::array<uint64_t, kTileThreads> fingerprints;
  for (const Outcome::Destination& d : p.outcome.destinations) {
    if (d.place.pc > p.pc) continue;
    for (TileMask part : d.threads) {
      blocks.at(part.tile).block.fingerprint(blocks.warp_in_block(part.tile), part.mask,
                                             fingerprints);
      for (uint32_t m = part.mask; m != 0; m &= m - 1) {
        auto lane = static_cast<uint32_t>(std::countr_zero(m));
        records_[thread_number(part.tile, lane)].jumped(d.place.pc, d.place.depth,
                                                        fingerprints[lane]);
      }
    }
  }
}

bool SpinDetector::spin(const Threads& threads) const {
  if (!watching_) return false;
  for (TileMask part : threads)
    for (uint32_t m = part.mask; m != 0; m &= m - 1)
      if (!records_[thread_number(part.tile, static_cast<uint32_t>(std::countr_zero(m)))].spins())
        return false;
  return true;
}

}  // namespace heddle
