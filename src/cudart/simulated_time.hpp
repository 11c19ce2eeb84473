// The clock of the simulated device, by which events measure.
//
// A timed launch takes its cycles. A functional one has no cycles; it takes one cycle per warp
// instruction and core, so that ratios still mean something and no launch takes no time. Copies
// and fills take a microsecond and 16 bytes per nanosecond. Never the host's clock: the same
// program measures the same times on every machine.
#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle::cudart {

class SimulatedTime {
 public:
  uint64_t picoseconds() const { return now_; }
  void add_cycles(uint64_t cycles, uint64_t clock_khz) {
    const auto ps = static_cast<long double>(cycles) * 1e9L / static_cast<long double>(clock_khz);
    now_ += std::max<uint64_t>(1000, static_cast<uint64_t>(ps));
  }
  void add_copy(uint64_t bytes) { now_ += 1'000'000 + bytes * 1000 / 16; }

 private:
  uint64_t now_ = 0;
};

}  // namespace heddle::cudart
