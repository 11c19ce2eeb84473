// The judge of every dependence mechanism: for each thread and register, is a result on its way?
//
// Values are computed when packets issue, so a scoreboard that forgets a dependence still gives
// right results, only too early. The oracle keeps its own record, apart from all mechanisms, and
// objects when a packet reads or overwrites a register whose result has not arrived.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "sm/invariant.hpp"
#include "sm/packet.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

class HazardOracle {
 public:
  void start(uint32_t tiles, uint32_t slots) {
    slots_ = slots;
    owner_.assign(size_t{tiles} * slots * 32, kNone);
  }
  void issue(uint32_t packet, const Threads& threads, const TimedOp& op) {
    for (Part p : threads)
      for (uint32_t m = p.mask; m != 0; m &= m - 1) {
        auto lane = static_cast<uint32_t>(std::countr_zero(m));
        for (uint32_t n = 0; n < op.source_count; n++) check(p.tile, op.sources[n], lane, "reads");
        for (uint32_t n = 0; n < op.destination_count; n++) {
          check(p.tile, op.destinations[n], lane, "overwrites");
          at(p.tile, op.destinations[n], lane) = packet;
        }
      }
  }
  void complete(uint32_t packet, const Threads& threads, const TimedOp& op) {
    for (Part p : threads)
      for (uint32_t m = p.mask; m != 0; m &= m - 1)
        for (uint32_t n = 0; n < op.destination_count; n++) {
          uint32_t& owner =
              at(p.tile, op.destinations[n], static_cast<uint32_t>(std::countr_zero(m)));
          if (owner == packet) owner = kNone;
        }
  }

 private:
  static constexpr uint32_t kNone = 0xffffffff;
  uint32_t& at(uint32_t tile, uint32_t slot, uint32_t lane) {
    return owner_[(size_t{tile} * slots_ + slot) * 32 + lane];
  }
  void check(uint32_t tile, uint32_t slot, uint32_t lane, const char* what) {
    if (at(tile, slot, lane) != kNone)
      throw InvariantError(
          fmt::format("hazard: tile {} lane {} {} register slot {} before its "
                      "result has arrived",
                      tile, lane, what, slot));
  }
  uint32_t slots_ = 0;
  std::vector<uint32_t> owner_;
};

}  // namespace heddle
