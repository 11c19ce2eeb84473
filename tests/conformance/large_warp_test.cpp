// Large warps of every size, alone and with two-level scheduling, and thread block compaction
// (narasiman2011).
#include "effort.hpp"
#include "slices.hpp"

namespace heddle {
namespace {

constexpr test::Combination kLargeWarps[] = {
    {"large_warp", "large_warp.size=32"},
    {"large_warp", "large_warp.size=64"},
    {"large_warp", "large_warp.size=128"},
    {"large_warp", "large_warp.size=256"},
    {"large_warp", "large_warp.size=512"},
    {"large_warp", "large_warp.size=1024"},
    {"large_warp", "large_warp.jump_slot=false"},
    {"large_warp", "large_warp.guard_packing=false"},
    {"large_warp_two_level", "large_warp.size=32"},
    {"large_warp_two_level", "large_warp.size=64"},
    {"large_warp_two_level", "large_warp.size=128"},
    {"large_warp_two_level", "large_warp.size=256"},
    {"large_warp_two_level", "large_warp.size=512"},
    {"large_warp_two_level", "arch.group_timeout=100"},
    {"two_level", "arch.fetch_group=8"},
    {"two_level", "arch.fetch_group=16"},
    {"tbc", "tbc.block=64"},
    {"tbc", "tbc.block=256"},
    {"tbc", "tbc.block=1024"},
};

class LargeWarpConformance : public LargeTestWithParam<size_t> {};

TEST_P(LargeWarpConformance, AllCorporaPass) {
  for (const char* preset : {"narasiman2011", "small"})
    test::expect_part_passes(kLargeWarps, GetParam(), preset);
}

INSTANTIATE_TEST_SUITE_P(Combinations, LargeWarpConformance,
                         testing::Range(size_t{0}, std::size(kLargeWarps)),
                         [](const auto& p) { return test::name_of(kLargeWarps[p.param]); });

}  // namespace
}  // namespace heddle
