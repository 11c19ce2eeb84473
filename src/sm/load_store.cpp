#include "sm/load_store.hpp"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {
// Local memory lies above all allocations, interleaved so that equal addresses of neighbouring
// threads are neighbours: one transaction for a warp.
constexpr Address kLocalBase = uint64_t{1} << 50;
constexpr Address kLocalOfSm = uint64_t{1} << 40;
}  // namespace

uint32_t LoadStoreUnit::take_entry() {
  if (free_.empty()) {
    entries_.emplace_back();
    return static_cast<uint32_t>(entries_.size() - 1);
  }
  uint32_t e = free_.back();
  free_.pop_back();
  return e;
}

void LoadStoreUnit::add(uint32_t packet, AccessType type, bool shared, Cycle now, uint32_t delay,
                        bool bundle) {
  if (bundle && !queue_.empty()) {
    Entry& last = entries_[queue_.back()];
    if (last.issued == now && last.type == type && last.shared == shared) {
      last.packets.push_back(packet);
      return;
    }
  }
  uint32_t n = take_entry();
  Entry& e = entries_[n];
  e.type = type;
  e.shared = shared;
  e.issued = now;
  e.ready = now + delay;
  e.packets.assign(1, packet);
  e.addresses.clear();
  e.lanes.clear();
  queue_.push_back(n);
}

Address LoadStoreUnit::physical(Space space, uint32_t tile, uint32_t lane, Address address) const {
  if (space == Space::Generic) {
    switch (address & kWindowMask) {
      case kLocalWindow: space = Space::Local; break;
      default: break;
    }
    address &= ~kWindowMask;
  }
  if (space != Space::Local) return address;
  uint64_t threads = config_.core.max_threads + 32 * config_.core.max_blocks;
  return kLocalBase + sm_ * kLocalOfSm + (address / 4 * threads + tile * 32 + lane) * 4 +
         address % 4;
}

void LoadStoreUnit::add_addresses(const Access& access, Space space, uint32_t tile,
                                  uint32_t lane_base) {
  Entry& e = entries_[queue_.back()];
  e.bytes = std::max(1u, access.bytes);
  // A generic address may turn out to be one of shared memory.
  if (space == Space::Generic)
    e.shared |= (access.address[std::countr_zero(access.mask)] & kWindowMask) == kSharedWindow;
  for (uint32_t m = access.mask; m != 0; m &= m - 1) {
    auto lane = static_cast<uint32_t>(std::countr_zero(m));
    e.addresses.push_back(e.shared ? access.address[lane] & ~kWindowMask
                                   : physical(space, tile, lane, access.address[lane]));
    e.lanes.push_back(static_cast<uint8_t>(lane_base + lane));
  }
}

uint32_t LoadStoreUnit::shared_cycles(const Entry& e) {
  // Words of one bank that differ are served one after the other; equal words at once.
  for (BankUse& b : bank_) b.words.clear();
  uint32_t worst = 1;
  for (Address a : e.addresses)
    for (Address word = a / 4; word <= (a + e.bytes - 1) / 4; word++) {
      BankUse& b = bank_[word % bank_.size()];
      if (std::ranges::find(b.words, word) != b.words.end()) continue;
      b.words.push_back(word);
      worst = std::max(worst, static_cast<uint32_t>(b.words.size()));
    }
  return worst;
}

}  // namespace heddle
