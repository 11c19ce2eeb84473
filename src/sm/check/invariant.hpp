// What every mechanism must keep, whatever it does: watched in tests and with `--check`.
#pragma once

#include <fmt/format.h>

#include <numeric>
#include <stdexcept>

#include "counters/counters.hpp"

namespace heddle {

/// A rule that every mechanism must keep was broken: a defect of heddle, never of the user's
/// kernel.
struct InvariantError : std::logic_error {
  using std::logic_error::logic_error;
};

/// Every issue slot of every cycle is charged to one cause, and every packet is counted once.
inline void check_accounts(const CoreCounters& c, uint64_t cycles, uint64_t slots_per_cycle) {
  auto sum = [](const auto& list) {
    return std::accumulate(list.begin(), list.end(), uint64_t{0});
  };
  auto equal = [](const char* what, uint64_t is, uint64_t should) {
    if (is != should)
      throw InvariantError(fmt::format("accounts: {} {} where {} are expected", is, what, should));
  };
  equal("cycles", c.cycles, cycles);
  equal("issue slots", c.issue_slots, cycles * slots_per_cycle);
  equal("slots charged to causes", sum(c.slots), c.issue_slots);
  equal("slots with a packet", c.slots[static_cast<size_t>(Cause::Issued)],
        c.warp_instructions - c.joined_packets);
  equal("slots in the occupancy histogram", sum(c.occupancy), c.issue_slots);
  equal("packets in the mix", sum(c.mix), c.warp_instructions);
}

}  // namespace heddle
