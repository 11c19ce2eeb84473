// Strong numbers in tests: 3_group, 0_tile, 7_pc, 100_cycle; and how GoogleTest prints them.
#pragma once

#include <ostream>

#include "exec/op.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/ids.hpp"

namespace heddle {

constexpr GroupId operator""_group(unsigned long long n) {
  return GroupId(static_cast<uint32_t>(n));
}
constexpr PacketId operator""_packet(unsigned long long n) {
  return PacketId(static_cast<uint32_t>(n));
}
constexpr TileId operator""_tile(unsigned long long n) { return TileId(static_cast<uint32_t>(n)); }
constexpr WarpId operator""_warp(unsigned long long n) { return WarpId(static_cast<uint32_t>(n)); }
constexpr LinkedPc operator""_pc(unsigned long long n) {
  return LinkedPc(static_cast<uint32_t>(n));
}
constexpr Cycle operator""_cycle(unsigned long long n) { return Cycle(n); }

template <class Tag, class Rep>
void PrintTo(Strong<Tag, Rep> number, std::ostream* out) {
  *out << number.value();
}

}  // namespace heddle
