// Thread frontiers and interweaving must not change what kernels compute, with any option
// (brunie2012): constraints on and off, every lane shuffle, every associativity of the look-up.
// Each combination runs another part of all corpora, and together they run everything.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/judge.hpp"
#include "effort.hpp"

namespace heddle {
namespace {

struct Combination {
  const char* arch;
  const char* setting;
};
constexpr Combination kCombinations[] = {
    {"frontier", "frontier.memory_split=false"},
    {"frontier", "frontier.memory_split=true"},
    {"frontier64", "frontier.cold_entries=1"},
    {"sbi", "frontier.constraints=true"},
    {"sbi", "frontier.memory_split=false"},
    {"sbi_unconstrained", "frontier.constraints=false"},
    {"swi", "arch.lane_map=identity"},
    {"swi", "arch.lane_map=mirror-odd"},
    {"swi", "arch.lane_map=mirror-half"},
    {"swi", "arch.lane_map=xor"},
    {"swi", "arch.lane_map=xor-rev"},
    {"swi", "arch.lookup_ways=1"},
    {"swi", "arch.lookup_ways=4"},
    {"sbi_swi", "frontier.constraints=true"},
    {"sbi_swi", "frontier.constraints=false"},
};

class InterweaveConformance : public testing::TestWithParam<size_t> {};

TEST_P(InterweaveConformance, AllCorporaPass) {
  const Combination& c = kCombinations[GetParam()];
  JudgeOptions options;
  for (const char* folder : {"instructions", "programs", "extended"})
    options.folders.push_back(std::filesystem::path(HEDDLE_TESTS) / "conformance" / folder);
  options.archs = parse_archs(c.arch);
  options.machine = {"brunie2012", {c.setting}};
  options.jobs = 2;
  if (!full_effort()) {
    size_t less = quick_effort() ? 10 : 1;
    options.part = GetParam() * less;
    options.parts = std::size(kCombinations) * less;
  }
  std::vector<std::string> failures;
  options.failed = [&](const std::string& line) { failures.push_back(line); };
  EXPECT_GE(judge(options).passed, (752u + 480u + 251u) / options.parts);
  EXPECT_THAT(failures, testing::IsEmpty());
}

std::string name(const testing::TestParamInfo<size_t>& info) {
  std::string name =
      std::string(kCombinations[info.param].arch) + "_" + kCombinations[info.param].setting;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Combinations, InterweaveConformance,
                         testing::Range(size_t{0}, std::size(kCombinations)), name);

}  // namespace
}  // namespace heddle
