// Parallel iterative matching (Anderson, Owicki, Saxe and Thacker 1993), the allocator of
// fung2007's crossbar. In each iteration every output that is still free grants one of the free
// inputs that request it, chosen at random; every input then accepts one of its grants, at random.
// Each iteration matches at least one pair if one is left, and on average three quarters of the
// remaining pairs, so a few iterations give a nearly maximal matching.
//
// Empty queues cost nothing. Random numbers are drawn only if there is a choice.
#pragma once

#include <cstdint>
#include <vector>

#include "memory_timing/full/port_set.hpp"
#include "memory_timing/random_stream.hpp"

namespace heddle {

template <size_t kWords>
uint32_t choose_port(const PortSet<kWords>& set, RandomStream& random) {
  uint32_t n = set.size();
  return set.at(n > 1 ? random.below(n) : 0);
}

/// `requests[output]` is the set of inputs with a packet for it. Calls `match(input, output)` for
/// each pair; no port is in two pairs. `grants` is space for a set per input: the outputs that have
/// granted it.
template <size_t kWords, class Match>
void match_ports(const std::vector<PortSet<kWords>>& requests, PortSet<kWords> inputs,
                 PortSet<kWords> outputs, uint32_t iterations, RandomStream& random,
                 std::vector<PortSet<kWords>>& grants, Match&& match) {
  for (uint32_t i = 0; i < iterations && !inputs.empty(); ++i) {
    PortSet<kWords> granted;
    outputs.for_each([&](uint32_t output) {
      PortSet<kWords> candidates = requests[output] & inputs;
      if (candidates.empty()) {
        outputs.erase(output);  // no free input has a packet for it
        return;
      }
      uint32_t input = choose_port(candidates, random);
      if (!granted.has(input)) grants[input] = {};
      grants[input].insert(output);
      granted.insert(input);
    });
    if (granted.empty()) return;
    granted.for_each([&](uint32_t input) {
      uint32_t output = choose_port(grants[input], random);
      inputs.erase(input);
      outputs.erase(output);
      match(input, output);
    });
  }
}

}  // namespace heddle
