// Follows the accesses of a launch that runs without timing, and brings the L2 to the state in
// which the launch leaves it.
//
// Accesses come in the order of functional execution, block after block, so which lines were used
// last may differ from a timed run. Local memory and constants are not followed: where local
// memory lies depends on the slot of a warp in its core.
#pragma once

#include <bit>

#include "exec/path_observer.hpp"
#include "memory_timing/memory_system.hpp"

namespace heddle {

class L2Warming final : public PathObserver {
 public:
  explicit L2Warming(MemorySystem& memory) : memory_(memory) {}

  void executed(const PathThreads&, LinkedPc, LinkedPc) override {}
  void exited(const PathThreads&) override {}
  void released(uint64_t, std::span<const Release>) override {}
  void accessed(const Op& op, const Access& access) override {
    const Space space = op.source->space;
    if (space != Space::Global && space != Space::Generic) return;
    uint32_t threads = 0;
    for (uint32_t m = access.mask; m != 0; m &= m - 1) {
      auto lane = static_cast<uint32_t>(std::countr_zero(m));
      if ((access.address[lane] & kWindowMask) != 0) continue;  // shared or local memory
      addresses_[threads] = access.address[lane];
      lanes_[threads++] = static_cast<uint8_t>(lane);
    }
    if (threads == 0) return;
    memory_.warm({.type = type_of(op.source->op),
                  .bytes = access.bytes,
                  .addresses = {addresses_, threads},
                  .lanes = {lanes_, threads}});
  }

 private:
  static AccessType type_of(Opcode op) {
    if (op == Opcode::Atom || op == Opcode::Red) return AccessType::Atomic;
    return op == Opcode::St ? AccessType::Store : AccessType::Load;
  }

  MemorySystem& memory_;
  Address addresses_[kTileThreads];
  uint8_t lanes_[kTileThreads];
};

}  // namespace heddle
