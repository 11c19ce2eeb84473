#include "sm/resident_blocks.hpp"

namespace heddle {

Arrival ResidentBlocks::admit(std::unique_ptr<ResidentBlock> block, CoreCounters& counters) {
  count_cycles();
  uint32_t number = 0;
  while (blocks_[number]) number++;
  block->first_tile = resources_.take();
  block->tiles = resources_.tiles();
  counters.temporal.oversized_warps += resources_.oversized();
  for (uint32_t t = 0; t < block->tiles; t++) block_at_tile_[block->first_tile + t] = number;
  Arrival arrival{block->first_tile, block->block.live_threads(), arrivals_++};
  blocks_[number] = std::move(block);
  count_++;
  counters.max_resident_blocks = std::max<uint64_t>(counters.max_resident_blocks, count_);
  counters.max_resident_warps =
      std::max<uint64_t>(counters.max_resident_warps, resources_.resident_warps());
  return arrival;
}

void ResidentBlocks::end_if_done(uint32_t number, CoreCounters& counters) {
  std::unique_ptr<ResidentBlock>& b = blocks_[number];
  if (b->block.live_threads() > 0 || b->in_flight > 0) return;
  count_cycles();
  resources_.free(b->first_tile);
  count_--;
  counters.blocks++;
  made_room_ = true;
  ended_.push_back(std::move(b));
}

void ResidentBlocks::free_exited(const Threads& exited) {
  count_cycles();
  uint32_t tiles = std::max(1u, warp_ / 32);
  for (TileMask p : exited) {
    const ResidentBlock& b = at(p.tile);
    uint32_t first = warp_in_block(p.tile) / tiles * tiles, live = 0;
    for (uint32_t t = first; t < std::min(first + tiles, b.block.warp_count()); t++)
      live |= b.block.live(t);
    for (uint32_t left = p.mask, warp; left != 0; left &= ~warp) {
      auto lane = static_cast<uint32_t>(std::countr_zero(left));
      warp = warp_mask(lane, warp_);
      if ((live & warp) != 0) continue;
      resources_.free_warp(b.first_tile + first, lane);
      made_room_ = true;
    }
  }
}

}  // namespace heddle
