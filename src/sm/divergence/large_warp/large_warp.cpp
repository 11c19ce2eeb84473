#include "sm/divergence/large_warp/large_warp.hpp"

namespace heddle {

LargeWarp::LargeWarp(const MachineConfig& config)
    : StackPerWarp(WideWarps(config, config.large_warp.size),
                   WideWarps::limit(config, config.large_warp.size)),
      columns_(config.core.warp),
      guard_packing_(config.large_warp.guard_packing),
      jump_slot_(config.large_warp.jump_slot),
      matrix_(group_limit()) {}

LargeWarp::Matrix& LargeWarp::begin(GroupId g) {
  Matrix& m = matrix_[g];
  if (!m.begun) m = {active(g), true};
  return m;
}

void LargeWarp::pack(GroupId g, Threads& threads) {
  WideMask packed = first_of_columns(warps_.mask_of(warp_of(g), threads), columns_);
  begin(g).left.remove(packed);
  warps_.threads(warp_of(g), packed, threads);
}

void LargeWarp::skip(GroupId g, const Threads& threads) {
  begin(g).left.remove(warps_.mask_of(warp_of(g), threads));
}

}  // namespace heddle
