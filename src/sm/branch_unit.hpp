// Branches, calls, returns and exits: where each thread of a control instruction goes. The outcome
// is computed when the packet issues; the mechanism learns it when the packet resolves.
#pragma once

#include <cstdint>
#include <vector>

#include "counters/counters.hpp"
#include "sm/core_port.hpp"
#include "sm/packet.hpp"
#include "sm/rendezvous_unit.hpp"
#include "sm/resident_blocks.hpp"

namespace heddle {

class BranchUnit {
 public:
  /// A kernel begins.
  void start(const TimedCode& code) {
    code_ = &code;
    counters_.assign(code.ops.size(), {});
  }

  /// Executes the instruction of a packet, whose group has the threads `all` at the place `here`.
  /// Threads that exit leave their block and every rendezvous.
  void execute(Packet& p, const Threads& all, Place here, ResidentBlocks& blocks,
               RendezvousUnit& rendezvous, CorePort& port);

  /// Whether it can send threads different ways. A rendezvous cannot: it makes them wait.
  bool may_diverge(const Op& op) const;
  /// It is counted as a branch.
  static bool is_branch(const Op& op) {
    return op.action == Action::Branch || op.action == Action::Indexed;
  }
  void count(LinkedPc pc, const Outcome& outcome, CoreCounters& counters);
  /// The threads of these split points are together from this cycle on; clears the list.
  void count_reconverged(std::vector<SplitPoint>& reconverged, Cycle from) {
    if (reconverged.empty()) return;
    for (const SplitPoint& p : reconverged) {
      counters_[p.pc].reconvergences++;
      counters_[p.pc].reconverge_cycles += from - p.cycle;
    }
    reconverged.clear();
  }
  const IndexedBy<LinkedPc, BranchCounters>& counters() const { return counters_; }

 private:
  const TimedCode* code_ = nullptr;
  ControlOutcome tile_outcome_;
  IndexedBy<LinkedPc, BranchCounters> counters_;
};

}  // namespace heddle
