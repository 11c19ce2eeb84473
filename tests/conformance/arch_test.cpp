// Every arch computes what the corpus says, whichever mechanism it is made of: each runs another
// program of every kind, or of every other. An arch that joins the list is tested here without
// further ado; settings of one mechanism have tests of their own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/archs.hpp"
#include "conformance/checker.hpp"
#include "effort.hpp"

namespace heddle {
namespace {

/// The corpora have programs 000 to 029 or 039 of each kind, one kind after the other; of these
/// numbers, all are short.
constexpr const char* kShort[] = {"_000$", "_002$", "_022$", "_039$"};

class ArchConformance : public testing::TestWithParam<size_t> {};

TEST_P(ArchConformance, PassesPrograms) {
  CheckerOptions options;
  for (const char* folder : {"programs", "exits"})
    options.folders.push_back(std::filesystem::path(HEDDLE_TESTS) / "conformance" / folder);
  options.archs = parse_archs(archs()[GetParam()].name);
  options.machine = {"small", {"memory.model=full"}};
  if (quick_effort()) {
    options.filter = kShort[GetParam() % std::size(kShort)];
    options.parts = 4;  // of the fifteen kinds
    options.part = GetParam() / std::size(kShort) % options.parts;
  } else if (!full_effort()) {
    options.parts = 37;
    options.part = GetParam() % options.parts;
  }
  std::vector<std::string> failures;
  options.failed = [&](const std::string& line) { failures.push_back(line); };
  EXPECT_GE(run_checker(options).passed, quick_effort() ? 3u : 12u);
  EXPECT_THAT(failures, testing::IsEmpty());
}

TEST_P(ArchConformance, PassesEarlyReturns) {
  CheckerOptions options;
  options.folders = {std::filesystem::path(HEDDLE_TESTS) / "conformance" / "returns"};
  options.archs = parse_archs(archs()[GetParam()].name);
  options.machine = {"small", {"memory.model=full"}};
  std::vector<std::string> failures;
  options.failed = [&](const std::string& line) { failures.push_back(line); };
  EXPECT_EQ(run_checker(options).passed, 15u);
  EXPECT_THAT(failures, testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, ArchConformance, testing::Range(size_t{0}, archs().size()),
                         [](const auto& chosen) {
                           std::string name;  // a test's has neither + nor -
                           const std::string arch = archs()[chosen.param].name;
                           for (char c : arch)
                             name += c == '+' ? "_plus" : c == '-' ? "_" : std::string(1, c);
                           return name;
                         });

}  // namespace
}  // namespace heddle
