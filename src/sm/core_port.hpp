// The one way out of a core. Everything a core does that others can see goes through this object:
// requests to the memory hierarchy, instructions with effects outside of the core (global memory,
// atomics, printing, device malloc), and calls of an observer. Today they take effect at once, core
// after core. Cores that run on several host threads will order them here and nowhere else.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/control.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/observer.hpp"

namespace heddle {

class CorePort {
 public:
  CorePort(uint32_t sm, MemorySystem& memory, Observer* observer)
      : sm_(sm), memory_(memory), observer_(observer) {}

  uint32_t sm() const { return sm_; }

  /// Hands a request to the memory hierarchy. False: it has no room now.
  bool send(const MemoryRequest& request, Cycle now) { return memory_.accept(sm_, request, now); }
  /// What the memory hierarchy has answered since the last call; the caller clears the list.
  std::vector<MemoryEvent>& answers() { return memory_.events(sm_); }

  /// Executes an instruction other than control flow for threads of one warp of a block.
  void execute(const Op& op, Block& block, uint32_t warp, uint32_t mask, uint32_t pc, Cycle now) {
    Lanes& lanes = block.lanes(warp);
    lanes.clock = now;
    try {
      op.run(op, lanes, mask);
    } catch (const Fault& fault) {
      raise_fault(block, warp, pc, fault);
    }
  }
  /// Executes a control instruction; calls of built-in functions print and allocate.
  void execute_control(Block& block, uint32_t warp, uint32_t mask, uint32_t active, uint32_t pc,
                       ControlOutcome& out) {
    out.clear();
    try {
      heddle::execute_control(block, warp, mask, active, pc, out);
    } catch (const Fault& fault) {
      raise_fault(block, warp, pc, fault);
    }
  }

  /// Calls f(observer) if there is one.
  template <class F>
  void observe(F f) {
    if (observer_) [[unlikely]]
      f(*observer_);
  }
  bool observes_lanes() const { return observer_ && observer_->watches_lanes(); }

 private:
  uint32_t sm_;
  MemorySystem& memory_;
  Observer* observer_;
};

}  // namespace heddle
