// What the packets of a core execute, and move to and from its registers, for the statistics and
// the power model.
//
// Most of it follows from the instruction, so only the packets and threads of each instruction are
// counted when it issues, in one line of a cache; `add_to` makes the counters of them.
#pragma once

#include "counters/counters.hpp"
#include "energy/register_layout.hpp"
#include "sm/packet.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

class RegisterTraffic {
 public:
  explicit RegisterTraffic(const MachineConfig& config) : layout_(register_layout(config)) {}

  /// A kernel begins; what was counted has been added.
  void start(const TimedCode& code) { counts_.assign(code.ops.size(), {}); }

  /// Counts a packet that `threads` threads execute.
  [[gnu::always_inline]] void count(LinkedPc pc, const Threads& executing, uint32_t threads) {
    Counts& c = counts_[pc];
    c.packets++;
    c.executed += threads > 0;
    c.threads += threads;
    if (layout_.row == 0) c.words += layout_.words(executing);
  }

  /// Adds what was counted since the last call; returns how many packets that was.
  uint64_t add_to(CoreCounters& counters, const TimedCode& code);

 private:
  struct alignas(32) Counts {
    uint64_t packets = 0, executed = 0;  // all; those that some thread executes
    uint64_t threads = 0;                // that execute
    uint64_t words = 0;  // that the banks move for each operand, where that is not a row a packet
  };

  RegisterLayout layout_;
  IndexedBy<LinkedPc, Counts> counts_;
};

}  // namespace heddle
