// Allocations are in ascending order with a gap after each, so an address's neighbours in the map
// are its nearest allocations. Storage comes from calloc, so a large buffer uses host memory only
// where it is written.
#include "device_memory/device_memory.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"

namespace heddle {

namespace {

constexpr uint64_t kGap = 4096;                     // at least this much after every allocation
constexpr Address kEnd = Address{1} << 47;          // generic addresses of global memory stay below
constexpr uint64_t kNear = uint64_t{1} << 20;       // messages ignore allocations further away
constexpr uint64_t kNullRange = uint64_t{1} << 16;  // offsets from a null pointer
constexpr uint64_t kTombstones = 4096;              // freed heap blocks remembered one by one

Address align_up(Address value, uint64_t align) { return (value + align - 1) & ~(align - 1); }

std::string name_of(const Allocation& a) {
  auto named = [&](const char* what) {
    return a.label.empty() ? fmt::format("an unnamed {}", what)
                           : fmt::format("{} '{}'", what, a.label);
  };
  std::string name;
  switch (a.kind) {
    case Allocation::Kind::Buffer: name = named("buffer"); break;
    case Allocation::Kind::Global: name = named("variable"); break;
    case Allocation::Kind::Constant: name = named("constant"); break;
    case Allocation::Kind::Heap:
      name = a.label.empty() ? "a block of the device heap" : a.label;
      break;
  }
  return fmt::format("{} ({} bytes at {:#x}{})", name, a.size, a.base, a.freed ? ", freed" : "");
}

std::string bytes(uint64_t n) { return n == 1 ? "1 byte" : fmt::format("{} bytes", n); }

/// The window of a generic address; null if it is in global memory or in no memory.
const char* window_of(Address address) {
  switch (address & kWindowMask) {
    case kLocalWindow: return "local";
    case kSharedWindow: return "shared";
    case kParamWindow: return "parameter";
    case kCodeWindow: return "code";
    default: return nullptr;
  }
}

[[noreturn]] void bad_range(const DeviceMemory& memory, const char* what, Address address,
                            uint64_t size) {
  throw UsageError(
      fmt::format("cannot {} {} at {:#x}: the range is not inside one live allocation; {:#x} is {}",
                  what, bytes(size), address, address, memory.describe(address)));
}

}  // namespace

DeviceMemory::DeviceMemory(Limits limits) : limits_(limits) {
  if (!limits_.unified) return;
  arena_ = std::make_unique<UnifiedArena>();
  next_ = UnifiedArena::kBase;
}

DeviceMemory::~DeviceMemory() {
  if (arena_) return;
  for (auto& [base, allocation] : allocations_) std::free(allocation.data);
}

/// Zero-filled host memory for an allocation; null if the host has none.
std::byte* DeviceMemory::provide(Address base, uint64_t size) {
  if (!arena_) return static_cast<std::byte*>(std::calloc(size, 1));
  return arena_->commit(base, size) ? reinterpret_cast<std::byte*>(base) : nullptr;
}

void DeviceMemory::withdraw(Allocation& allocation) {
  if (arena_)
    arena_->discard(allocation.base, allocation.size);
  else
    std::free(allocation.data);
  allocation.data = nullptr;
}

Address DeviceMemory::allocate(uint64_t size, Allocation::Kind kind, std::string label,
                               uint64_t align) {
  if (size == 0) throw UsageError("cannot allocate 0 bytes of device memory");
  if (!std::has_single_bit(align) || align > (uint64_t{1} << 32))
    throw UsageError(fmt::format("cannot align an allocation to {} bytes", align));
  if (size > limits_.total_bytes - in_use_)
    throw UsageError(fmt::format("cannot allocate {} of device memory: {} of {} are in use",
                                 bytes(size), in_use_, bytes(limits_.total_bytes)));
  Address base = align_up(next_, align);
  const Address end = arena_ ? arena_->end() : kEnd;
  if (base >= end || size > end - base)
    throw UsageError(fmt::format("cannot allocate {}: no device addresses are left", bytes(size)));
  std::byte* data = provide(base, size);
  if (!data)
    throw UsageError(fmt::format("cannot allocate {} of device memory: the host has no more memory",
                                 bytes(size)));
  Allocation made{base, size, kind, false, false, std::move(label), data};
  try {
    allocations_.emplace(base, made);
  } catch (...) {
    withdraw(made);
    throw;
  }
  next_ = align_up(base + size, 256) + kGap;
  in_use_ += size;
  return base;
}

/// Throws UsageError if [base, base + size) and an allocation, live or freed, have bytes in common.
void DeviceMemory::require_free(Address base, uint64_t size, const char* what) const {
  auto after = allocations_.lower_bound(base + size);
  if (after == allocations_.begin()) return;
  const Allocation& below = std::prev(after)->second;
  if (below.base + below.size > base)
    throw UsageError(fmt::format("cannot {} {} at {:#x}: part of them is {}", what, bytes(size),
                                 base, name_of(below)));
}

Address DeviceMemory::allocate_at(Address base, uint64_t size, Allocation::Kind kind,
                                  std::string label) {
  if (size == 0) throw UsageError("cannot allocate 0 bytes of device memory");
  if (size > limits_.total_bytes - in_use_)
    throw UsageError(fmt::format("cannot allocate {} of device memory: {} of {} are in use",
                                 bytes(size), in_use_, bytes(limits_.total_bytes)));
  const Address begin = arena_ ? UnifiedArena::kBase : kNullRange;
  const Address end = arena_ ? arena_->end() : kEnd;
  if (base < begin || base >= end || size > end - base)
    throw UsageError(
        fmt::format("cannot place {} at {:#x}: addresses begin at {:#x} and end at {:#x}",
                    bytes(size), base, begin, end));
  require_free(base, size, "place");
  std::byte* data = provide(base, size);
  if (!data)
    throw UsageError(fmt::format("cannot allocate {} of device memory: the host has no more memory",
                                 bytes(size)));
  allocations_.emplace(base, Allocation{base, size, kind, false, false, std::move(label), data});
  // What is allocated later lies behind everything that was placed.
  next_ = std::max(next_, align_up(base + size, 256) + kGap);
  in_use_ += size;
  return base;
}

void DeviceMemory::release(Address base) {
  auto it = allocations_.find(base);
  if (it == allocations_.end())
    throw UsageError(fmt::format("cannot free {:#x}: no allocation starts there; it is {}", base,
                                 describe(base)));
  Allocation& a = it->second;
  if (a.freed) throw UsageError(fmt::format("cannot free {:#x} twice: it is {}", base, name_of(a)));
  if (a.borrowed)
    throw UsageError(
        fmt::format("cannot free {:#x}: it is {}, memory of the host", base, name_of(a)));
  withdraw(a);
  a.freed = true;
  in_use_ -= a.size;
  generation_++;
}

void DeviceMemory::lend(std::span<std::byte> memory, std::string label) {
  const auto base = reinterpret_cast<Address>(memory.data());
  if (!arena_) throw UsageError("host memory can be lent to a device with unified addresses only");
  if (memory.empty()) throw UsageError("cannot lend 0 bytes to the device");
  require_free(base, memory.size(), "lend");
  Allocation lent{
      base, memory.size(), Allocation::Kind::Buffer, false, true, std::move(label), memory.data()};
  allocations_.emplace(base, std::move(lent));
}

void DeviceMemory::take_back(Address base) {
  auto it = allocations_.find(base);
  if (it == allocations_.end() || !it->second.borrowed)
    throw UsageError(fmt::format("no memory of the host that was lent begins at {:#x}", base));
  allocations_.erase(it);
  generation_++;
}

Address DeviceMemory::heap_allocate(uint64_t size) {
  if (size == 0 || size > limits_.heap_bytes - heap_in_use_) return 0;
  try {
    Address base = allocate(size, Allocation::Kind::Heap, {}, 16);
    heap_in_use_ += size;
    return base;
  } catch (const UsageError&) {
    return 0;
  }
}

bool DeviceMemory::heap_release(Address base) {
  if (base == 0) return true;
  auto it = allocations_.find(base);
  if (it == allocations_.end() || it->second.freed || it->second.kind != Allocation::Kind::Heap)
    return false;
  heap_in_use_ -= it->second.size;
  release(base);
  // A kernel may allocate and free indefinitely, so adjacent freed blocks share one tombstone.
  if (++heap_tombstones_ <= kTombstones) return true;
  auto is_tombstone = [](const Allocation& a) {
    return a.freed && a.kind == Allocation::Kind::Heap;
  };
  if (it != allocations_.begin() && is_tombstone(std::prev(it)->second)) it = std::prev(it);
  for (auto next = std::next(it); next != allocations_.end() && is_tombstone(next->second);) {
    it->second.size = next->second.base + next->second.size - it->second.base;
    it->second.label = "some blocks of the device heap";
    next = allocations_.erase(next);
    heap_tombstones_--;
  }
  return true;
}

const Allocation* DeviceMemory::find(Address address, uint64_t size) const {
  auto it = allocations_.upper_bound(address);
  if (it == allocations_.begin()) return nullptr;
  const Allocation& a = std::prev(it)->second;
  return !a.freed && a.contains(address, size) ? &a : nullptr;
}

void DeviceMemory::write(Address address, std::span<const std::byte> data) {
  if (data.empty()) return;
  const Allocation* a = find(address, data.size());
  if (!a) bad_range(*this, "write", address, data.size());
  std::memcpy(a->data + (address - a->base), data.data(), data.size());
}

void DeviceMemory::read(Address address, std::span<std::byte> data) const {
  if (data.empty()) return;
  const Allocation* a = find(address, data.size());
  if (!a) bad_range(*this, "read", address, data.size());
  std::memcpy(data.data(), a->data + (address - a->base), data.size());
}

void DeviceMemory::fill(Address address, std::byte value, uint64_t size) {
  if (size == 0) return;
  const Allocation* a = find(address, size);
  if (!a) bad_range(*this, "fill", address, size);
  std::memset(a->data + (address - a->base), std::to_integer<int>(value), size);
}

void DeviceMemory::copy(Address to, Address from, uint64_t size) {
  if (size == 0) return;
  const Allocation* source = find(from, size);
  if (!source) bad_range(*this, "copy from", from, size);
  const Allocation* target = find(to, size);
  if (!target) bad_range(*this, "copy to", to, size);
  std::memmove(target->data + (to - target->base), source->data + (from - source->base), size);
}

std::string DeviceMemory::describe(Address address) const {
  if (const char* window = window_of(address))
    return fmt::format("at {:#x} of {} memory", address & ~kWindowMask, window);
  auto after = allocations_.upper_bound(address);
  const Allocation* below = after == allocations_.begin() ? nullptr : &std::prev(after)->second;
  const Allocation* above = after == allocations_.end() ? nullptr : &after->second;
  if (below && below->contains(address, 1))
    return fmt::format("at byte {} of {}", address - below->base, name_of(*below));
  uint64_t past = below ? address - (below->base + below->size) : ~uint64_t{0};
  uint64_t before = above ? above->base - address : ~uint64_t{0};
  bool take_below = below && past <= before;
  const Allocation* nearest = take_below ? below : above;
  std::string near = nearest ? "the nearest allocation is " + name_of(*nearest)
                             : std::string("the device has no allocations");
  if (address == 0) return "null; " + near;
  if (address < kNullRange) return fmt::format("{} past null; {}", bytes(address), near);
  if (address >= kEnd) return "beyond the device's address space; " + near;
  if (!nearest) return "where nothing was ever allocated; " + near;
  uint64_t distance = take_below ? past : before;
  if (distance >= kNear)
    return fmt::format("where nothing was ever allocated; {}, {} {}", near, bytes(distance),
                       take_below ? "below" : "above");
  if (take_below && distance == 0) return fmt::format("just past the end of {}", name_of(*nearest));
  return fmt::format("{} {} {}", bytes(distance),
                     take_below ? "past the end of" : "before the start of", name_of(*nearest));
}

}  // namespace heddle
