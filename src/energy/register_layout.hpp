// How much a register file moves for a packet. A file with one decoder for all lanes gives out and
// takes whole rows, one word for every thread of a warp, however many are active (lucas2015 §3.7).
// Where lanes have banks and decoders of their own, only the words of active threads move, in
// aligned bundles of as many threads as a lane is wide.
//
// The core counts with this, and the power model knows from it how wide an access was.
#pragma once

#include <bit>
#include <cstdint>

#include "config/machine.hpp"

namespace heddle {

struct RegisterLayout {
  uint32_t row = 32;       // words that move for any packet; 0: those of active bundles
  uint32_t bundle = 1;     // words that one bank gives out at once
  bool crosses = false;    // operands reach every lane
  uint32_t in_bundle = 1;  // the first thread of each bundle of a tile

  /// Words for each register operand of a packet of these threads; none when nobody executes.
  template <class Parts>
  uint32_t words(const Parts& parts) const {
    uint32_t bundles = 0;
    for (const auto& part : parts)
      bundles += static_cast<uint32_t>(std::popcount(first_of_bundles(part.mask)));
    return row != 0 && bundles != 0 ? row : bundles * bundle;
  }
  /// The first thread of each bundle that has one of these.
  uint32_t first_of_bundles(uint32_t threads) const {
    for (uint32_t by = 1; by < bundle; by *= 2) threads |= threads >> by;
    return threads & in_bundle;
  }
};

RegisterLayout register_layout(const MachineConfig& config);

}  // namespace heddle
