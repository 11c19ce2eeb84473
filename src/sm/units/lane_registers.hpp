// The register file of a temporal lane (lucas2015 §3.7): banks as wide as a bundle of threads,
// which read the operands of the active bundles one after the other, several at a time.
//
// Register r of bundle b lies in bank (r + b) mod banks. Reads of neighbouring bundles overlap, so
// an instruction takes as long as the bank that has most of its operands.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "config/machine.hpp"
#include "sm/timed_code.hpp"
#include "sm/units/temporal_lanes.hpp"

namespace heddle {

class LaneRegisters {
 public:
  explicit LaneRegisters(const MachineConfig& config)
      : banks_(config.registers.banks),
        ports_(config.registers.ports),
        bundles_(config.arch.bundle),
        of_bank_(banks_),
        in_bank_(banks_),
        reads_(banks_) {
    for (uint32_t b = 0; b < 32 / bundles_.width() && banks_ > 0; b++)
      of_bank_[b % banks_] |= 1u << (b * bundles_.width());
  }
  void start(uint32_t registers) { registers_ = registers; }

  /// Cycles in which the lane reads the sources of these threads.
  uint32_t read(const Threads& threads, const TimedOp& op) {
    if (banks_ == 0) return 0;
    std::ranges::fill(in_bank_, 0u);
    std::ranges::fill(reads_, 0u);
    for (TileMask p : threads) {
      uint32_t active = bundles_.of(p.mask);
      for (uint32_t n = 0; n < banks_; n++)
        in_bank_[n] += static_cast<uint32_t>(std::popcount(active & of_bank_[n]));
    }
    for (uint32_t n = 0; n < op.source_count; n++) {
      if (op.sources[n] >= registers_) continue;
      uint32_t bank = op.sources[n] % banks_;
      for (uint32_t b = 0; b < banks_; b++) {
        reads_[bank] += in_bank_[b];
        bank = bank + 1 == banks_ ? 0 : bank + 1;
      }
    }
    return (*std::ranges::max_element(reads_) + ports_ - 1) / ports_;
  }

 private:
  uint32_t banks_, ports_;
  Bundles bundles_;
  uint32_t registers_ = 0;
  std::vector<uint32_t> of_bank_;          // bundles whose register 0 lies there
  std::vector<uint32_t> in_bank_, reads_;  // of one instruction
};

}  // namespace heddle
