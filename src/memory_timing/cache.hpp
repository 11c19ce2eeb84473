// A set-associative cache: tags only, since values move elsewhere.
//
// A line is allocated when its data arrives, not when it misses, so a set is never full of lines
// that wait. Lines may have sectors, valid and dirty each on its own; a *unit* is what one fill
// brings: a sector, or the line of a cache without sectors. Misses wait in MSHRs per unit. Fills
// take no port: the papers' caches are limited by what the core asks of them.
//
// Writes. `through`: the write goes on below, and what the cache holds of it stays valid (it is
// updated; Fermi's L1 evicts it, which costs a later read a miss). `back`: the write stays here and
// marks its units dirty. On a write miss, `no-write` passes the write on; `write` brings the unit
// in, except where the write covers all of a unit, which needs nothing from below.
//
// Victims: an invalid way, else the least recently used (`lru`), the first to have come (`fifo`),
// or any (`random`, from a seeded stream).
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "memory_timing/divisor.hpp"
#include "memory_timing/memory_system.hpp"
#include "memory_timing/mshr.hpp"
#include "memory_timing/random_stream.hpp"

namespace heddle {

/// What an access asks of one line.
struct CacheAccess {
  Address line = 0;
  uint64_t units = 0;  // touched
  uint64_t whole = 0;  // of these, wholly written
};

/// What has to happen below the cache after an access or a fill. The lists are replaced.
struct CacheWork {
  uint32_t pending = 0;        // units the new waiter waits for
  std::vector<Address> fetch;  // units to ask for
  bool forward = false;        // the write itself has to go on below
  Address victim = 0;          // a line whose `victim_dirty` units have to be written
  uint64_t victim_dirty = 0;   // 0: nothing
};

class Cache {
 public:
  Cache(const CacheConfig& config, RandomStream random);

  bool exists() const { return sets_ > 0; }
  uint32_t unit_bytes() const { return unit_bytes_; }
  uint32_t hit_latency() const { return hit_latency_; }
  bool writes_back() const { return back_; }

  /// The access to the given 32-byte pieces from `address` on; they lie within one line.
  CacheAccess locate(Address address, uint64_t pieces, uint64_t whole_pieces = 0) const;
  /// Whether all units are here; nothing is counted or remembered.
  bool holds(const CacheAccess& access) const {
    uint32_t way = find(access.line);
    return way != kNoWay && (access.units & ~valid_[way]) == 0;
  }
  /// The same; if so the access is made and counted.
  bool read_hit(const CacheAccess& access);
  /// A read that missed: `waiter` waits for the missing units. False, and no effect, when the MSHRs
  /// cannot take it.
  bool read_miss(const CacheAccess& access, uint32_t waiter, CacheWork& work);
  /// A write. False, and no effect, when the MSHRs cannot take it.
  bool write(const CacheAccess& access, CacheWork& work);
  /// Marks units dirty, in the line or in what is on its way (an atomic in a write-back cache).
  void make_dirty(const CacheAccess& access);
  /// Drops the units; `work` names those that were dirty.
  void invalidate(const CacheAccess& access, CacheWork& work);
  /// The unit has arrived: calls `each(waiter)`, and `work` names the victim.
  template <class Each>
  void fill(Address unit, CacheWork& work, Each&& each) {
    uint32_t entry = mshrs_.find(unit);
    place(unit, mshrs_.dirty(entry), work);
    mshrs_.release(entry, each);
  }
  /// The pieces of a line that `units` cover, for write-backs.
  uint64_t pieces_of(uint64_t units) const;

  void flush();
  const CacheCounters& counters() const { return counters_; }
  void reset_counters() { counters_ = {}; }
  void count_blocked() { ++counters_.mshr_full; }

 private:
  static constexpr uint32_t kNoWay = ~uint32_t{0};
  static constexpr Address kNoLine = ~Address{0};

  uint32_t find(Address line) const;
  void count_bytes(const CacheAccess& access) {
    counters_.bytes += uint64_t{static_cast<uint32_t>(std::popcount(access.units))} << unit_shift_;
  }
  uint32_t allocate(Address line, CacheWork& work);
  uint32_t choose_victim(uint32_t first) const;
  void place(Address unit, bool dirty, CacheWork& work);
  bool mshrs_take(const CacheAccess& access, uint64_t missing, bool waits) const;
  void request(const CacheAccess& access, uint64_t missing, CacheWork& work);
  Address unit_address(const CacheAccess& access, uint32_t unit) const {
    return access.line + (uint64_t{unit} << unit_shift_);
  }

  uint32_t sets_ = 0, ways_, line_bytes_, unit_bytes_, unit_shift_, hit_latency_;
  bool back_, allocate_on_write_, lru_, random_victim_;
  Divisor line_divisor_, set_divisor_;
  // By set and way.
  std::vector<Address> lines_;
  std::vector<uint64_t> stamps_, valid_, dirty_;
  uint64_t time_ = 0;
  mutable RandomStream random_;
  MshrTable mshrs_;
  CacheCounters counters_;
};

}  // namespace heddle
