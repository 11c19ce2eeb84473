// The address spaces as the threads of one block see them, and the check of every access.
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
  uint64_t* changes = nullptr;  // Environment::changes
  std::byte* shared = nullptr;
  uint32_t shared_bytes = 0;
  std::byte* local = nullptr;  // of thread 0; the others follow
  uint32_t local_bytes = 0;    // per thread
  uint32_t local_used = 0;     // high-water mark of any thread, so that only that is cleared
  const std::byte* parameters = nullptr;
  uint32_t parameter_bytes = 0;

  // The allocation that was hit last: most warps stay within one for many instructions.
  Address cached_base = 0;
  uint64_t cached_size = 0;
  std::byte* cached_data = nullptr;
  bool cached_constant = false;
  uint64_t cached_generation = 0;

  /// Host address of one thread's access. Throws Fault.
  std::byte* at(uint32_t lane, uint32_t thread, Space space, Address address, uint64_t bytes,
                AccessKind kind);
  bool cache(Address address, uint64_t bytes);
  /// Forgets the remembered allocation when one has been freed since, by any block.
  void refresh() {
    if (cached_generation == device->generation()) return;
    cached_generation = device->generation();
    cached_size = 0;
  }
};

/// Host addresses for all threads of a packet. Lanes outside the mask get the address of one
/// inside, so that reading them is harmless.
struct HostAddresses {
  alignas(64) uintptr_t at[kTileThreads];
  bool contiguous = false;  // full mask, and each thread's data follows its neighbour's
};

/// Computes op's addresses into lanes.access.
void compute_addresses(const Op& op, Lanes& lanes, uint32_t mask);

/// The same, checks them, and fills `out`. Throws Fault for the
/// lowest offending thread; nothing has been read or written then.
void resolve_access(const Op& op, Lanes& lanes, uint32_t mask, AccessKind kind, HostAddresses& out);

}  // namespace heddle
