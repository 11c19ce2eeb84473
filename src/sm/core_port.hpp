// The one way out of a core. Everything a core does that others can see goes through this object:
// requests to the memory hierarchy, instructions with effects outside of the core (global memory,
// atomics, printing, device malloc), and calls of an observer.
//
// A core that runs together with others, cycle by cycle, has its effects at once. One that may run
// ahead of the others puts off its accesses of device memory: they wait in `effects` until the
// machine lets them take place in the order of all cores (exec/effects.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "exec/control.hpp"
#include "exec/effects.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/observer.hpp"

namespace heddle {

class CorePort {
 public:
  CorePort(uint32_t sm, MemoryPort& memory, Observer* observer)
      : sm_(sm), memory_(memory), observer_(observer) {}

  uint32_t sm() const { return sm_; }

  /// Hands a request to the memory hierarchy. False: it has no room now.
  bool send(const MemoryRequest& request, Cycle now) { return memory_.accept(request, now); }
  /// What the memory hierarchy has answered since the last call; the caller clears the list.
  std::vector<MemoryEvent>& answers() { return memory_.events(); }

  void put_off_effects(bool on) { log_ = on ? &effects_ : nullptr; }
  EffectLog& effects() { return effects_; }

  /// Executes an instruction other than control flow for threads of one warp of a block.
  void execute(const Op& op, Block& block, uint32_t warp, uint32_t mask, LinkedPc pc, Cycle now) {
    Lanes& lanes = block.lanes(warp);
    lanes.clock = now.value();
    lanes.log = log_;
    try {
      op.run(op, lanes, mask);
    } catch (const Fault& fault) {
      raise_fault(block, warp, pc, fault);
    }
  }
  /// Executes a control instruction; calls of built-in functions print and allocate.
  void execute_control(Block& block, uint32_t warp, uint32_t mask, uint32_t active, LinkedPc pc,
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
  MemoryPort& memory_;
  Observer* observer_;
  EffectLog effects_;
  EffectLog* log_ = nullptr;  // null: effects take place at once
};

}  // namespace heddle
