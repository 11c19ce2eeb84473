// Each scheduler issues its choices, one group after the other. With `core.replays`, a load takes
// the slots of its replays right after its own.
#pragma once

#include "sm/issue/one_packet.hpp"

namespace heddle {

class SingleIssue : public OnePacket {
 public:
  static constexpr bool kReplays = true;

  SingleIssue(const MachineConfig&, uint32_t /*sm*/, uint32_t /*groups*/) {}

  template <class P>
  void issue(P& core) {
    for (IssueSlot& slot : core.ready_.slots()) {
      if (slot.replays > 0) {
        slot.replays--;
        core.accounts_.charge(Cause::Replay, core.issue_width_);
        continue;
      }
      uint32_t issued = 0;
      while (issued < core.issue_width_ && issue_from(core, slot)) issued++;
      core.units_.slot_issued(issued == core.issue_width_);
      core.charge_issued(slot, issued);
    }
  }
};

}  // namespace heddle
