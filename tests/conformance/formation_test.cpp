// Dynamic warp formation must not change what kernels compute, under any issue heuristic and with
// any register file (fung2007, sections 4.1 and 4.3). Each of the fifteen combinations runs another
// part of all corpora, and together they run everything; effort.hpp says when they do more or less.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/judge.hpp"
#include "effort.hpp"

namespace heddle {
namespace {

constexpr const char* kArchs[] = {"dwf", "dwf_ideal", "dwf_crossbar"};
constexpr const char* kHeuristics[] = {"majority", "minority", "oldest", "pdom-priority",
                                       "lowest-pc"};

class FormationConformance : public testing::TestWithParam<size_t> {};

TEST_P(FormationConformance, AllCorporaPass) {
  const char* arch = kArchs[GetParam() % std::size(kArchs)];
  const char* heuristic = kHeuristics[GetParam() / std::size(kArchs)];
  JudgeOptions options;
  for (const char* folder : {"instructions", "programs", "extended"})
    options.folders.push_back(std::filesystem::path(HEDDLE_TESTS) / "conformance" / folder);
  options.archs = parse_archs(arch);
  options.machine = {"fung2007", {std::string("arch.schedule=") + heuristic}};
  options.jobs = 2;
  if (!full_effort()) {
    size_t less = quick_effort() ? 10 : 1;
    options.part = GetParam() * less;
    options.parts = std::size(kArchs) * std::size(kHeuristics) * less;
  }
  std::vector<std::string> failures;
  options.failed = [&](const std::string& line) { failures.push_back(line); };
  EXPECT_GE(judge(options).passed, (752u + 480u + 251u) / options.parts);
  EXPECT_THAT(failures, testing::IsEmpty());
}

std::string name(const testing::TestParamInfo<size_t>& info) {
  std::string name = std::string(kArchs[info.param % std::size(kArchs)]) + "_" +
                     kHeuristics[info.param / std::size(kArchs)];
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Combinations, FormationConformance,
                         testing::Range(size_t{0}, std::size(kArchs) * std::size(kHeuristics)),
                         name);

}  // namespace
}  // namespace heddle
