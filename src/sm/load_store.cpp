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
    entries_.push_back(std::make_unique<Entry>());
    return static_cast<uint32_t>(entries_.size() - 1);
  }
  uint32_t e = free_.back();
  free_.pop_back();
  return e;
}

void LoadStoreUnit::add(PacketId packet, AccessType type, bool shared, Cycle now, uint32_t delay,
                        bool is_single) {
  added_ = is_single ? bundle_of(type, shared, now) : nullptr;
  new_ = kNoEntry;
  if (added_) {
    added_->packets.push_back(packet);
    return;
  }
  uint32_t n = take_entry();
  Entry& e = *entries_[n];
  e.type = type;
  e.shared = shared;
  e.issued = now;
  e.ready = now + delay;
  e.bytes = 1;
  e.packets.clear();
  e.packets.push_back(packet);
  e.threads = e.bank_cycles = 0;
  e.on_chip = false;
  e.is_single = is_single;
  added_ = &e;
  new_ = n;
}

void LoadStoreUnit::enqueue() {
  if (new_ == kNoEntry) return;
  if (added_->is_single) return singles_.push(new_);
  queue_.push(new_);
  if (in_order_) return;
  for (size_t n = queue_.size() - 1; n > 0; n--) {
    if (entries_[queue_[n - 1]]->ready <= added_->ready) return;
    std::swap(queue_[n - 1], queue_[n]);
  }
}

LoadStoreUnit::BankAccess LoadStoreUnit::take_banked(CoreCounters& counters) {
  const Entry& e = *added_;
  count(e, counters);
  recycle(new_);
  return {{e.addresses(), e.lanes(), e.bytes, e.type == AccessType::Atomic}, bank_latency(e)};
}

LoadStoreUnit::Entry* LoadStoreUnit::bundle_of(AccessType type, bool shared, Cycle now) {
  for (size_t i = singles_.size(); i-- > 0 && entries_[singles_[i]]->issued == now;) {
    Entry& e = *entries_[singles_[i]];
    if (e.type == type && e.shared == shared) return &e;
  }
  return nullptr;
}

Address LoadStoreUnit::local(uint32_t thread, Address offset) const {
  return kLocalBase + port_.sm() * kLocalOfSm + (offset / 4 * threads_ + thread) * 4 + offset % 4;
}

void LoadStoreUnit::append(Entry& e, const Access& access, Address keep, uint32_t lane_base) {
  auto count = static_cast<uint32_t>(std::popcount(access.mask));
  uint32_t first = e.add_threads(count);
  Address* addresses = e.address_of.data() + first;
  uint8_t* lanes = e.lane_of.data() + first;
  if (count == kTileThreads) {  // a loop that vectorises
    for (uint32_t lane = 0; lane < kTileThreads; lane++) {
      addresses[lane] = access.address[lane] & keep;
      lanes[lane] = static_cast<uint8_t>(lane_base + lane);
    }
    return;
  }
  for (uint32_t m = access.mask; m != 0; m &= m - 1) {
    auto lane = static_cast<uint32_t>(std::countr_zero(m));
    *addresses++ = access.address[lane] & keep;
    *lanes++ = static_cast<uint8_t>(lane_base + lane);
  }
}

void LoadStoreUnit::add_addresses(const Access& access, Space space, const Resources& resources,
                                  TileId tile, uint32_t lane_base, bool alone) {
  Entry& e = *added_;
  e.bytes = std::max(e.bytes, access.bytes);
  // A generic address may turn out to be one of shared memory.
  if (space == Space::Generic)
    e.shared |= (access.address[std::countr_zero(access.mask)] & kWindowMask) == kSharedWindow;
  // Mostly, all words lie so near to each other that no two of them can share a bank.
  if (alone && in_order_ && e.shared && !e.is_single && space == Space::Shared &&
      e.type != AccessType::Atomic && access.bytes <= 4 &&
      access.highest / 4 - access.lowest / 4 < config_.core.shared_banks) {
    e.threads = static_cast<uint32_t>(std::popcount(access.mask));
    e.bank_cycles = 1;
    return;
  }
  // Of the other spaces, addresses are what they are.
  if (space != Space::Generic && space != Space::Local) {
    append(e, access, e.shared ? ~kWindowMask : ~Address{0}, lane_base);
    e.on_chip = false;
    return;
  }
  bool fresh = e.threads == 0;
  bool all_private = private_bytes_ > 0 && (fresh || e.on_chip);
  for (uint32_t m = access.mask; m != 0; m &= m - 1) {
    auto lane = static_cast<uint32_t>(std::countr_zero(m));
    Address address = access.address[lane];
    bool is_local = space == Space::Local ||
                    (space == Space::Generic && (address & kWindowMask) == kLocalWindow);
    if (space == Space::Generic || e.shared) address &= ~kWindowMask;
    all_private &= is_local && address + e.bytes <= private_bytes_;
    uint32_t thread = e.add_threads(1);
    e.address_of[thread] = is_local ? local(resources.number(tile, lane), address) : address;
    e.lane_of[thread] = static_cast<uint8_t>(lane_base + lane);
  }
  e.on_chip = all_private;
}

uint32_t LoadStoreUnit::cycles_of_words(const Entry& e, Divisor banks) {
  left_.assign(e.addresses().begin(), e.addresses().end());
  for (Address& a : left_) a /= 4;
  // In each cycle, the last thread that comes to a bank leaves its word there, and those that find
  // their own are served.
  uint32_t cycles = 0;
  for (size_t count = left_.size(); count > 0; cycles++) {
    for (size_t n = 0; n < count; n++) last_word_[banks.remainder(left_[n])] = left_[n];
    size_t waiting = 0;
    for (size_t n = 0; n < count; n++) {
      Address word = left_[n];
      left_[waiting] = word;
      waiting += last_word_[banks.remainder(word)] != word;
    }
    count = waiting;
  }
  return std::max(1u, cycles);
}

uint32_t LoadStoreUnit::bank_cycles(const Entry& e, uint32_t count) {
  Divisor banks(count);
  bool at_once = e.type != AccessType::Atomic;
  if (e.bytes <= 4 && at_once) return cycles_of_words(e, banks);
  // Words of one bank that differ are served one after the other; equal words at once, unless each
  // thread changes them.
  for (auto& words : words_) words.clear();
  uint32_t worst = 1;
  // Consecutive words of a thread's private memory lie in consecutive rows of its own bank.
  Address step = e.shared ? 1 : threads_;
  for (Address a : e.addresses())
    for (uint32_t n = 0; n < (a % 4 + e.bytes + 3) / 4; n++) {
      Address word = a / 4 + n * step;
      std::vector<Address>& words = words_[banks.remainder(word)];
      if (at_once && std::ranges::find(words, word) != words.end()) continue;
      words.push_back(word);
      worst = std::max(worst, static_cast<uint32_t>(words.size()));
    }
  return worst;
}

}  // namespace heddle
