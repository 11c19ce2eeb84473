// A set-associative cache. It models tags only; exec/ moves the values.
//
// A line is allocated when its data arrives, not on the miss, so a set is never full of pending
// lines. Lines may have sectors, each with its own valid and dirty state. A *unit* is the amount
// that one fill brings: a sector, or a line in a cache without sectors. Each unit that misses has
// an MSHR. Fills occupy no port: in the papers, only the core's accesses limit the caches.
//
// Writes. `through`: the write is forwarded to the next level, and cached data is updated and stays
// valid (Fermi's L1 evicts it instead, so that a later read misses). `back`: the write stays in the
// cache and marks its units dirty. On a write miss, `no-write` forwards the write; `write` fetches
// the unit, unless the write covers the whole unit.
//
// Victims: an invalid way if there is one, else the least recently used (`lru`), the oldest
// (`fifo`), or a random way (`random`, from a seeded stream).
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "memory_timing/coalescer.hpp"
#include "memory_timing/divisor.hpp"
#include "memory_timing/memory_system.hpp"
#include "memory_timing/mshr.hpp"
#include "memory_timing/random_stream.hpp"

namespace heddle {

/// An access to one line.
struct CacheAccess {
  Address line = 0;
  uint64_t units = 0;  // accessed
  uint64_t whole = 0;  // units written completely
};

/// The requests to the next level after an access or a fill. The lists are replaced.
struct CacheWork {
  uint32_t pending = 0;        // number of units that the new waiter waits for
  std::vector<Address> fetch;  // units to fetch
  bool forward = false;        // the write itself must be forwarded
  Address victim = 0;          // a line whose `victim_dirty` units must be written back
  uint64_t victim_dirty = 0;   // 0: none
};

class Cache {
 public:
  Cache(const CacheConfig& config, RandomStream random);

  bool exists() const { return sets_ > 0; }
  uint32_t unit_bytes() const { return unit_bytes_; }
  uint32_t hit_latency() const { return hit_latency_; }
  bool writes_back() const { return back_; }

  /// The access to the given 32-byte pieces starting at `address`, all within one line.
  CacheAccess locate(Address address, uint64_t pieces, uint64_t whole_pieces = 0) const {
    if (unit_bytes_ != line_bytes_) return locate_sectors(address, pieces, whole_pieces);
    CacheAccess access{.line = address & ~Address{line_bytes_ - 1}, .units = pieces != 0};
    if (whole_pieces != 0) {
      uint64_t all = pieces_of(1), offset = (address - access.line) / kPieceBytes;
      access.whole = access.units & ((whole_pieces << offset & all) == all);
    }
    return access;
  }
  /// True if all units are present. Changes neither counters nor the replacement state.
  bool holds(const CacheAccess& access) const {
    uint32_t way = find(access.line);
    return way != kNoWay && (access.units & ~valid_[way]) == 0;
  }
  /// The same; if true, the access is performed and counted.
  bool read_hit(const CacheAccess& access) {
    uint32_t way = find(access.line);
    if (way == kNoWay || (access.units & ~valid_[way]) != 0) return false;
    if (lru_) stamps_[way] = ++time_;
    ++counters_.reads;
    count_bytes(access);
    return true;
  }
  /// A read that missed: `waiter` waits for the missing units. Returns false, without effect, if
  /// there are not enough MSHRs.
  bool read_miss(const CacheAccess& access, uint32_t waiter, CacheWork& work);
  /// A write. Returns false, without effect, if there are not enough MSHRs.
  bool write(const CacheAccess& access, CacheWork& work);
  /// Marks units dirty, whether present or in flight (an atomic in a write-back cache).
  void make_dirty(const CacheAccess& access);
  /// Invalidates the units; `work` receives those that were dirty.
  void invalidate(const CacheAccess& access, CacheWork& work);
  /// Brings the state to what it would be some time after the access, without any traffic.
  void warm(const CacheAccess& access, AccessType type);
  /// The unit has arrived: calls `each(waiter)`; `work` receives the victim.
  template <class Each>
  void fill(Address unit, CacheWork& work, Each&& each) {
    uint32_t entry = mshrs_.find(unit);
    place(unit, mshrs_.dirty(entry), work);
    mshrs_.release(entry, each);
  }
  /// The pieces of a line covered by `units`, for write-backs.
  uint64_t pieces_of(uint64_t units) const;

  /// How often lines or MSHRs have changed: an access that found no MSHR finds none before the next
  /// time.
  uint64_t changes() const { return changes_; }
  void flush();
  const CacheCounters& counters() const { return counters_; }
  void reset_counters() { counters_ = {}; }
  void count_blocked() { ++counters_.mshr_full; }

 private:
  static constexpr uint32_t kNoWay = ~uint32_t{0};
  static constexpr Address kNoLine = ~Address{0};

  /// Neighbouring accesses are often of one line: the way found last is looked at first.
  uint32_t find(Address line) const {
    return lines_[found_last_] == line ? found_last_ : search(line);
  }
  uint32_t search(Address line) const;
  CacheAccess locate_sectors(Address address, uint64_t pieces, uint64_t whole_pieces) const;
  void count_bytes(const CacheAccess& access) {
    counters_.bytes += uint64_t{static_cast<uint32_t>(std::popcount(access.units))} << unit_shift_;
  }
  uint32_t allocate(Address line, CacheWork& work);
  uint32_t choose_victim(uint32_t first) const;
  void place(Address unit, bool dirty, CacheWork& work);
  bool mshrs_suffice(const CacheAccess& access, uint64_t missing, bool waits) const;
  void request(const CacheAccess& access, uint64_t missing, CacheWork& work);
  Address unit_address(const CacheAccess& access, uint32_t unit) const {
    return access.line + (uint64_t{unit} << unit_shift_);
  }

  uint32_t sets_ = 0, ways_, line_bytes_, unit_bytes_, unit_shift_, hit_latency_;
  bool back_, allocate_on_write_, lru_, random_victim_;
  Divisor line_divisor_, set_divisor_;
  // Indexed by set and way.
  std::vector<Address> lines_;
  std::vector<uint64_t> stamps_, valid_, dirty_;
  mutable uint32_t found_last_ = 0;  // any way
  uint64_t time_ = 0, changes_ = 0;
  mutable RandomStream random_;
  MshrTable mshrs_;
  CacheCounters counters_;
};

}  // namespace heddle
