// What a core needs to know of each instruction besides how to execute it: its class of operation,
// the registers it reads and writes as *allocated* (32-bit units, then predicates), where its
// threads reconverge. Made once per kernel and machine.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "config/machine.hpp"
#include "exec/executable.hpp"

namespace heddle {

struct TimedOp {
  static constexpr uint32_t kNoReconvergence = 0xffffffff;

  OpClass cls = OpClass::Integer;
  uint8_t source_count = 0;
  uint8_t destination_count = 0;
  bool control = false;       // moves threads elsewhere, or lets them wait
  bool chains = true;         // executes for all threads that read for it: no guard leaves some out
  bool join = false;          // the reconvergence point of some branch
  uint16_t sources[12] = {};  // guard included
  uint16_t destinations[8] = {};
  uint32_t block_left = 0;                    // instructions of its basic block from here on
  uint32_t reconvergence = kNoReconvergence;  // of instructions that may diverge; none: at the end
  uint32_t divergence = kNoReconvergence;     // of reconvergence points: where their threads parted
};

struct TimedCode {
  ExecutablePtr kernel;
  std::vector<TimedOp> ops;  // by pc of the executable
  uint32_t units = 0;        // 32-bit registers per thread, all functions
  uint32_t slots = 0;        // units and predicates: rows of a dependence table
};

using TimedCodePtr = std::shared_ptr<const TimedCode>;

TimedCodePtr make_timed_code(ExecutablePtr kernel);
OpClass class_of(const Instruction& i);
/// Goes through the load-store unit.
inline bool is_memory(OpClass cls) {
  return cls == OpClass::Load || cls == OpClass::Store || cls == OpClass::Atomic ||
         cls == OpClass::Shared;
}

/// Takes so long that it pays to do something else meanwhile, besides misses of a cache: rhu2013
/// §3.3 names transcendental functions.
inline bool is_long(OpClass cls) { return cls == OpClass::Sfu || cls == OpClass::IntegerDiv; }

}  // namespace heddle
