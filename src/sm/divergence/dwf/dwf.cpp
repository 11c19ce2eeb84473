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
      lut_(config.dwf.lut_entries, config.dwf.lut_ways),
      // One warp per thread at worst: a thread is in one, whether that waits or has issued.
      warps_(std::min(Warps::tile_limit(config) * 32, GroupSet::kMax)),
      watch_(group_limit()) {
  uint32_t threads = Warps::tile_limit(config) * 32;
  home_.resize(threads);
  passed_.resize(threads);
}

void Dwf::arrive(const Arrival& arrival) {
  for (uint32_t n = 0; n < arrival.threads; n++) {
    uint32_t lane = n % width_;
    home_[thread_number(arrival.first_tile, n)] =
        static_cast<uint8_t>(swizzle_ && n / width_ % 2 == 1 && width_ > 1 ? lane ^ 1 : lane);
  }
  std::fill_n(passed_.begin() + thread_number(arrival.first_tile, 0), arrival.threads, 0);
  // The warps that a block starts with are its consecutive threads, and they are full.
  for (uint32_t n = 0; n < arrival.threads; n += width_) {
    uint32_t count = std::min(width_, arrival.threads - n);
    TileId tile = arrival.first_tile + n / 32;
    uint32_t mask = (count == 32 ? ~0u : (1u << count) - 1) << (n % 32);
    Threads first(tile, mask);
    fill(new_warp(kEntryPlace), first);
  }
}

GroupId Dwf::new_warp(Place place) {
  GroupId g = free_.take();
  Warp& warp = warps_[g];
  warp.place = place;
  warp.threads.clear();
  warp.count = warp.lanes = 0;
  warp.age = entered_++;
  warp.state = State::Pooled;
  watch_.enters(g, place.pc, *counted_);
  return g;
}

void Dwf::hold(GroupId g) {
  lut_.forget(warps_[g].place, g);
  warps_[g].state = State::Issued;
  watch_.leaves(g, warps_[g].place.pc, warps_[g].count);
  changed_.push_back(g);
}

void Dwf::resolve(GroupId g, const Outcome& outcome) {
  warps_[g].state = State::Free;
  free_.give_back(g);
  changed_.push_back(g);
  for (const Outcome::Destination& d : outcome.destinations) {
    if (d.join) pass_join(d.threads);
    insert(d.threads, d.place);
  }
}

void Dwf::release(const Threads& threads, Place place) { insert(threads, place); }

void Dwf::pass_join(const Threads& threads) {
  for (TileMask part : threads)
    for (uint32_t m = part.mask; m != 0; m &= m - 1)
      passed_[thread_number(part.tile, static_cast<uint32_t>(std::countr_zero(m)))]++;
}

uint32_t Dwf::crossbar_conflicts(GroupId g) const {
  if (!crossbar_) return 0;
  std::array<uint8_t, kMaxLanes> readers{};
  uint8_t most = 1;
  for (TileMask part : warps_[g].threads)
    for (uint32_t m = part.mask; m != 0; m &= m - 1) {
      auto thread = static_cast<uint32_t>(std::countr_zero(m));
      most = std::max(most, ++readers[home_[thread_number(part.tile, thread)]]);
    }
  return most - 1u;
}

uint32_t Dwf::lane_of(GroupId g, TileId tile, uint32_t thread) const {
  if (lane_aware_) return home_[thread_number(tile, thread)];
  uint32_t before = 0;
  for (TileMask part : warps_[g].threads) {
    if (part.tile == tile)
      return before + static_cast<uint32_t>(std::popcount(part.mask & ((1u << thread) - 1)));
    before += static_cast<uint32_t>(std::popcount(part.mask));
  }
  return before;
}

uint64_t Dwf::passed(GroupId g) const {
  uint32_t fewest = ~0u;
  for (TileMask part : warps_[g].threads)
    for (uint32_t m = part.mask; m != 0; m &= m - 1)
      fewest = std::min(
          fewest, passed_[thread_number(part.tile, static_cast<uint32_t>(std::countr_zero(m)))]);
  return fewest;
}

/// The threads for whom the warp that the LUT names has room join it, all that go there at once;
/// the others go to a new one, which the LUT names from then on. The warp that it named before
/// stays in the pool, and is updated no more.
void Dwf::insert(const Threads& threads, Place place) {
  Threads left = threads;
  uint32_t count = left.size();
  if (count == 0) return;
  GroupId g = warp_for(place);
  fill(g, left);
  count = left.size();
  if (lane_aware_ && warps_[g].count < width_) counted_->lane_conflicts += count;
  for (; count > 0; count = left.size()) {
    g = new_warp(place);
    counted_->lut_evictions += lut_.set(place, g);
    fill(g, left);
  }
}

/// The one that is being formed for this place, or a new one.
GroupId Dwf::warp_for(Place place) {
  GroupId g = lut_.find(place);
  counted_->lut_lookups++;
  if (g != kNoGroup) {
    counted_->lut_hits++;
    return g;
  }
  counted_->lut_misses++;
  g = new_warp(place);
  counted_->lut_evictions += lut_.set(place, g);
  return g;
}

/// Threads join as far as there is room for them, and leave the set.
void Dwf::fill(GroupId g, Threads& left) {
  Warp& warp = warps_[g];
  uint32_t before = warp.count;
  for (TileMask& part : left) {
    uint32_t joining =
        lane_aware_ ? take_home_lanes(warp, part) : lowest(part.mask, width_ - warp.count);
    warp.threads.add(part.tile, joining);
    warp.count += static_cast<uint32_t>(std::popcount(joining));
    part.mask &= ~joining;
  }
  watch_.joined(warp.count - before);
  changed_.push_back(g);
}

uint32_t Dwf::take_home_lanes(Warp& warp, TileMask part) const {
  uint32_t joining = 0;
  for (uint32_t m = part.mask; m != 0; m &= m - 1) {
    auto thread = static_cast<uint32_t>(std::countr_zero(m));
    uint32_t lane = 1u << home_[thread_number(part.tile, thread)];
    if (warp.lanes & lane) continue;
    warp.lanes |= lane;
    joining |= 1u << thread;
  }
  return joining;
}

}  // namespace heddle
