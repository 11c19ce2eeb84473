#include "sm/divergence/dwf/dwf.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle {

namespace {
uint32_t lowest(uint32_t mask, uint32_t count) {
  uint32_t out = 0;
  for (; count > 0 && mask != 0; count--, mask &= mask - 1) out |= mask & ~(mask - 1);
  return out;
}
}  // namespace

Dwf::Dwf(const MachineConfig& config)
    : width_(config.core.warp),
      lane_aware_(config.registers.layout == "per-lane"),
      crossbar_(config.registers.layout == "crossbar"),
      swizzle_(config.arch.lane_map == "swizzle"),
      lut_(config.dwf.lut_entries, config.dwf.lut_ways) {
  if (width_ > kMaxLanes)
    throw UsageError(fmt::format(
        "core.warp is {}: warps that form dynamically have at most {} threads", width_, kMaxLanes));
  // One warp per thread at worst, and as many again that have issued.
  uint32_t threads = Warps::tile_limit(config.core) * 32;
  warps_.resize(std::min(threads, GroupSet::kMax));
  home_.resize(threads);
  passed_.resize(threads);
  for (uint32_t g = group_limit(); g-- > 0;) free_.push_back(g);
}

void Dwf::arrive(const Arrival& arrival) {
  for (uint32_t n = 0; n < arrival.threads; n++) {
    uint32_t lane = n % width_;
    home_[arrival.first_tile * 32 + n] =
        static_cast<uint8_t>(swizzle_ && n / width_ % 2 == 1 && width_ > 1 ? lane ^ 1 : lane);
  }
  std::fill_n(passed_.begin() + arrival.first_tile * 32, arrival.threads, 0);
  // The warps that a block starts with are its consecutive threads, and they are full.
  for (uint32_t n = 0; n < arrival.threads; n += width_) {
    uint32_t count = std::min(width_, arrival.threads - n), tile = arrival.first_tile + n / 32;
    uint32_t mask = (count == 32 ? ~0u : (1u << count) - 1) << (n % 32);
    join(warps_[new_warp({0, 0})], tile, mask, lanes_of(tile, mask));
  }
}

uint32_t Dwf::lanes_of(uint32_t tile, uint32_t mask) const {
  uint32_t lanes = 0;
  for (uint32_t m = mask; m != 0; m &= m - 1)
    lanes |= 1u << home_[tile * 32 + static_cast<uint32_t>(std::countr_zero(m))];
  return lanes;
}

uint32_t Dwf::new_warp(Place place) {
  uint32_t g = free_.back();
  free_.pop_back();
  Warp& warp = warps_[g];
  warp.place = place;
  warp.threads.clear();
  warp.lanes = 0;
  warp.age = entered_++;
  warp.state = State::Pooled;
  most_pooled_ = std::max(most_pooled_, ++pooled_);
  changed_.push_back(g);
  return g;
}

void Dwf::join(Warp& warp, uint32_t tile, uint32_t mask, uint32_t lanes) {
  warp.threads.add(tile, mask);
  warp.lanes |= lanes;
}

void Dwf::hold(uint32_t g) {
  lut_.forget(warps_[g].place, g);
  warps_[g].state = State::Issued;
  pooled_--;
  changed_.push_back(g);
}

void Dwf::resolve(uint32_t g, const Outcome& outcome) {
  warps_[g].state = State::Free;
  free_.push_back(g);
  changed_.push_back(g);
  for (const Outcome::Destination& d : outcome.destinations) insert(d.threads, d.place, d.join);
}

void Dwf::release(const Threads& threads, Place place) { insert(threads, place, false); }

uint32_t Dwf::crossbar_conflicts(uint32_t g) const {
  if (!crossbar_) return 0;
  std::array<uint8_t, kMaxLanes> readers{};
  uint8_t most = 1;
  for (Part part : warps_[g].threads)
    for (uint32_t m = part.mask; m != 0; m &= m - 1) {
      auto thread = static_cast<uint32_t>(std::countr_zero(m));
      most = std::max(most, ++readers[home_[part.tile * 32 + thread]]);
    }
  return most - 1u;
}

uint32_t Dwf::lane_of(uint32_t g, uint32_t tile, uint32_t thread) const {
  if (lane_aware_) return home_[tile * 32 + thread];
  uint32_t before = 0;
  for (Part part : warps_[g].threads) {
    if (part.tile == tile)
      return before + static_cast<uint32_t>(std::popcount(part.mask & ((1u << thread) - 1)));
    before += static_cast<uint32_t>(std::popcount(part.mask));
  }
  return before;
}

uint64_t Dwf::passed(uint32_t g) const {
  uint32_t fewest = ~0u;
  for (Part part : warps_[g].threads)
    for (uint32_t m = part.mask; m != 0; m &= m - 1)
      fewest =
          std::min(fewest, passed_[part.tile * 32 + static_cast<uint32_t>(std::countr_zero(m))]);
  return fewest;
}

void Dwf::insert(const Threads& threads, Place place, bool join) {
  for (Part part : threads) {
    if (join)
      for (uint32_t m = part.mask; m != 0; m &= m - 1)
        passed_[part.tile * 32 + static_cast<uint32_t>(std::countr_zero(m))]++;
    insert(part.tile, part.mask, place);
  }
}

/// Threads of one tile join the warp that the LUT names, as far as it has room; those for whom it
/// has none go to a new one.
void Dwf::insert(uint32_t tile, uint32_t mask, Place place) {
  while (mask != 0) {
    uint32_t g = lut_.find(place);
    if (g == WarpLut::kNone) {
      g = new_warp(place);
      lut_.set(place, g);
    }
    Warp& warp = warps_[g];
    uint32_t joining = 0, lanes = 0;
    if (lane_aware_) {
      for (uint32_t m = mask; m != 0; m &= m - 1) {
        uint32_t thread = static_cast<uint32_t>(std::countr_zero(m));
        uint32_t lane = 1u << home_[tile * 32 + thread];
        if ((warp.lanes | lanes) & lane) continue;
        joining |= 1u << thread;
        lanes |= lane;
      }
    } else {
      joining = lowest(mask, width_ - static_cast<uint32_t>(warp.threads.size()));
    }
    if (joining != 0) {
      join(warp, tile, joining, lanes);
      changed_.push_back(g);
      mask &= ~joining;
    }
    if (mask != 0) {  // no room for these: the warp stays in the pool, and is updated no more
      uint32_t next = new_warp(place);
      lut_.set(place, next);
    }
  }
}

}  // namespace heddle
