// Questions to frames, against values computed by hand.
#include "query/answers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <tuple>

#include "base/error.hpp"
#include "query/answers_text.hpp"

namespace heddle::query {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

Record record(const std::string& workload, const std::string& arch, const std::string& warp,
              uint64_t seed, double cycles, double energy) {
  Record r;
  r.workload = workload, r.arch = arch, r.preset = "small", r.size = "tiny";
  r.settings = {{"core.warp", warp}};
  r.seed = seed;
  r.values = {cycles, energy};
  return r;
}

std::vector<Metric> two_metrics() {
  return {parse_metric("cycles"), parse_metric("energy=energy.total")};
}

/// Two workloads, two archs, two seeds, one warp size.
Frame small_frame() {
  std::vector<Record> records = {
      record("a", "pdom", "32", 1, 100, 10), record("a", "pdom", "32", 2, 200, 10),
      record("b", "pdom", "32", 1, 400, 10), record("b", "pdom", "32", 2, 400, 10),
      record("a", "dwf", "32", 1, 50, 20),   record("a", "dwf", "32", 2, 50, 20),
      record("b", "dwf", "32", 1, 100, 20),  record("b", "dwf", "32", 2, 400, 20)};
  return make_frame(records, two_metrics());
}

TEST(Answers, PivotAveragesSeeds) {
  Pivot p = pivot(small_frame(), "arch", "cycles");
  EXPECT_THAT(p.dimensions, ElementsAre("workload"));
  EXPECT_THAT(p.columns, ElementsAre("pdom", "dwf"));
  ASSERT_THAT(p.lines, SizeIs(2));
  EXPECT_THAT(p.lines[0].values, ElementsAre(150, 50));
  EXPECT_THAT(p.lines[1].values, ElementsAre(400, 250));
  EXPECT_THROW(pivot(small_frame(), "arhc", "cycles"), UsageError);
  EXPECT_THROW(pivot(small_frame(), "arch", "ipc"), UsageError);
  EXPECT_THROW(pivot(small_frame(), "seed", "cycles"), UsageError);
}

TEST(Answers, SpeedUpComparesEqualSeeds) {
  SpeedUp s = speed_up(small_frame(), "arch", "pdom", "cycles", false);
  ASSERT_THAT(s.lines, SizeIs(3));
  EXPECT_EQ(s.lines[0].workload, "a");
  EXPECT_DOUBLE_EQ(s.lines[0].ratio.mean, std::sqrt(2.0 * 4.0));
  EXPECT_DOUBLE_EQ(s.lines[1].ratio.mean, std::sqrt(4.0 * 1.0));
  EXPECT_EQ(s.lines[2].workload, "");
  // Within seeds: sqrt(2 * 4) and sqrt(4 * 1), then their mean.
  EXPECT_DOUBLE_EQ(s.lines[2].ratio.mean, std::sqrt(std::sqrt(8.0) * 2));
  EXPECT_EQ(s.lines[2].ratio.seeds, 2u);
  EXPECT_THROW(speed_up(small_frame(), "arch", "tbc", "cycles", false), UsageError);
  EXPECT_THROW(speed_up(small_frame(), "workload", "a", "cycles", false), UsageError);
  SpeedUp more = speed_up(small_frame(), "arch", "pdom", "energy", true);
  EXPECT_DOUBLE_EQ(more.lines[2].ratio.mean, 2);
  EXPECT_DOUBLE_EQ(*more.lines[2].ratio.low, 2);
}

TEST(Answers, IntervalsAreStudentsOverLogarithms) {
  // Logarithms 0, 1, 2: mean 1, deviation 1, t(0.975, 2) = 4.302652729.
  Interval i = geometric_interval({1, std::exp(1.0), std::exp(2.0)});
  EXPECT_NEAR(i.mean, std::exp(1.0), 1e-12);
  EXPECT_NEAR(std::log(*i.high), 1 + 4.302652729696142 / std::sqrt(3.0), 1e-9);
  EXPECT_NEAR(std::log(*i.low), 1 - 4.302652729696142 / std::sqrt(3.0), 1e-9);
  EXPECT_FALSE(geometric_interval({3}).low);
  EXPECT_TRUE(std::isnan(geometric_interval({}).mean));
}

TEST(Answers, AWorkloadWithoutABaselineIsCountedAsMissing) {
  std::vector<Record> records = {record("a", "pdom", "32", 1, 100, 10),
                                 record("a", "dwf", "32", 1, 50, 10),
                                 record("b", "dwf", "32", 1, 50, 10)};
  SpeedUp s = speed_up(make_frame(records, two_metrics()), "arch", "pdom", "cycles", false);
  ASSERT_THAT(s.lines, SizeIs(2));
  EXPECT_EQ(s.lines[1].missing, 1u);
  EXPECT_THAT(to_text(answer_of(s, "arch")), HasSubstr("geometric mean (without 1)"));
}

/// Runs of a size are compared with runs of the same size.
TEST(Answers, SpeedUpComparesEqualSizes) {
  std::vector<Record> records = {record("a", "pdom", "32", 1, 100, 10),
                                 record("a", "pdom", "32", 1, 9000, 10),
                                 record("a", "dwf", "32", 1, 50, 10)};
  records[1].size = "small";
  SpeedUp s = speed_up(make_frame(records, two_metrics()), "arch", "pdom", "cycles", false);
  ASSERT_THAT(s.lines, SizeIs(2));
  EXPECT_EQ(s.lines[0].workload, "a tiny");
  EXPECT_DOUBLE_EQ(s.lines[0].ratio.mean, 2);
  EXPECT_DOUBLE_EQ(s.lines[1].ratio.mean, 2);
  EXPECT_EQ(s.lines[1].missing, 1u);  // a small
  EXPECT_THROW(speed_up(make_frame(records, two_metrics()), "size", "tiny", "cycles", false),
               UsageError);
}

/// A launch description has no seed, so it counts with each of the others'.
TEST(Answers, SpeedUpOfLaunchesCountsWithEverySeed) {
  std::vector<Record> records = {record("a", "pdom", "32", 2, 200, 1),
                                 record("a", "pdom", "32", 3, 800, 1),
                                 record("k.toml", "pdom", "32", 1, 200, 1)};
  records[2].size = "";
  for (size_t i = 0; i < 3; i++) {
    records.push_back(records[i]);
    records.back().arch = "dwf", records.back().values[0] = 100;
  }
  SpeedUp s = speed_up(make_frame(records, two_metrics()), "arch", "pdom", "cycles", false);
  ASSERT_THAT(s.lines, SizeIs(3));
  EXPECT_EQ(s.lines[2].ratio.seeds, 2u);
  // sqrt(2 * 2) and sqrt(8 * 2), then their mean.
  EXPECT_DOUBLE_EQ(s.lines[2].ratio.mean, std::sqrt(2.0 * 4.0));
  std::vector<Record> only = {records[2], records[5]};
  s = speed_up(make_frame(only, two_metrics()), "arch", "pdom", "cycles", false);
  EXPECT_DOUBLE_EQ(s.lines.back().ratio.mean, 2);
  EXPECT_EQ(s.lines.back().ratio.seeds, 1u);
}

/// Keys that --zip and --derive couple change together; others stay equal.
TEST(Answers, CoupledSettingsChangeTogether) {
  std::vector<Record> records;
  for (const char* schedulers : {"1", "2"})
    for (const auto& [warp, lanes, cycles] :
         {std::tuple("8", "8", 50.0), std::tuple("32", "32", 100.0),
          std::tuple("64", "32", 400.0)}) {
      Record& r = records.emplace_back(record("a", "pdom", warp, 1, cycles, 1));
      r.settings.emplace_back("core.lanes", lanes);
      r.settings.emplace_back("core.schedulers", schedulers);
    }
  const Frame frame = make_frame(records, two_metrics());
  SpeedUp s = speed_up(frame, "core.warp", "32", "cycles", false);
  EXPECT_THAT(s.dimensions, ElementsAre("core.schedulers"));
  ASSERT_THAT(s.lines, SizeIs(8));
  EXPECT_DOUBLE_EQ(s.lines[0].ratio.mean, 2);
  EXPECT_DOUBLE_EQ(s.lines[2].ratio.mean, 0.25);
  Pivot p = pivot(frame, "core.warp", "cycles");
  EXPECT_THAT(p.dimensions, ElementsAre("workload", "core.schedulers"));
  ASSERT_THAT(p.lines, SizeIs(2));
  EXPECT_THAT(p.lines[0].values, ElementsAre(50, 100, 400));
  // The lanes do not say which warp size it is.
  EXPECT_THAT(pivot(frame, "core.lanes", "cycles").dimensions,
              ElementsAre("workload", "core.warp", "core.schedulers"));
}

/// More seeds or sizes of one workload give it no more weight, and a parameter of a workload is no
/// part of a machine.
TEST(Answers, ParetoCountsEachWorkloadOnce) {
  std::vector<Record> records = {record("a", "pdom", "32", 1, 100, 10),
                                 record("b", "pdom", "32", 1, 400, 10),
                                 record("b", "dwf", "32", 1, 400, 10)};
  for (uint64_t seed = 1; seed < 9; seed++)
    records.push_back(record("a", "dwf", "32", seed, 100, 10));
  for (Record& r : records)
    if (r.workload == "b") r.parameters = {{"n", "64"}};
  Front f = pareto(make_frame(records, two_metrics()), {{"cycles"}, {"energy"}});
  EXPECT_THAT(f.dimensions, ElementsAre("arch"));
  ASSERT_THAT(f.lines, SizeIs(2));
  for (const Front::Line& line : f.lines) {
    EXPECT_NEAR(line.values[0], 200, 1e-9) << line.at[0];
    EXPECT_TRUE(line.on_front) << line.at[0];
  }
  records.push_back(record("b", "dwf", "32", 1, 100, 10));
  records.back().parameters = {{"n", "128"}};
  f = pareto(make_frame(records, two_metrics()), {{"cycles"}, {"energy"}});
  EXPECT_EQ(f.incomplete, 1u);  // pdom lacks it
  ASSERT_THAT(f.lines, SizeIs(1));
  EXPECT_NEAR(f.lines[0].values[0], std::cbrt(100.0 * 400 * 100), 1e-9);
}

TEST(Answers, ParetoKeepsWhatNothingBeats) {
  std::vector<Record> records = {
      record("a", "pdom", "8", 1, 100, 40), record("a", "pdom", "16", 1, 50, 60),
      record("a", "pdom", "32", 1, 60, 70),  // worse than 16 in both
      record("a", "dwf", "32", 1, 100, 40),  // equal to the first: both stay
      record("a", "tbc", "32", 1, std::nan(""), 1)};
  Front f = pareto(make_frame(records, two_metrics()), {{"cycles"}, {"energy"}});
  ASSERT_THAT(f.lines, SizeIs(4));
  EXPECT_EQ(f.incomplete, 1u);
  std::vector<std::string> on;
  for (const Front::Line& line : f.lines)
    if (line.on_front) on.push_back(line.at[0] + line.at[1]);
  EXPECT_THAT(on, ElementsAre("pdom16", "pdom8", "dwf32"));
  EXPECT_THROW(pareto(small_frame(), {{"cycles"}}), UsageError);
  EXPECT_TRUE(parse_goal("max:ipc").largest);
  EXPECT_THROW(parse_goal("best:ipc"), UsageError);
  EXPECT_THAT(parse_goals("cycles, max:ipc"), SizeIs(2));
  for (const char* bad : {"", ",", "cycles,", "cycles,min:cycles", "max:"})
    EXPECT_THROW(parse_goals(bad), UsageError) << bad;
}

/// On random points: a point is on the front if and only if nothing dominates it.
TEST(Answers, ParetoOfRandomPoints) {
  std::mt19937 random(3);
  std::vector<Record> records;
  for (int i = 0; i < 60; i++)
    records.push_back(
        record("a", "pdom", std::to_string(i), 1, 1 + random() % 20, 1 + random() % 20));
  Front f = pareto(make_frame(records, two_metrics()), {{"cycles"}, {"energy", true}});
  for (const Front::Line& a : f.lines) {
    bool beaten = false;
    for (const Front::Line& b : f.lines)
      beaten |= b.values[0] < a.values[0] - 1e-9 && b.values[1] > a.values[1] + 1e-9;
    if (beaten) {
      EXPECT_FALSE(a.on_front);
    }
  }
  EXPECT_TRUE(f.lines[0].on_front || f.lines[1].values[0] == f.lines[0].values[0]);
}

TEST(Frame, HasTidyColumns) {
  Frame f = small_frame();
  EXPECT_THAT(f.dimensions, ElementsAre("workload", "arch", "preset", "size", "core.warp", "seed"));
  EXPECT_THAT(to_csv(f), ::testing::StartsWith(
                             "workload,arch,preset,size,core.warp,seed,cycles,energy,failure\n"
                             "a,pdom,small,tiny,32,1,100,10,\n"));
  EXPECT_EQ(to_json(f)["lines"][0]["values"][0], 100);
}

TEST(Frame, ConditionsAreRead) {
  EXPECT_EQ(parse_condition("arch=pdom, dwf").values, (std::vector<std::string>{"pdom", "dwf"}));
  EXPECT_EQ(parse_condition("core.warp >= 8").comparison, ">=");
  EXPECT_EQ(parse_condition("arch!=pdom").comparison, "!=");
  for (const char* bad : {"", "arch", "=pdom", "arch=", "core.warp>x", "core.warp>1,2", "a!b",
                          "core.warp=>8", "core.warp=<8"})
    EXPECT_THROW(parse_condition(bad), UsageError) << bad;
  EXPECT_THROW(parse_metric("derived.icp"), UsageError);
  EXPECT_THROW(parse_metric("x=1+"), UsageError);
}

/// Columns of one name could not be told apart.
TEST(Frame, MetricsHaveNamesOfTheirOwn) {
  for (const char* bad : {"=cycles", "workload=cycles", "seed=cycles", "failure=cycles"})
    EXPECT_THROW(parse_metric(bad), UsageError) << bad;
  using Texts = std::vector<std::string>;
  EXPECT_THAT(parse_metrics(Texts{"cycles", "c=cycles", "energy.total"}), SizeIs(3));
  EXPECT_THROW(parse_metrics(Texts{"cycles", "cycles"}), UsageError);
  EXPECT_THROW(parse_metrics(Texts{"a=cycles", "a=derived.ipc"}), UsageError);
}

}  // namespace
}  // namespace heddle::query
