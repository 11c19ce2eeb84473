// Reading operands: the banks of the register file, and the operand collectors in which packets
// wait for them.
//
// Each 32-bit register of a warp lies whole in one bank, (register + warp) mod banks, so that equal
// registers of neighbouring warps do not meet. A bank serves `registers.ports` reads per cycle in
// the order in which packets issued. A packet holds a collector from its issue until its unit takes
// it; without banks, operands never conflict and nobody waits for a collector.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "config/machine.hpp"
#include "memory_timing/divisor.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

class RegisterFile {
 public:
  explicit RegisterFile(const RegisterFileConfig& config)
      : ports_(config.ports),
        per_cycle_(config.ports),
        bank_of_(std::max(1u, config.banks)),
        next_read_(config.banks, 0),
        collectors_(config.banks == 0 ? 0 : config.collectors, Cycle{0}) {}

  /// A kernel begins: slots below `registers` are registers, those above are predicates, which lie
  /// elsewhere.
  void start(uint32_t registers) { registers_ = registers; }

  bool has_collector(Cycle now) const { return free_at_ <= now; }
  /// The cycle in which one is free.
  Cycle next_collector() const { return free_at_; }
  /// Reads a packet's sources; returns the cycles beyond the first that the banks take for them.
  [[gnu::always_inline]] uint32_t read(WarpId warp, const TimedOp& op, Cycle now) {
    if (next_read_.empty()) return 0;
    // Reads of a bank are numbered: `ports_` of them to a cycle.
    uint64_t first = now.value() * ports_, last = first;
    for (uint32_t n = 0; n < op.source_count; n++) {
      if (op.sources[n] >= registers_) continue;
      uint64_t& next = next_read_[bank_of_.remainder(op.sources[n] + warp.value())];
      uint64_t read = std::max(next, first);
      next = read + 1;
      last = std::max(last, read);
    }
    return static_cast<uint32_t>(Cycle(per_cycle_.quotient(last)) - now);
  }
  /// Holds a collector up to this cycle.
  [[gnu::always_inline]] void hold_collector(Cycle until, Cycle now) {
    if (collectors_.empty()) return;
    collectors_[next_] = until;
    // Free ones are all alike; when none is, the next is the first that will be.
    if (++next_ == collectors_.size()) next_ = 0;
    if (collectors_[next_] > now) look_for_collector(now);
    free_at_ = collectors_[next_];
  }

 private:
  [[gnu::noinline]] void look_for_collector(Cycle now) {
    for (size_t n = collectors_.size(); n > 2; n--) {
      if (++next_ == collectors_.size()) next_ = 0;
      if (collectors_[next_] <= now) return;
    }
    next_ = static_cast<size_t>(std::ranges::min_element(collectors_) - collectors_.begin());
  }

  uint32_t ports_;
  Divisor per_cycle_, bank_of_;
  uint32_t registers_ = 0;
  std::vector<uint64_t> next_read_;  // per bank: the number of its next free read
  std::vector<Cycle> collectors_;    // the cycle in which each is free
  size_t next_ = 0;                  // a collector that is free, or the first that will be
  Cycle free_at_;                    // that one
};

}  // namespace heddle
