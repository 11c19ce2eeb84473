// Parallel iterative matching (Anderson, Owicki, Saxe and Thacker 1993), the allocator of
// fung2007's crossbar. In each iteration every output that is still free grants one of the free
// inputs that request it, chosen at random; every input then accepts one of its grants, at random.
// Each iteration matches at least one pair if one is left, and on average three quarters of the
// remaining pairs, so a few iterations give a nearly maximal matching.
//
// Sets of ports are bit masks, so empty queues cost nothing. Random numbers are drawn only if there
// is a choice.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "memory_timing/random_stream.hpp"

namespace heddle {

inline uint32_t choose_bit(uint64_t set, RandomStream& random) {
  auto n = static_cast<uint32_t>(std::popcount(set));
  if (n > 1)
    for (uint32_t skip = random.below(n); skip > 0; --skip) set &= set - 1;
  return static_cast<uint32_t>(std::countr_zero(set));
}

/// `requests[output]` is the set of inputs with a packet for it. Calls `match(input, output)` for
/// each pair; no port is in two pairs.
template <class Match>
void match_ports(std::span<const uint64_t> requests, uint64_t inputs, uint64_t outputs,
                 uint32_t iterations, RandomStream& random, Match&& match) {
  std::array<uint64_t, 64> grants;  // by input: the outputs that have granted it
  for (uint32_t i = 0; i < iterations && inputs != 0; ++i) {
    uint64_t granted = 0;
    for (uint64_t o = outputs; o != 0; o &= o - 1) {
      auto output = static_cast<uint32_t>(std::countr_zero(o));
      uint64_t candidates = requests[output] & inputs;
      if (candidates == 0) {
        outputs &= ~(uint64_t{1} << output);  // no free input has a packet for it
        continue;
      }
      uint32_t input = choose_bit(candidates, random);
      uint64_t bit = uint64_t{1} << input;
      grants[input] = (granted & bit ? grants[input] : 0) | uint64_t{1} << output;
      granted |= bit;
    }
    if (granted == 0) return;
    for (uint64_t g = granted; g != 0; g &= g - 1) {
      auto input = static_cast<uint32_t>(std::countr_zero(g));
      uint32_t output = choose_bit(grants[input], random);
      inputs &= ~(uint64_t{1} << input);
      outputs &= ~(uint64_t{1} << output);
      match(input, output);
    }
  }
}

}  // namespace heddle
