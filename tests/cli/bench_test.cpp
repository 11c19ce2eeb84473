// heddle bench: what it tells, not how fast anything is.
#include <gmock/gmock.h>

#include "cli/program.hpp"
#include "effort.hpp"
#include "json/json.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class BenchCliTest : public CliTest {
 protected:
  Json bench(const std::string& arguments) {
    ran_ = run("bench --json b.json " + arguments);
    EXPECT_EQ(ran_.status, 0) << ran_.err;
    return parse_json(read_file(folder_ / "b.json"));
  }
  Ran ran_;
};

TEST_F(BenchCliTest, EveryFigureStandsBesideThePeers) {
  bool timed = !quick_effort();
  auto json = bench(timed ? "vecadd --preset small" : "vecadd --functional");
  EXPECT_EQ(json["schema"], "heddle-bench/1");
  EXPECT_EQ(json["config"]["name"], timed ? "small" : "fermi");
  ASSERT_EQ(json["rows"].size(), timed ? 2u : 1u);
  EXPECT_THAT(ran_.out, AllOf(HasSubstr("functional\n"), HasSubstr("22 020 096")));
  for (const auto& row : json["rows"]) {
    bool functional = row["mode"] == "functional";
    for (const char* key : {"thread_instructions", "cycles", "cpu_seconds", "wall_seconds",
                            "per_second", "peak_mib"}) {
      const auto &ours = row["heddle"][key], &peer = row["peer"][key], &ratio = row["ratio"][key];
      EXPECT_EQ(ours.is_null(), functional && std::string(key) == "cycles") << row;
      if (!ratio.is_null()) {
        EXPECT_DOUBLE_EQ(ratio.get<double>(), ours.get<double>() / peer.get<double>()) << row;
      }
      EXPECT_EQ(ratio.is_null(), ours.is_null() || peer.is_null()) << row;
    }
    EXPECT_EQ(row["ratio"]["thread_instructions"], 1.0);
    EXPECT_EQ(row["peer"]["cpu_seconds"].is_null(), functional);
  }
}

TEST_F(BenchCliTest, PeaksAreOfOneKernel) {
  // A sanitizer keeps what was freed.
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  auto json = bench("vecadd mandel --functional");
  auto peak = [&](size_t row) { return json["rows"][row]["heddle"]["peak_mib"].get<int>(); };
  if (json["peaks_per_row"])
    EXPECT_LT(peak(1) + 8, peak(0));  // three arrays of 4 MiB before
  else
    EXPECT_GE(peak(1), peak(0));  // the system keeps one peak
}

TEST_F(BenchCliTest, ScaleIsOfTimedRuns) {
  Ran ran = run("bench --scale --functional");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("--functional"));
}

TEST_F(BenchCliTest, NumbersOfThreadsAreMeasuredAlone) {
  for (const char* with : {"--threads 2", "--scale", "--functional"}) {
    Ran ran = run(std::string("bench --thread-counts 1,2 ") + with);
    EXPECT_EQ(ran.status, 2) << with;
    EXPECT_THAT(ran.err, HasSubstr("--thread-counts"));
  }
  for (const char* counts : {"0", "1,two", "1,,2000", "-1"}) {
    Ran ran = run(std::string("bench --thread-counts ") + counts);
    EXPECT_EQ(ran.status, 2) << counts;
    EXPECT_THAT(ran.err, HasSubstr("--thread-counts"));
  }
  Ran alone = run("bench --repeat 2");
  EXPECT_EQ(alone.status, 1);
  EXPECT_EQ(alone.err, "heddle: --repeat goes with --thread-counts\n");
}

TEST_F(BenchCliTest, UnknownKernelsAreRefused) {
  Ran ran = run("bench vecadd quicksort");
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, HasSubstr("unknown workload 'quicksort'; known are: vecadd"));
}

}  // namespace
}  // namespace heddle
