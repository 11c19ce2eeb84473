#include "exec/block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace heddle {

Block::Block(const Executable& kernel, const Launch& launch, const std::byte* constants,
             Environment& environment)
    : kernel_(kernel), launch_(launch), environment_(environment) {
  threads_ = static_cast<uint32_t>(launch.block.count());
  uint32_t warps = (threads_ + kTileThreads - 1) / kTileThreads;
  tile_stride_ = (size_t{kernel.tile_bytes} + 63) / 64 * 64;
  tiles_.reset(new (std::align_val_t{64}) std::byte[tile_stride_ * warps]);
  live_.resize(warps);
  depth_.resize(size_t{warps} * kTileThreads);
  if (kernel.has_calls) calls_.resize(size_t{warps} * kTileThreads);
  shared_.resize(uint64_t{kernel.attributes.static_shared_bytes} + launch.dynamic_shared);
  uint32_t local =
      kernel.attributes.local_bytes + (kernel.needs_stack ? environment.stack_bytes / 16 * 16 : 0);
  local_.resize(size_t{local} * warps * kTileThreads);

  memory_.device = &environment.memory;
  memory_.changes = &environment.changes;
  memory_.shared = shared_.data();
  memory_.shared_bytes = static_cast<uint32_t>(shared_.size());
  memory_.local = local_.data();
  memory_.local_bytes = local;
  memory_.local_used = local;
  memory_.parameters = launch.parameters.data();
  memory_.parameter_bytes = static_cast<uint32_t>(launch.parameters.size());
  lanes_.constants = constants;
  lanes_.refs = kernel.refs.data();
  lanes_.memory = &memory_;
}

void Block::reset(uint64_t index, uint32_t sm) {
  index_ = index;
  sm_ = sm;
  coordinates_ = {static_cast<uint32_t>(index % launch_.grid.x),
                  static_cast<uint32_t>(index / launch_.grid.x % launch_.grid.y),
                  static_cast<uint32_t>(index / launch_.grid.x / launch_.grid.y)};
  // Registers start as zero: PTX leaves them undefined, and runs must not depend on what was there.
  std::memset(tiles_.get(), 0, tile_stride_ * live_.size());
  std::ranges::fill(shared_, std::byte{0});
  for (uint32_t t = 0; memory_.local_used > 0 && t < live_.size() * kTileThreads; t++)
    std::memset(local_.data() + size_t{t} * memory_.local_bytes, 0, memory_.local_used);
  memory_.local_used = 0;
  std::ranges::fill(depth_, 0);
  for (Thread& t : calls_) {
    t.frames.clear();
    t.saved.clear();
  }
  live_threads_ = threads_;
  for (uint32_t w = 0; w < live_.size(); w++) {
    uint32_t left = threads_ - w * kTileThreads;
    live_[w] = left >= kTileThreads ? kFullMask : (1u << left) - 1;
  }
  fill_special_rows();
}

std::array<uint32_t, 3> Block::thread_coordinates(uint32_t thread) const {
  const Dim3& b = launch_.block;
  return {thread % b.x, thread / b.x % b.y, thread / b.x / b.y};
}

void Block::fill_special_rows() {
  for (uint32_t warp = 0; warp < live_.size(); warp++) {
    for (const SpecialRow& s : kernel_.special_rows) fill_special_row(s, warp);
    if (!kernel_.has_calls && !kernel_.needs_stack) continue;
    uint32_t* top = lanes(warp).write<uint32_t>(kernel_.stack_top);
    std::fill_n(top, kTileThreads, kernel_.functions[0].frame_bytes);
  }
}

void Block::fill_special_row(const SpecialRow& s, uint32_t warp) {
  uint32_t* row = lanes(warp).write<uint32_t>(s.row);
  if (s.special == Special::TidX || s.special == Special::TidY || s.special == Special::TidZ) {
    const size_t axis = s.special == Special::TidX ? 0 : s.special == Special::TidY ? 1 : 2;
    std::array<uint32_t, 3> at = thread_coordinates(warp * kTileThreads);
    for (uint32_t lane = 0; lane < kTileThreads; lane++) {
      row[lane] = at[axis];
      if (++at[0] < launch_.block.x) continue;
      at[0] = 0;
      if (++at[1] < launch_.block.y) continue;
      at[1] = 0;
      ++at[2];
    }
    return;
  }
  for (uint32_t lane = 0; lane < kTileThreads; lane++) {
    uint32_t bit = 1u << lane;
    switch (s.special) {
      case Special::CtaidX: row[lane] = coordinates_[0]; break;
      case Special::CtaidY: row[lane] = coordinates_[1]; break;
      case Special::CtaidZ: row[lane] = coordinates_[2]; break;
      case Special::LaneId: row[lane] = lane; break;
      case Special::WarpId: row[lane] = warp; break;
      case Special::SmId: row[lane] = sm_; break;
      case Special::LanemaskEq: row[lane] = bit; break;
      case Special::LanemaskLt: row[lane] = bit - 1; break;
      case Special::LanemaskLe: row[lane] = bit | (bit - 1); break;
      case Special::LanemaskGt: row[lane] = ~(bit | (bit - 1)); break;
      case Special::LanemaskGe: row[lane] = ~(bit - 1); break;
      default: row[lane] = 0; break;
    }
  }
}

void Block::fingerprint(uint32_t warp, uint32_t mask, std::span<uint64_t, kTileThreads> out) {
  Lanes& l = lanes(warp);
  auto mix = [](uint64_t& hash, uint64_t value) {
    hash = (hash ^ value) * 0xbf58476d1ce4e5b9;
    hash ^= hash >> 32;
  };
  std::ranges::fill(out, 0x9e3779b97f4a7c15);
  for (const auto& [row, cls] : kernel_.rows) {  // all lanes of a row: a loop that vectorises
    if (cls == RegClass::Pred) {
      uint32_t bits = *l.read<uint32_t>(row);
      for (uint32_t lane = 0; lane < kTileThreads; lane++) mix(out[lane], bits >> lane & 1);
      continue;
    }
    const uint32_t words = units_of(cls);
    const auto* bytes = l.read<std::byte>(row);
    for (uint32_t w = 0; w < words; w++)
      for (uint32_t lane = 0; lane < kTileThreads; lane++) {
        uint32_t value;
        std::memcpy(&value, bytes + 4 * (lane * words + w), 4);
        mix(out[lane], value);
      }
  }
  if (calls_.empty()) return;
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    auto lane = static_cast<uint32_t>(std::countr_zero(m));
    const Thread& thread = calls_[warp * kTileThreads + lane];
    for (const Frame& frame : thread.frames) mix(out[lane], frame.return_pc.value());
    for (uint32_t word : thread.saved) mix(out[lane], word);
  }
}

void Block::exit(uint32_t warp, uint32_t mask) {
  ++*memory_.changes;
  live_threads_ -= static_cast<uint32_t>(std::popcount(live_[warp] & mask));
  live_[warp] &= ~mask;
}

}  // namespace heddle
