// The address spaces visible to the threads of one block. Every access is checked.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "device_memory/device_memory.hpp"
#include "exec/op.hpp"

namespace heddle {

enum class AccessKind : uint8_t { Read, Write, Atomic };

struct BlockMemory {
  DeviceMemory* device = nullptr;
  uint64_t* changes = nullptr;  // number of changes of memory that other threads can see
  std::byte* shared = nullptr;
  uint32_t shared_bytes = 0;
  std::byte* local = nullptr;  // of thread 0; those of the other threads follow
  uint32_t local_bytes = 0;    // per thread
  uint32_t local_used = 0;     // high-water mark of all threads: only this much must be cleared
  const std::byte* parameters = nullptr;
  uint32_t parameter_bytes = 0;

  // The allocation accessed last: most warps access the same one for many instructions.
  Address cached_base = 0;
  uint64_t cached_size = 0;
  std::byte* cached_data = nullptr;
  bool cached_constant = false;
  uint64_t cached_generation = 0;

  /// Host address of one thread's access. Throws Fault.
  std::byte* at(uint32_t lane, uint32_t thread, Space space, Address address, uint64_t bytes,
                AccessKind kind);
  bool cache(Address address, uint64_t bytes);
  /// Drops the cached allocation if any block has freed an allocation since.
  void refresh() {
    if (cached_generation == device->generation()) return;
    cached_generation = device->generation();
    cached_size = 0;
  }
};

/// Host addresses for all threads of a packet: `base` and that of its lane. Lanes outside the mask
/// get the address of a lane inside, so that reading them is harmless.
struct HostAddresses {
  uintptr_t base = 0;
  const uintptr_t* at = nullptr;
  bool contiguous = false;  // full mask, and each thread's data follows its neighbour's
  uint32_t device = 0;      // threads of the mask whose data other blocks can change
  alignas(64) uintptr_t own[kTileThreads];  // of threads that do not access one piece of memory
};

/// Computes op's addresses into lanes.access.
void compute_addresses(const Op& op, Lanes& lanes, uint32_t mask);

/// Computes and checks the addresses, and fills `out`. Throws Fault for the lowest offending
/// thread, before anything is read or written.
void resolve_access(const Op& op, Lanes& lanes, uint32_t mask, AccessKind kind, HostAddresses& out);

}  // namespace heddle
