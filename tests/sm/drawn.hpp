// Words of the papers' figures: blocks of a graph named by letters, masks with the first thread of
// the warp on the left.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "sm/threads.hpp"

namespace heddle::test {

/// "1000" → the first thread.
inline uint32_t drawn(std::string_view mask) {
  uint32_t out = 0;
  for (size_t n = 0; n < mask.size(); n++) out |= static_cast<uint32_t>(mask[n] == '1') << n;
  return out;
}
inline std::string drawing(uint64_t mask) {
  std::string out;
  for (uint32_t n = 0; n < 4; n++) out += (mask >> n) & 1 ? '1' : '0';
  return out;
}

/// Blocks have one instruction each: block A is pc 0. '-' is nowhere.
inline Place at(char block, uint32_t depth = 0) {
  return block == '-' ? kNowhere : Place{LinkedPc(static_cast<uint32_t>(block - 'A')), depth};
}
inline std::string name(Place p) {
  if (p == kNowhere) return "-";
  std::string out(1, static_cast<char>('A' + p.pc.value()));
  if (p.depth) out += fmt::format("'{}", p.depth);
  return out;
}

}  // namespace heddle::test
