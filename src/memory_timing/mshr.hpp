// Miss status holding registers: the outstanding fills of a cache and the accesses that wait for
// them. There is one entry per unit (a line, or a sector of a sectored cache); a second miss on the
// same unit merges with the first. Half of each address is in one short array that is searched
// linearly: for a few tens of entries this takes a handful of vector instructions, and only on
// misses. Only where a half is found, the whole addresses are searched.
#pragma once

#include <cstdint>
#include <vector>

#include "memory_timing/memory_system.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {

class MshrTable {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  MshrTable(uint32_t entries, uint32_t merges)
      : halves_(entries, half(kNoUnit)),
        units_(entries, kNoUnit),
        entries_(entries),
        merges_(merges) {
    for (uint32_t i = entries; i-- > 0;) free_.push_back(i);
  }

  uint32_t find(Address unit) const {
    if (empty()) return kNone;
    const uint32_t* halves = halves_.data();
    const size_t count = halves_.size();
    const uint32_t wanted = half(unit);
    uint32_t any = 0;
    for (size_t i = 0; i < count; ++i) any |= halves[i] == wanted;
    return any != 0 ? search(unit) : kNone;
  }
  size_t free() const { return free_.size(); }
  bool empty() const { return free_.size() == units_.size(); }
  bool can_merge(uint32_t entry) const { return entries_[entry].waiters < merges_; }
  uint32_t allocate(Address unit) {
    uint32_t entry = free_.back();
    free_.pop_back();
    units_[entry] = unit;
    halves_[entry] = half(unit);
    entries_[entry] = {};
    return entry;
  }
  void add_waiter(uint32_t entry, uint32_t waiter) {
    Entry& e = entries_[entry];
    uint32_t node = nodes_.take({waiter, kNone});
    (e.waiters++ == 0 ? e.first : nodes_[e.last].next) = node;
    e.last = node;
  }
  void set_dirty(uint32_t entry) { entries_[entry].dirty = true; }
  bool dirty(uint32_t entry) const { return entries_[entry].dirty; }

  /// Frees the entry and calls `each(waiter)` in order of arrival.
  template <class Each>
  void release(uint32_t entry, Each&& each) {
    Entry e = entries_[entry];
    units_[entry] = kNoUnit;
    halves_[entry] = half(kNoUnit);
    free_.push_back(entry);
    for (uint32_t n = e.first; e.waiters > 0; --e.waiters) {
      Node node = nodes_[n];
      nodes_.release(n);
      n = node.next;
      each(node.waiter);
    }
  }

 private:
  static constexpr Address kNoUnit = ~Address{0};
  struct Entry {
    uint32_t first = kNone, last = kNone, waiters = 0;
    bool dirty = false;  // a write waits to be merged into the fill
  };
  struct Node {
    uint32_t waiter = 0, next = kNone;
  };

  static constexpr uint32_t half(Address unit) { return static_cast<uint32_t>(unit >> 5); }
  [[gnu::noinline]] uint32_t search(Address unit) const {
    for (uint32_t i = 0; i < units_.size(); ++i)
      if (units_[i] == unit) return i;
    return kNone;
  }

  std::vector<uint32_t> halves_;
  std::vector<Address> units_;
  std::vector<Entry> entries_;
  Pool<Node> nodes_;
  std::vector<uint32_t> free_;
  uint32_t merges_;
};

}  // namespace heddle
