// How many words a register file moves for a packet. A file with one decoder for all lanes reads
// and writes whole rows, one word for every thread of a warp, however many are active (lucas2015
// §3.7). Where each lane has its own banks and decoders, only the words of active threads move, in
// aligned bundles as wide as a lane.
//
// The core counts words with it, and the energy model takes the width of an access from it.
#pragma once

#include <bit>
#include <cstdint>

#include "config/machine.hpp"

namespace heddle {

struct RegisterLayout {
  uint32_t row = 32;       // words moved for any packet; 0: only those of active bundles
  uint32_t bundle = 1;     // words that a bank moves in one access
  bool crosses = false;    // operands reach every lane
  uint32_t in_bundle = 1;  // the first thread of each bundle of a tile

  /// Words moved for each register operand of a packet of these threads; 0 without active threads.
  template <class Parts>
  uint32_t words(const Parts& parts) const {
    uint32_t bundles = 0;
    if (row != 0) {  // whichever threads they are
      for (const auto& part : parts)
        if (part.mask != 0) return row;
      return 0;
    }
    for (const auto& part : parts)
      bundles += static_cast<uint32_t>(std::popcount(first_of_bundles(part.mask)));
    return bundles * bundle;
  }
  /// The first thread of each bundle that contains one of these threads.
  uint32_t first_of_bundles(uint32_t threads) const {
    for (uint32_t by = 1; by < bundle; by *= 2) threads |= threads >> by;
    return threads & in_bundle;
  }
};

RegisterLayout register_layout(const MachineConfig& config);

}  // namespace heddle
