// What a core needs to know of each instruction besides how to execute it: its class of operation,
// the registers it reads and writes as *allocated* (32-bit units, then predicates), where its
// threads reconverge. Made once per kernel and machine.
//
// With scalarization (program/analysis/scalarize.hpp) the units and predicates that a warp has once
// follow behind those that each thread has. A scalar instruction reads and writes only the former;
// a vector instruction may read both and writes only the latter.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "config/machine.hpp"
#include "exec/executable.hpp"
#include "program/analysis/scalar_rule.hpp"
#include "sm/threads.hpp"

namespace heddle {

struct TimedOp {
  static constexpr uint32_t kNoReconvergence = 0xffffffff;

  OpClass cls = OpClass::Integer;
  uint8_t source_count = 0;
  uint8_t destination_count = 0;
  /// Of these, without predicates: registers that each thread has, and that the warp has once.
  uint8_t register_sources = 0, register_destinations = 0;
  uint8_t scalar_word_sources = 0, scalar_word_destinations = 0;
  bool control = false;  // moves threads elsewhere, or lets them wait
  bool chains = true;    // executes for all threads that read for it: no guard leaves some out
  bool join = false;     // the reconvergence point of some branch
  bool scalar = false;   // executes once for the warp
  uint8_t scalar_sources = 0;  // of its sources: registers that the warp has once
  uint16_t sources[12] = {};   // guard included
  uint16_t destinations[8] = {};
  uint32_t block_left = 0;                    // instructions of its basic block from here on
  uint32_t reconvergence = kNoReconvergence;  // of instructions that may diverge; none: at the end
  uint32_t divergence = kNoReconvergence;     // of reconvergence points: where their threads parted
};

struct TimedCode {
  ExecutablePtr kernel;
  std::vector<TimedOp> ops;   // by pc of the executable
  uint32_t units = 0;         // 32-bit registers per thread, on the longest path of calls
  uint32_t slots = 0;         // all registers and predicates: rows of a dependence table
  uint32_t first_scalar = 0;  // slot; those from here on a warp has once: units, then predicates
  uint32_t scalar_units = 0;  // 32-bit registers per warp
  uint32_t scalar_instructions = 0;  // in the code
  /// By function and register: the slot of a scalar one, or kVector. Empty without scalarization.
  static constexpr uint32_t kVector = 0xffffffff;
  std::vector<std::vector<uint32_t>> scalar_slots;

  bool scalarized() const { return !scalar_slots.empty(); }
};

using TimedCodePtr = std::shared_ptr<const TimedCode>;

TimedCodePtr make_timed_code(ExecutablePtr kernel,
                             ScalarizationOptions options = {.rule = ScalarRule::None},
                             Interrupt interrupt = {});
/// As the configuration says. Both throw InterruptedError.
TimedCodePtr make_timed_code(ExecutablePtr kernel, const MachineConfig& config,
                             Interrupt interrupt = {});
OpClass class_of(const Instruction& i);
/// Goes through the load-store unit.
inline bool is_memory(OpClass cls) {
  return cls == OpClass::Load || cls == OpClass::Store || cls == OpClass::Atomic ||
         cls == OpClass::Shared;
}

/// Takes so long that it pays to do something else meanwhile, besides misses of a cache: rhu2013
/// §3.3 names transcendental functions.
inline bool is_long(OpClass cls) { return cls == OpClass::Sfu || cls == OpClass::IntegerDiv; }

/// The threads of a tile in whose place a packet writes registers: its own, or, since a scalar
/// register is one for all paths of a warp, the whole warp.
inline uint32_t writers(const TimedOp& op, uint32_t mask, uint32_t warp) {
  if (!op.scalar || mask == 0) return mask;
  return warp_mask(static_cast<uint32_t>(std::countr_zero(mask)), warp);
}

}  // namespace heddle
