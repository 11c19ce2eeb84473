#include "exec/effects.hpp"

#include <cstring>
#include <new>

namespace heddle {

namespace {
constexpr size_t kAlign = 64;
constexpr size_t rounded(size_t bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }
constexpr size_t kAddressBytes = sizeof(uintptr_t) * kTileThreads;
}  // namespace

std::byte* EffectLog::make_room(size_t size) {
  if (head_ == tail_) head_ = tail_ = 0;
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
    head_ = 0;
    tail_ = used;
  }
  std::byte* at = bytes_.get() + tail_;
  tail_ += size;
  return at;
}

void EffectLog::add(uint64_t time, Finish finish, const Effect& effect, uint32_t values,
                    uint32_t value_bytes) {
  size_t header = rounded(sizeof(Record));
  size_t addresses = effect.contiguous ? kAlign : kAddressBytes;
  size_t size = header + addresses + size_t{values} * rounded(value_bytes);
  std::byte* at = make_room(size);
  ::new (at) Record{finish, time, static_cast<uint32_t>(size), values, value_bytes, effect};
  std::memcpy(at + header, effect.at, effect.contiguous ? sizeof(uintptr_t) : kAddressBytes);
  for (uint32_t n = 0; n < values; n++)
    std::memcpy(at + header + addresses + n * rounded(value_bytes), effect.values[n], value_bytes);
}

void EffectLog::finish_oldest() {
  std::byte* at = bytes_.get() + head_;
  auto& record = *reinterpret_cast<Record*>(at);
  at += rounded(sizeof(Record));
  Effect& effect = record.effect;
  effect.at = reinterpret_cast<const uintptr_t*>(at);
  at += effect.contiguous ? kAlign : kAddressBytes;
  for (uint32_t n = 0; n < record.values; n++)
    effect.values[n] = at + n * rounded(record.value_bytes);
  record.finish(effect);
  head_ += record.size;
}

}  // namespace heddle
