#include "exec/effects.hpp"

#include <bit>
#include <cstring>
#include <new>

namespace heddle {

namespace {
constexpr size_t kAlign = 64;
constexpr size_t rounded(size_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }
constexpr size_t kAddressBytes = sizeof(uintptr_t) * kTileThreads;

uint32_t bytes_of_thread(const Op& op) { return uint32_t{op.bytes} * op.count; }
}  // namespace

std::byte* EffectLog::make_room(size_t size) {
  if (head_ == tail_) {
    base_ += head_;
    head_ = tail_ = 0;
  }
  if (tail_ + size > capacity_) {
    size_t used = tail_ - head_, larger = capacity_;
    while (larger < 2 * (used + size)) larger = larger == 0 ? 16384 : 2 * larger;
    std::byte* from = bytes_.get();
    if (larger == capacity_) {
      std::memmove(from, from + head_, used);
    } else {
      auto* to = static_cast<std::byte*>(::operator new[](larger, std::align_val_t{kAlign}));
      if (used != 0) std::memcpy(to, from + head_, used);
      bytes_.reset(to);
      capacity_ = larger;
    }
    base_ += head_;
    head_ = 0;
    tail_ = used;
  }
  std::byte* at = bytes_.get() + tail_;
  tail_ += size;
  return at;
}

void EffectLog::add(uint64_t time, Finish action, const Effect& effect, uint32_t values,
                    uint32_t value_bytes, bool load) {
  size_t header = rounded(sizeof(Record));
  size_t addresses = effect.contiguous ? kAlign : kAddressBytes;
  size_t size = header + addresses + size_t{values} * rounded(value_bytes);
  std::byte* at = make_room(size);
  ::new (at) Record{action, static_cast<uint32_t>(size), values, value_bytes, effect};
  std::memcpy(at + header, effect.at, effect.contiguous ? sizeof(uintptr_t) : kAddressBytes);
  for (uint32_t n = 0; n < values; n++)
    std::memcpy(at + header + addresses + n * rounded(value_bytes), effect.values[n], value_bytes);
  uint32_t bytes = effect.contiguous ? bytes_of_thread(*effect.op) * kTileThreads : 0;
  entries_.push_back(
      {time, base_ + static_cast<size_t>(at - bytes_.get()), effect.first(), bytes, !load, !load});
  writing_ += !load;
}

template <class F>
void EffectLog::for_each_part(const Entry& entry, F&& f) const {
  if (entry.bytes != 0) return f(entry.first, entry.bytes);
  const Record& r = record(entry);
  const auto* at = reinterpret_cast<const uintptr_t*>(reinterpret_cast<const std::byte*>(&r) +
                                                      rounded(sizeof(Record)));
  const uint32_t bytes = bytes_of_thread(*r.effect.op);
  for (uint32_t m = r.effect.mask; m != 0; m &= m - 1)
    f(r.effect.base + at[std::countr_zero(m)], bytes);
}

void EffectLog::add_writes(uint64_t end, WriteFilter& filter) const {
  if (writing_ == 0) return;
  for (size_t n = first_; n < entries_.size() && entries_[n].time < end; n++)
    if (entries_[n].writes)
      for_each_part(entries_[n], [&](uintptr_t first, size_t bytes) { filter.add(first, bytes); });
}

void EffectLog::repeat_loads(const WriteFilter& written) {
  for (size_t n = first_; n < entries_.size(); n++) {
    Entry& entry = entries_[n];
    if (!entry.in_turn)
      for_each_part(entry, [&](uintptr_t first, size_t bytes) {
        entry.in_turn |= written.has(first, bytes);
      });
  }
}

uint64_t EffectLog::next_in_turn(uint64_t end) {
  for (; !empty() && oldest() < end; drop_oldest())
    if (entries_[first_].in_turn) return oldest();
  return kNone;
}

void EffectLog::finish(uint64_t time) {
  for (; !empty() && oldest() == time; drop_oldest())
    if (entries_[first_].in_turn) take_place(entries_[first_]);
}

void EffectLog::drop_oldest() {
  writing_ -= entries_[first_].writes;
  if (++first_ == entries_.size()) {
    entries_.clear();
    first_ = 0;
    head_ = tail_;
  } else {
    head_ = static_cast<size_t>(entries_[first_].at - base_);
  }
  if (first_ > 1024 && 2 * first_ > entries_.size()) {
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }
}

void EffectLog::take_place(const Entry& entry) {
  Record& record = this->record(entry);
  std::byte* at = reinterpret_cast<std::byte*>(&record) + rounded(sizeof(Record));
  Effect& effect = record.effect;
  effect.at = reinterpret_cast<const uintptr_t*>(at);
  at += effect.contiguous ? kAlign : kAddressBytes;
  for (uint32_t n = 0; n < record.values; n++)
    effect.values[n] = at + n * rounded(record.value_bytes);
  record.finish(effect);
}

}  // namespace heddle
