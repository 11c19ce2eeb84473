// What a core needs to know about each instruction besides how to execute it: its operation class,
// the allocated registers that it reads and writes (32-bit units, then predicates), and where its
// threads reconverge. Made for each launch, in time linear in the code: the analyses behind it are
// kept with the module (program/analysis/module_analysis.hpp).
//
// With scalarization (program/analysis/scalarize.hpp) the registers and predicates that a warp has
// once come after those that each thread has. A scalar instruction reads and writes only scalar
// registers; a vector instruction may read both kinds and writes only vector registers.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "config/machine.hpp"
#include "exec/executable.hpp"
#include "memory_timing/memory_system.hpp"
#include "program/analysis/scalar_rule.hpp"
#include "sm/threads.hpp"

namespace heddle {

/// In place of a register that an instruction reads or writes: whichever.
inline constexpr uint16_t kAnyRegister = 0xffff;

/// One line of the host's caches.
struct alignas(64) TimedOp {
  OpClass cls = OpClass::Integer;
  uint8_t source_count = 0;
  uint8_t destination_count = 0;
  /// Sources and destinations without predicates: vector registers, then scalar registers.
  uint8_t register_sources = 0, register_destinations = 0;
  uint8_t scalar_word_sources = 0, scalar_word_destinations = 0;
  bool control : 1 = false;              // may change the threads' pc, or make them wait
  bool chains : 1 = true;                // executes for all threads of the packet: it has no guard
  bool join : 1 = false;                 // the reconvergence point of some branch
  bool scalar : 1 = false;               // executes once per warp
  AccessType access = AccessType::Load;  // of instructions that access memory
  uint8_t scalar_sources = 0;            // scalar registers among its sources
  uint16_t sources[12] = {};             // guard included
  uint16_t destinations[8] = {};
  uint32_t block_left = 0;               // instructions from here to the end of its basic block
  LinkedPc reconvergence = kNoLinkedPc;  // of instructions that may diverge; none: at the end
  LinkedPc divergence = kNoLinkedPc;     // of reconvergence points: where their threads diverged
};

static_assert(sizeof(TimedOp) == 64);

struct TimedCode {
  ExecutablePtr kernel;
  IndexedBy<LinkedPc, TimedOp> ops;
  uint32_t units = 0;                // 32-bit registers per thread, on the longest call path
  uint32_t slots = 0;                // all registers and predicates: rows of a dependence table
  uint32_t first_scalar = 0;         // the first scalar slot; units, then predicates
  uint32_t scalar_units = 0;         // 32-bit registers per warp
  uint32_t scalar_instructions = 0;  // static count
  /// By function and register: the slot of a scalar register, or kVector. Empty without
  /// scalarization.
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
constexpr bool is_one_of(OpClass cls, uint32_t classes) {
  return (classes >> static_cast<uint32_t>(cls) & 1) != 0;
}
constexpr uint32_t bit(OpClass cls) { return 1u << static_cast<uint32_t>(cls); }
/// Goes through the load-store unit.
constexpr bool is_memory(OpClass cls) {
  return is_one_of(
      cls, bit(OpClass::Load) | bit(OpClass::Store) | bit(OpClass::Atomic) | bit(OpClass::Shared));
}
/// Waits for an answer of the memory hierarchy.
constexpr bool answers(OpClass cls) {
  return is_one_of(cls, bit(OpClass::Load) | bit(OpClass::Atomic));
}

/// Takes long enough that a scheduler should switch to another group, as after a cache miss:
/// rhu2013 §3.3 names transcendental functions.
inline bool is_long(OpClass cls) { return cls == OpClass::Sfu || cls == OpClass::IntegerDiv; }

/// The threads of a tile whose registers a packet writes: its own or, for a scalar instruction, the
/// whole warp, because all paths of a warp share its scalar registers.
inline uint32_t writers(const TimedOp& op, uint32_t mask, uint32_t warp) {
  if (!op.scalar || mask == 0) [[likely]]
    return mask;
  return warp_mask(static_cast<uint32_t>(std::countr_zero(mask)), warp);
}

}  // namespace heddle
