// The outcome of a control-flow instruction, computed when it issues. Functional execution and
// timed cores share it; they differ only in when they use it.
#pragma once

#include <array>
#include <cstdint>

#include "exec/block.hpp"

namespace heddle {

/// The outcome for the threads of one warp (tile).
struct ControlOutcome {
  struct Destination {
    LinkedPc pc;
    int32_t depth_change = 0;  // change of the call depth
    uint32_t mask = 0;
  };
  std::array<Destination, kTileThreads + 1> to;
  uint32_t count = 0;
  uint32_t exited = 0;

  void clear() { count = exited = 0; }
  /// Threads with the same destination are kept together.
  void add(LinkedPc pc, int32_t depth_change, uint32_t mask) {
    if (mask == 0) return;
    for (uint32_t n = 0; n < count; n++)
      if (to[n].pc == pc && to[n].depth_change == depth_change) {
        to[n].mask |= mask;
        return;
      }
    to[count++] = {pc, depth_change, mask};
  }
};

/// Executes a branch, call, return, exit or trap for the `active` threads; the other threads of
/// `mask` fall through. The caller must remove exited threads from the block. Throws Fault.
void execute_control(Block& block, uint32_t warp, uint32_t mask, uint32_t active, LinkedPc pc,
                     ControlOutcome& out);

/// Turns a fault into an ExecutionError that names kernel, block, thread, line and instruction.
[[noreturn]] void raise_fault(const Block& block, uint32_t warp, LinkedPc pc, const Fault& fault);

}  // namespace heddle
