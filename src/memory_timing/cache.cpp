// Lookups, fills and replacement.
#include "memory_timing/cache.hpp"

#include <bit>

namespace heddle {

Cache::Cache(const CacheConfig& config, RandomStream random)
    : ways_(config.ways),
      line_bytes_(config.line),
      unit_bytes_(config.sector != 0 ? config.sector : config.line),
      unit_shift_(static_cast<uint32_t>(std::countr_zero(unit_bytes_))),
      hit_latency_(config.hit_latency),
      back_(config.write == "back"),
      allocate_on_write_(config.allocate == "write"),
      lru_(config.replacement == "lru"),
      random_victim_(config.replacement == "random"),
      random_(random),
      mshrs_(config.bytes == 0 ? 0 : config.mshr_entries, config.mshr_merges) {
  if (config.bytes == 0) return;
  sets_ = static_cast<uint32_t>(config.bytes / (uint64_t{ways_} * line_bytes_));
  line_divisor_ = Divisor(line_bytes_);
  set_divisor_ = Divisor(sets_);
  flush();
}

void Cache::flush() {
  ++changes_;
  size_t n = size_t{sets_} * ways_;
  lines_.assign(n, kNoLine);
  stamps_.assign(n, 0);
  valid_.assign(n, 0);
  dirty_.assign(n, 0);
  time_ = 0;
}

CacheAccess Cache::locate_sectors(Address address, uint64_t pieces, uint64_t whole_pieces) const {
  CacheAccess access{.line = address & ~Address{line_bytes_ - 1}};
  uint64_t offset = (address - access.line) / kPieceBytes;
  pieces <<= offset;
  whole_pieces <<= offset;
  uint32_t per_unit = unit_bytes_ / kPieceBytes;
  uint64_t all = ~uint64_t{0} >> (64 - per_unit);
  for (uint32_t unit = 0; pieces != 0; ++unit) {
    if ((pieces & all) != 0) access.units |= uint64_t{1} << unit;
    if ((whole_pieces & all) == all) access.whole |= uint64_t{1} << unit;
    if (per_unit == 64) break;
    pieces >>= per_unit;
    whole_pieces >>= per_unit;
  }
  return access;
}

uint64_t Cache::pieces_of(uint64_t units) const {
  uint32_t per_unit = unit_bytes_ / kPieceBytes;
  uint64_t all = ~uint64_t{0} >> (64 - per_unit), pieces = 0;
  for (; units != 0; units &= units - 1) {
    pieces |= all << (static_cast<uint32_t>(std::countr_zero(units)) * per_unit);
  }
  return pieces;
}

uint32_t Cache::search(Address line) const {
  uint32_t first = static_cast<uint32_t>(set_divisor_.remainder(line_divisor_.quotient(line)));
  first *= ways_;
  for (uint32_t i = first; i < first + ways_; ++i)
    if (lines_[i] == line) return found_last_ = i;
  return kNoWay;
}

bool Cache::mshrs_suffice(const CacheAccess& access, uint64_t missing, bool waits) const {
  uint32_t new_entries = 0;
  for (uint64_t m = missing; m != 0; m &= m - 1) {
    uint32_t unit = static_cast<uint32_t>(std::countr_zero(m));
    uint32_t entry = mshrs_.find(unit_address(access, unit));
    if (entry == MshrTable::kNone)
      ++new_entries;
    else if (waits && !mshrs_.can_merge(entry))
      return false;
  }
  return new_entries <= mshrs_.free();
}

bool Cache::read_miss(const CacheAccess& access, uint32_t waiter, CacheWork& work) {
  work.fetch.clear();
  uint32_t way = find(access.line);
  uint64_t missing = access.units & (way == kNoWay ? ~uint64_t{0} : ~valid_[way]);
  // The loop below checks a single unit; several units are accepted together or not at all.
  if (!std::has_single_bit(missing) && !mshrs_suffice(access, missing, true)) return false;
  work.pending = static_cast<uint32_t>(std::popcount(missing));
  for (uint64_t m = missing; m != 0; m &= m - 1) {
    Address unit = unit_address(access, static_cast<uint32_t>(std::countr_zero(m)));
    uint32_t entry = mshrs_.find(unit);
    if (entry == MshrTable::kNone) {
      if (mshrs_.free() == 0) return false;
      entry = mshrs_.allocate(unit);
      work.fetch.push_back(unit);
    } else {
      if (!mshrs_.can_merge(entry)) return false;
      ++counters_.mshr_merges;
    }
    mshrs_.add_waiter(entry, waiter);
  }
  ++changes_;
  ++counters_.reads;
  ++counters_.read_misses;
  count_bytes(access);
  return true;
}

void Cache::request(const CacheAccess& access, uint64_t missing, CacheWork& work) {
  for (uint64_t m = missing; m != 0; m &= m - 1) {
    Address unit = unit_address(access, static_cast<uint32_t>(std::countr_zero(m)));
    uint32_t entry = mshrs_.find(unit);
    if (entry == MshrTable::kNone) {
      entry = mshrs_.allocate(unit);
      work.fetch.push_back(unit);
    } else {
      ++counters_.mshr_merges;
    }
    if (back_) mshrs_.set_dirty(entry);
  }
}

bool Cache::write(const CacheAccess& access, CacheWork& work) {
  work.fetch.clear();
  work.victim_dirty = 0;
  uint32_t way = find(access.line);
  uint64_t missing = access.units & (way == kNoWay ? ~uint64_t{0} : ~valid_[way]);
  uint64_t fetched = allocate_on_write_ ? missing & ~access.whole : 0;
  if (fetched != 0 && !mshrs_suffice(access, fetched, false)) return false;
  ++changes_;
  ++counters_.writes;
  count_bytes(access);
  if (missing != 0) ++counters_.write_misses;
  work.forward = !back_ || (missing != 0 && !allocate_on_write_);
  if (fetched != 0) request(access, fetched, work);
  uint64_t present = access.units & ~(allocate_on_write_ ? fetched : missing);
  if (present == 0) return true;
  if (way == kNoWay) way = allocate(access.line, work);
  valid_[way] |= present;
  if (back_ && !work.forward) dirty_[way] |= present;
  if (lru_) stamps_[way] = ++time_;
  return true;
}

void Cache::make_dirty(const CacheAccess& access) {
  uint32_t way = find(access.line);
  uint64_t present = way == kNoWay ? 0 : access.units & valid_[way];
  if (present != 0) dirty_[way] |= present;
  for (uint64_t m = access.units & ~present; m != 0; m &= m - 1) {
    uint32_t unit = static_cast<uint32_t>(std::countr_zero(m));
    uint32_t entry = mshrs_.find(unit_address(access, unit));
    if (entry != MshrTable::kNone) mshrs_.set_dirty(entry);
  }
}

void Cache::warm(const CacheAccess& access, AccessType type) {
  bool writes = type == AccessType::Store || type == AccessType::Atomic;
  bool brings = type != AccessType::Store || allocate_on_write_;
  uint32_t way = find(access.line);
  if (way == kNoWay) {
    if (!brings) return;
    CacheWork victim;
    way = allocate(access.line, victim);
  }
  if (brings) valid_[way] |= access.units;
  if (writes && back_) dirty_[way] |= access.units & valid_[way];
  if (lru_) stamps_[way] = ++time_;
}

void Cache::invalidate(const CacheAccess& access, CacheWork& work) {
  ++changes_;
  work.victim_dirty = 0;
  uint32_t way = find(access.line);
  if (way == kNoWay) return;
  work.victim = access.line;
  work.victim_dirty = dirty_[way] & access.units;
  if (work.victim_dirty != 0) ++counters_.write_backs;
  valid_[way] &= ~access.units;
  dirty_[way] &= ~access.units;
  if (valid_[way] == 0) lines_[way] = kNoLine;
}

uint32_t Cache::choose_victim(uint32_t first) const {
  uint32_t victim = first;
  for (uint32_t i = first; i < first + ways_; ++i) {
    if (lines_[i] == kNoLine) return i;
    if (stamps_[i] < stamps_[victim]) victim = i;
  }
  return random_victim_ ? first + random_.below(ways_) : victim;
}

uint32_t Cache::allocate(Address line, CacheWork& work) {
  uint32_t first = static_cast<uint32_t>(set_divisor_.remainder(line_divisor_.quotient(line)));
  uint32_t way = choose_victim(first * ways_);
  if (lines_[way] != kNoLine) {
    ++counters_.evictions;
    work.victim = lines_[way];
    work.victim_dirty = dirty_[way];
    if (work.victim_dirty != 0) ++counters_.write_backs;
  }
  lines_[way] = line;
  valid_[way] = dirty_[way] = 0;
  stamps_[way] = ++time_;
  return way;
}

void Cache::place(Address unit, bool dirty, CacheWork& work) {
  ++changes_;
  work.victim_dirty = 0;
  ++counters_.fills;
  Address line = unit & ~Address{line_bytes_ - 1};
  uint32_t way = find(line);
  if (way == kNoWay) way = allocate(line, work);
  uint64_t bit = uint64_t{1} << ((unit - line) >> unit_shift_);
  valid_[way] |= bit;
  if (dirty) dirty_[way] |= bit;
}

}  // namespace heddle
