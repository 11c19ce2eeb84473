// Coalescing: combines the addresses of a packet's threads into the fewest aligned transactions of
// `block` bytes that cover them, in the order of first access. This is the rule of Fermi (CUDA
// guide, compute capability 2.x) and of the 128-byte port of brunie2012. Unlike the older half-warp
// rules of fung2007's machine, it does not depend on the order of the threads.
//
// Two patterns are handled before the general case: all threads at one address, and consecutive
// threads at consecutive addresses. An access that crosses a block boundary is part of both
// transactions.
//
// Constant memory broadcasts one address per cycle (CUDA guide: the cost grows with the number of
// different addresses), so its accesses are grouped by address instead.
#pragma once

#include <cstdint>
#include <vector>

#include "memory_timing/memory_system.hpp"

namespace heddle {

/// 32 bytes: the unit in which traffic is counted and the smallest sector and line.
inline constexpr uint32_t kPieceBytes = 32;

struct Transaction {
  Address base = 0;    // aligned to the block
  uint64_t words = 0;  // accessed 4-byte words of the block (at most 256 bytes)
  uint64_t lanes = 0;
  uint32_t conflicts = 1;  // largest number of threads at one address (only for atomics)

  /// The 32-byte pieces accessed, and those accessed completely.
  uint64_t pieces() const { return bytes_set(words); }
  uint64_t whole_pieces() const { return ~bytes_set(~words) & 0xff; }

 private:
  /// Bit i is set if byte i is not zero. ORs all bits of each byte into its lowest bit, then
  /// gathers the lowest bits of all bytes in the highest byte.
  static uint64_t bytes_set(uint64_t x) {
    x |= x >> 4 & 0x0f0f'0f0f'0f0f'0f0f;
    x |= x >> 2 & 0x0303'0303'0303'0303;
    x |= x >> 1;
    return ((x & 0x0101'0101'0101'0101) * 0x0102'0408'1020'4080) >> 56;
  }
};

struct Coalesced {
  std::vector<Transaction> transactions;
  bool straddles = false;  // some access spans two of them
};

/// Replaces `result` with the transactions of the request. `block` is a power of two from 32 to
/// 256.
void coalesce(const MemoryRequest& request, uint32_t block, Coalesced& result);
/// One transaction per distinct address, for constant memory.
void coalesce_broadcast(const MemoryRequest& request, uint32_t block, Coalesced& result);
/// Fills in Transaction::conflicts.
void count_conflicts(const MemoryRequest& request, uint32_t block, Coalesced& result);

}  // namespace heddle
