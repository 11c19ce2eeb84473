// The device's memory: a sparse 64-bit address space of separate allocations.
//
// Pointers hold generic addresses. Global and constant memory are allocations below 2^47; each has
// its own host storage and a gap after it, so an access past either end is always detected.
// Addresses are never reused and freed allocations are remembered, so that a fault message can name
// the allocation of a stale pointer. Shared, local, parameter memory and code are in windows above,
// whose low 32 bits are the address within that space.
//
// With `Limits::unified`, device addresses are also valid in the host's process (UnifiedArena), and
// memory of the host can be lent to the device under its own address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "device_memory/unified_arena.hpp"

namespace heddle {

using Address = uint64_t;

inline constexpr Address kLocalWindow = 0x0100'0000'0000'0000;
inline constexpr Address kSharedWindow = 0x0200'0000'0000'0000;
inline constexpr Address kParamWindow = 0x0300'0000'0000'0000;
inline constexpr Address kCodeWindow = 0x0400'0000'0000'0000;
inline constexpr Address kWindowMask = 0xff00'0000'0000'0000;

struct Allocation {
  enum class Kind : uint8_t { Buffer, Global, Constant, Heap };  // Heap: device malloc
  Address base = 0;
  uint64_t size = 0;
  Kind kind = Kind::Buffer;
  bool freed = false;
  bool borrowed = false;  // the host's own memory
  std::string label;      // a variable's name, or the host's name for it
  std::byte* data = nullptr;

  bool contains(Address address, uint64_t bytes) const {
    return address >= base && bytes <= size && address - base <= size - bytes;
  }
};

class DeviceMemory {
 public:
  struct Limits {
    uint64_t total_bytes = uint64_t{32} << 30;
    uint64_t heap_bytes = uint64_t{8} << 20;  // device malloc, like cudaLimitMallocHeapSize
    bool unified = false;                     // addresses are valid on the host as well
  };

  DeviceMemory() : DeviceMemory(Limits{}) {}
  explicit DeviceMemory(Limits limits);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Zero-filled. Throws UsageError if size is 0 or the limit would be exceeded.
  Address allocate(uint64_t size, Allocation::Kind kind = Allocation::Kind::Buffer,
                   std::string label = {}, uint64_t align = 256);
  /// The same at a given address, below 2^47; with `unified`, in the arena. Throws UsageError also
  /// if part of the range is taken.
  Address allocate_at(Address base, uint64_t size, Allocation::Kind kind, std::string label = {});
  /// Throws UsageError unless `base` is the start of a live allocation.
  void release(Address base);
  /// Lends memory of the host to the device, under its own address, until `take_back`. Throws
  /// UsageError without `unified`, or if part of it is device memory already.
  void lend(std::span<std::byte> memory, std::string label = {});
  /// Throws UsageError unless memory that was lent begins there.
  void take_back(Address base);
  void set_heap_bytes(uint64_t bytes) { limits_.heap_bytes = bytes; }
  uint64_t heap_bytes() const { return limits_.heap_bytes; }
  uint64_t total_bytes() const { return limits_.total_bytes; }
  /// Device malloc: 0 when the heap is full. Device free of a bad pointer returns false.
  Address heap_allocate(uint64_t size);
  bool heap_release(Address base);

  /// The live allocation that contains [address, address + bytes), or null. O(log n).
  const Allocation* find(Address address, uint64_t bytes) const;

  /// Host copies. They throw UsageError if the range is not inside one allocation.
  void write(Address address, std::span<const std::byte> bytes);
  void read(Address address, std::span<std::byte> bytes) const;
  void fill(Address address, std::byte value, uint64_t bytes);
  void copy(Address to, Address from, uint64_t bytes);

  /// For fault messages: what is at or near `address` ("4 bytes past the end of buffer 'x' (4096
  /// bytes at 0x…)", "at byte 4 of buffer 'x' (…, freed)", "null; the nearest allocation is …").
  std::string describe(Address address) const;
  uint64_t bytes_in_use() const { return in_use_; }
  /// Live and freed, by address.
  const std::map<Address, Allocation>& allocations() const { return allocations_; }
  /// Changes whenever an allocation is freed: cached allocations must then be looked up again.
  uint64_t generation() const { return generation_; }

 private:
  void require_free(Address base, uint64_t size, const char* what) const;
  std::byte* provide(Address base, uint64_t size);
  void withdraw(Allocation& allocation);

  Limits limits_;
  std::unique_ptr<UnifiedArena> arena_;        // null unless unified
  std::map<Address, Allocation> allocations_;  // by base, freed ones included
  Address next_ = 0x10'0000'0000;
  uint64_t in_use_ = 0;
  uint64_t heap_in_use_ = 0;
  uint64_t heap_tombstones_ = 0;  // freed heap blocks that are remembered
  uint64_t generation_ = 0;
};

}  // namespace heddle
