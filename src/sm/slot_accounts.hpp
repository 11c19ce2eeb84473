// Where the issue slots of a core went: every slot of every cycle is charged to one cause. Cycles
// pass more often than anyone looks at the counters, so these get the sums when somebody does.
#pragma once

#include <array>
#include <cstdint>

#include "counters/counters.hpp"

namespace heddle {

class SlotAccounts {
 public:
  void charge(Cause cause, uint64_t slots) { slots_[static_cast<size_t>(cause)] += slots; }

  /// Adds what was charged since the last call.
  void add_to(CoreCounters& counters) {
    for (size_t cause = 0; cause < kCauses; cause++)
      if (slots_[cause] != 0) counters.charge(static_cast<Cause>(cause), slots_[cause]);
    slots_ = {};
  }

 private:
  std::array<uint64_t, kCauses> slots_{};
};

}  // namespace heddle
