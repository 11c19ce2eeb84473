// Mechanisms for capabilities_test, which compiles one of them at a time.
#pragma once

#include "sm/divergence/capabilities.hpp"
#include "sm/divergence/stack_per_warp.hpp"
#include "sm/divergence/warps.hpp"

namespace heddle {

class Stack : public StackPerWarp<Warps> {
 public:
  explicit Stack(const MachineConfig& config)
      : StackPerWarp(Warps(config), Warps::limit(config.core)) {}
};

/// All that it declares.
class Complete : public Stack {
 public:
  static constexpr Mechanism kMechanism = mechanism("pdom");
};

/// `skip` is misspelt, and the others of its capability are missing.
class Incomplete : public Stack {
 public:
  static constexpr Mechanism kMechanism = mechanism("large_warp");
  void pack(GroupId, Threads&) {}
  void skips(GroupId, const Threads&) {}
};

/// A stack that says it is none.
class Undeclared : public Stack {
 public:
  static constexpr Mechanism kMechanism = mechanism("serialize");
};

}  // namespace heddle
