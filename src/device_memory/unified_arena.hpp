// Addresses that mean the same to the host and to kernels.
//
// A CUDA program dereferences managed and host-allocated pointers itself, and may pass any pointer
// to either side. The arena therefore reserves one range of the process's own address space, at a
// fixed place, so that two runs see the same addresses and a timed machine the same cache sets. The
// range costs nothing until it is touched: pages are made accessible in large steps, and given back
// when an allocation is freed. Addresses are handed out once, in ascending order, by DeviceMemory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle {

class UnifiedArena {
 public:
  static constexpr uint64_t kBase = 0x2000'0000'0000;  // far from heap, stack and libraries
  /// Throws UsageError if the range is taken or the process may not reserve address space.
  UnifiedArena();
  ~UnifiedArena();
  UnifiedArena(const UnifiedArena&) = delete;
  UnifiedArena& operator=(const UnifiedArena&) = delete;

  uint64_t end() const { return kBase + size_; }
  /// Makes [base, base + size) accessible. False if the system refuses.
  bool commit(uint64_t base, uint64_t size);
  /// Gives the pages that hold any of the range back; they read as zero from then on.
  void discard(uint64_t base, uint64_t size);

 private:
  uint64_t size_ = 0;
  uint64_t committed_ = kBase;  // everything below is accessible
};

}  // namespace heddle
