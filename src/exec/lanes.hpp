// Lanes of a tile, as bits of a mask.
#pragma once

#include <bit>
#include <cstdint>

namespace heddle {

template <class F>
void for_each_lane(uint32_t mask, F f) {
  for (; mask != 0; mask &= mask - 1) f(static_cast<uint32_t>(std::countr_zero(mask)));
}

}  // namespace heddle
