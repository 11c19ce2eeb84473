// Reconvergence at the immediate post-dominator with a stack per warp: the baseline of all papers
// (fung2007 §3.2, narasiman2011 §2.3).
#pragma once

#include "sm/divergence/stack_per_warp.hpp"
#include "sm/divergence/warps.hpp"

namespace heddle {

class Pdom : public StackPerWarp<Warps> {
 public:
  static constexpr Mechanism kMechanism = mechanism("pdom");

  explicit Pdom(const MachineConfig& config)
      : StackPerWarp(Warps(config), Warps::limit(config.core)) {}
};

}  // namespace heddle
