// Workloads by name, as a user meets them.
#include <gmock/gmock.h>

#include <sstream>

#include "cli/program.hpp"
#include "effort.hpp"
#include "json/json.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class WorkloadCliTest : public CliTest {
 protected:
  Json json(const std::string& name) const { return parse_json(read_file(folder_ / name)); }
};

TEST_F(WorkloadCliTest, RunsByName) {
  Ran ran = run("run bitonic --size tiny");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("sort_in_block: 3 launches"), HasSubstr("exchange: 3"),
                             HasSubstr("ok: bitonic equals the reference")));
}

TEST_F(WorkloadCliTest, JsonTellsWhatRan) {
  const std::string chosen = "bitonic --size tiny --param n=512 --seed 3 --json r.json";
  const Json workload = {{"name", "bitonic"},
                         {"size", "tiny"},
                         {"parameters", {{"block", 128}, {"n", 512}}},
                         {"seed", 3}};
  ASSERT_EQ(run("run " + chosen).status, 0);
  auto functional = json("r.json");
  EXPECT_EQ(functional["schema"], "heddle-functional/1");
  EXPECT_EQ(functional["launches"][0]["kernel"], "sort_in_block");
  EXPECT_EQ(functional["workload"]["wrong"], nullptr);
  functional["workload"].erase("wrong");
  EXPECT_EQ(functional["workload"], workload);

  ASSERT_EQ(run("run --preset small " + chosen).status, 0);
  EXPECT_EQ(json("r.json")["workload"], workload);

  ASSERT_EQ(run("compare --preset small --arch pdom,sbi,frontier64 " + chosen).status, 0);
  auto compared = json("r.json");
  EXPECT_EQ(compared["schema"], "heddle-compare/2");
  EXPECT_EQ(compared["configs"].size(), 3u);
  EXPECT_EQ(compared["configs"]["pdom"]["core"]["warp"], 32);
  EXPECT_EQ(compared["configs"]["sbi"]["frontier"]["paths"], 2);
  EXPECT_EQ(compared["configs"]["frontier64"]["core"]["warp"], 64);
  ASSERT_EQ(compared["rows"].size(), 3u);
  for (const auto& row : compared["rows"]) EXPECT_EQ(row["workload"], workload);
}

TEST_F(WorkloadCliTest, CompareAlignsItsColumns) {
  Ran ran = run("compare bitonic --size tiny --preset small --arch pdom,dual_path_constrained");
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::istringstream lines(ran.out);
  std::string head, line;
  std::getline(lines, head);
  for (int i = 0; i < 2; i++) {
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(line.find("  ok"), head.find("  results")) << ran.out;
  }
}

TEST_F(WorkloadCliTest, RunsWithTiming) {
  Ran ran = run("run bitonic --size tiny --param n=256 --preset small --check");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("pdom on small"), HasSubstr("all 3 launches"),
                             HasSubstr("branches that diverged"),
                             HasSubstr("ok: bitonic equals the reference")));
}

TEST_F(WorkloadCliTest, ManyLaunchesAreShownByKernel) {
  Ran ran = run("run bitonic --size tiny --preset small");
  EXPECT_THAT(ran.out, AllOf(HasSubstr("\nexchange: 3 launches"), HasSubstr("all 6 launches"),
                             Not(HasSubstr("exchange <<<"))));
}

TEST_F(WorkloadCliTest, SeedsChangeInputsAndNothingElse) {
  for (const char* seed : {"1", "2", "2"}) {
    Ran ran = run(std::string("run mandelbrot --size tiny --seed ") + seed);
    EXPECT_EQ(ran.status, 0) << ran.err;
  }
  std::string first = run("run bfs --size tiny --seed 3").out;
  EXPECT_EQ(run("run bfs --size tiny --seed 3").out, first);
  EXPECT_NE(run("run bfs --size tiny --seed 4").out, first);
}

TEST_F(WorkloadCliTest, MistakesAreOneSentence) {
  auto refused = [&](const std::string& arguments, const std::string& sentence) {
    Ran ran = run(arguments);
    EXPECT_EQ(ran.status, 1) << arguments;
    EXPECT_THAT(ran.err, HasSubstr(sentence)) << arguments;
  };
  refused("run bitonick", "there is no workload 'bitonick'; did you mean 'bitonic'?");
  refused("run bitonic --size huge", "known are: tiny, small, paper");
  refused("run bitonic --param m=3", "bitonic has no parameter 'm'; known are: block, n");
  refused("run bitonic --param n=100", "a power of two");
  refused("run bitonic --param n=16 --param block=64", "'n' must be at least 'block'");
  refused("compare bitonic matmull --size tiny", "did you mean 'matmul'?");
  toml("reverse",
       "shared = 16\nparam = [{ buffer = { name = \"x\", type = \"u32\", count = 4 } }]\n");
  refused("run t.toml --size tiny", "'t.toml' is a launch description");
}

TEST_F(WorkloadCliTest, CompareTakesNamesAndFiles) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  toml("reverse",
       "shared = 16\nparam = [{ buffer = { name = \"x\", type = \"u32\", count = 4 } }]\n");
  EXPECT_EQ(run("compare t.toml --arch pdom,mimd --preset small").status, 0);
  Ran ran = run("compare bitonic mandelbrot --size tiny --arch pdom,mimd --preset small");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("bitonic     pdom"), HasSubstr("mandelbrot  mimd"),
                             HasSubstr("  ok\n"), Not(HasSubstr("DIFFERS"))));
}

TEST_F(WorkloadCliTest, CompareWithoutNamesRunsEight) {
  Ran ran = run("compare --size tiny --arch pdom --preset small");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 9);
}

TEST_F(WorkloadCliTest, ListTellsPapersClassesAndSizes) {
  EXPECT_THAT(run("list workloads").out,
              AllOf(HasSubstr("bitonic  "), HasSubstr("fung2007, brunie2012 | ")));
  EXPECT_THAT(
      run("list workloads --json").out,
      AllOf(HasSubstr("\"name\": \"bitonic\""), HasSubstr("\"papers\""), HasSubstr("\"may_be\""),
            HasSubstr("\"tiny\""), HasSubstr("\"kernels\""), HasSubstr("\"not interleavable\"")));
}

}  // namespace
}  // namespace heddle
