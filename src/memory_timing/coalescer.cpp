// The general case searches the transactions found so far, newest first, because adjacent threads
// usually access adjacent addresses.
#include "memory_timing/coalescer.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

/// The words of a block overlapped by bytes [offset, offset + bytes), which lie within the block.
uint64_t words_of(uint64_t offset, uint64_t bytes) {
  uint64_t first = offset / 4, last = (offset + bytes - 1) / 4;
  return (~uint64_t{0} >> (63 - (last - first))) << first;
}

uint64_t lane_bit(const MemoryRequest& request, size_t thread) {
  return uint64_t{1} << (request.lanes[thread] & 63);
}

uint64_t all_lanes(const MemoryRequest& request) {
  uint64_t mask = 0;
  for (uint8_t lane : request.lanes) mask |= uint64_t{1} << (lane & 63);
  return mask;
}

Transaction& find_or_add(std::vector<Transaction>& list, Address base) {
  for (size_t i = list.size(); i-- > 0;)
    if (list[i].base == base) return list[i];
  return list.emplace_back(Transaction{.base = base});
}

void add_access(const MemoryRequest& request, size_t thread, uint32_t block, Coalesced& result) {
  Address address = request.addresses[thread];
  Address end = address + std::max(request.bytes, 1u);
  bool first = true;
  while (address < end) {
    Address base = address & ~Address{block - 1};
    Address stop = std::min(end, base + block);
    Transaction& t = find_or_add(result.transactions, base);
    t.words |= words_of(address - base, stop - address);
    t.lanes |= lane_bit(request, thread);
    if (!first) result.straddles = true;
    first = false;
    address = stop;
  }
}

bool unit_stride(const MemoryRequest& request) {
  Address base = request.addresses[0];
  uint64_t difference = base & (request.bytes - 1);  // must be aligned, so that no access straddles
  for (size_t i = 0; i < request.addresses.size(); ++i)
    difference |= request.addresses[i] ^ (base + i * request.bytes);
  return difference == 0 && std::has_single_bit(request.bytes);
}

bool uniform(const MemoryRequest& request) {
  Address base = request.addresses[0];
  uint64_t difference = 0;
  for (Address a : request.addresses) difference |= a ^ base;
  return difference == 0;
}

void coalesce_unit_stride(const MemoryRequest& request, uint32_t block, Coalesced& result) {
  Address address = request.addresses[0];
  size_t thread = 0, threads = request.addresses.size();
  while (thread < threads) {
    Address base = address & ~Address{block - 1};
    size_t here = std::min<size_t>(threads - thread, (base + block - address) / request.bytes);
    uint64_t lanes = 0;
    for (size_t i = 0; i < here; ++i) lanes |= lane_bit(request, thread + i);
    result.transactions.push_back(
        {.base = base, .words = words_of(address - base, here * request.bytes), .lanes = lanes});
    thread += here;
    address = base + block;
  }
}

bool aligned_to_words(const MemoryRequest& request) {
  uint64_t bits = 0;
  for (Address a : request.addresses) bits |= a;
  return bits % 4 == 0;
}

/// Words of four bytes, which are aligned. Collects what neighbours access in one block.
void coalesce_words(const MemoryRequest& request, uint32_t block, Coalesced& result) {
  const size_t threads = request.addresses.size();
  for (size_t i = 0; i < threads;) {
    const Address base = request.addresses[i] & ~Address{block - 1};
    uint64_t words = 0, lanes = 0;
    for (Address offset; i < threads && (offset = request.addresses[i] - base) < block; ++i) {
      words |= uint64_t{1} << (offset / 4);
      lanes |= lane_bit(request, i);
    }
    Transaction& t = find_or_add(result.transactions, base);
    t.words |= words;
    t.lanes |= lanes;
  }
}

/// Neighbours are often in one block, which need not be searched again.
void coalesce_any(const MemoryRequest& request, uint32_t block, Coalesced& result) {
  if (request.bytes == 4 && aligned_to_words(request))
    return coalesce_words(request, block, result);
  constexpr size_t kNone = ~size_t{0};
  size_t last = kNone;
  uint64_t bytes = std::max(request.bytes, 1u);
  for (size_t i = 0; i < request.addresses.size(); ++i) {
    Address address = request.addresses[i], base = address & ~Address{block - 1};
    if (address - base + bytes > block) {  // it straddles
      add_access(request, i, block, result);
      last = kNone;
      continue;
    }
    if (last == kNone || result.transactions[last].base != base)
      last =
          static_cast<size_t>(&find_or_add(result.transactions, base) - result.transactions.data());
    Transaction& t = result.transactions[last];
    t.words |= words_of(address - base, bytes);
    t.lanes |= lane_bit(request, i);
  }
}

}  // namespace

void coalesce(const MemoryRequest& request, uint32_t block, Coalesced& result) {
  result.transactions.clear();
  result.straddles = false;
  if (request.addresses.empty()) return;
  if (request.bytes <= block && unit_stride(request)) {
    coalesce_unit_stride(request, block, result);
    return;
  }
  if (uniform(request)) {
    add_access(request, 0, block, result);
    for (Transaction& t : result.transactions) t.lanes = all_lanes(request);
    return;
  }
  coalesce_any(request, block, result);
}

void coalesce_broadcast(const MemoryRequest& request, uint32_t block, Coalesced& result) {
  std::vector<Transaction>& list = result.transactions;
  list.clear();
  result.straddles = false;
  if (request.addresses.empty()) return;
  // While grouping, `base` holds the address itself.
  if (uniform(request)) {
    list.push_back({.base = request.addresses[0], .lanes = all_lanes(request)});
  } else {
    for (size_t i = 0; i < request.addresses.size(); ++i)
      find_or_add(list, request.addresses[i]).lanes |= lane_bit(request, i);
  }
  for (Transaction& t : list) {
    uint64_t offset = t.base & (block - 1);
    t.words = words_of(offset, std::min<uint64_t>(std::max(request.bytes, 1u), block - offset));
    t.base -= offset;
  }
}

void count_conflicts(const MemoryRequest& request, uint32_t block, Coalesced& result) {
  for (Transaction& t : result.transactions) {
    for (Address address : request.addresses) {
      if ((address & ~Address{block - 1}) != t.base) continue;
      auto same = std::count(request.addresses.begin(), request.addresses.end(), address);
      t.conflicts = std::max(t.conflicts, static_cast<uint32_t>(same));
    }
  }
}

}  // namespace heddle
