// Large warps of every size, alone and with two-level scheduling, and thread block compaction must
// not change what kernels compute (narasiman2011). Each combination runs another part of all
// corpora; with the environment variable HEDDLE_FULL each runs everything.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "conformance/judge.hpp"

namespace heddle {
namespace {

struct Combination {
  const char* arch;
  const char* setting;
};

constexpr Combination kCombinations[] = {
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

class LargeWarpConformance : public testing::TestWithParam<size_t> {};

TEST_P(LargeWarpConformance, AllCorporaPass) {
  for (const char* preset : {"narasiman2011", "small"}) {
    JudgeOptions options;
    for (const char* folder : {"instructions", "programs", "extended"})
      options.folders.push_back(std::filesystem::path(HEDDLE_TESTS) / "conformance" / folder);
    options.archs = parse_archs(kCombinations[GetParam()].arch);
    options.machine = {preset, {kCombinations[GetParam()].setting}};
    options.jobs = 2;
    if (std::getenv("HEDDLE_FULL") == nullptr) {
      options.part = GetParam();
      options.parts = std::size(kCombinations);
    }
    std::vector<std::string> failures;
    options.failed = [&](const std::string& line) { failures.push_back(line); };
    EXPECT_GE(judge(options).passed, (752u + 480u + 251u) / options.parts);
    EXPECT_THAT(failures, testing::IsEmpty());
  }
}

INSTANTIATE_TEST_SUITE_P(Combinations, LargeWarpConformance,
                         testing::Range(size_t{0}, std::size(kCombinations)), [](const auto& info) {
                           std::string name = kCombinations[info.param].arch;
                           name += "_";
                           for (char c : std::string_view(kCombinations[info.param].setting))
                             name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

}  // namespace
}  // namespace heddle
