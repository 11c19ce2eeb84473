// Runs of a study: executed from their description, kept, told apart.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.hpp"
#include "scratch.hpp"
#include "small_study.hpp"
#include "workload/workload.hpp"

namespace heddle::study {
namespace {

using test::parse;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(StudyRuns, AreExecutedFromTheirDescriptionAlone) {
  Plan plan = expand(parse(""), "tiny");
  Json first = execute(run_from_json(to_json(plan.runs[0])));
  EXPECT_EQ(first, execute(plan.runs[0]));
  EXPECT_FALSE(first.contains("failure"));
  EXPECT_GT(first["total"]["cycles"].get<uint64_t>(), 0u);
  EXPECT_FALSE(first["kernels"].empty());
}

TEST(StudyRuns, AKernelOfAWorkloadIsARowOfItsOwn) {
  Study study = parse(R"(
[[row]]
label = "kernel"
workload = "bitonic"
kernel = "sort_in_block"
[[table]]
id = "t"
title = "T"
rows = ["A", "kernel"]
variants = ["x"]
metric = "ipc"
)");
  Plan plan = expand(study, "tiny");
  EXPECT_EQ(plan.run_of[0][0], plan.run_of[0][2]);  // the same run serves both
  std::vector<Json> results(plan.runs.size());
  results[plan.run_of[0][0]] = {
      {"total", {{"derived", {{"ipc", 3}}}}},
      {"kernels", {{"sort_in_block", {{"total", {{"derived", {{"ipc", 7}}}}}}}}}};
  Evaluation e = evaluate(study, plan, results);
  EXPECT_EQ(e.tables[0].lines[0].cells[0].ours, 3);
  EXPECT_EQ(e.tables[0].lines[1].cells[0].ours, 7);
}

TEST(StudyRuns, LaunchesOfAKernelAreToldApartByTheirBlocks) {
  Study study = parse_study(std::make_shared<Source>("test.toml", R"(
title = "a test"
preset = "small"
[[row]]
label = "both"
workload = "reduction"
kernel = "reduce"
[[row]]
label = "first"
workload = "reduction"
kernel = "reduce"
block = 64
[[row]]
label = "second"
workload = "reduction"
kernel = "reduce"
block = 32
[[row]]
label = "none"
workload = "reduction"
kernel = "reduce"
block = 128
[[variant]]
name = "r"
arch = "pdom"
[metrics]
cycles = "cycles"
threads = "thread_instructions"
blocks = "blocks"
[[table]]
id = "t"
title = "T"
variants = ["r"]
metric = "threads"
[[table]]
id = "u"
title = "U"
variants = ["r"]
metric = "blocks"
[[table]]
id = "v"
title = "V"
variants = ["r"]
metric = "cycles"
)"),
                            "test");
  Plan plan = expand(study, "tiny");
  size_t run = plan.run_of[0][0];
  EXPECT_EQ(run, plan.run_of[0][3]);  // one run serves all rows
  std::vector<Json> results(plan.runs.size());
  results[run] = execute(plan.runs[run]);
  Evaluation e = evaluate(study, plan, results);
  auto ours = [&](size_t table, size_t line) { return e.tables[table].lines[line].cells[0].ours; };
  for (size_t table : {0, 1, 2})
    EXPECT_EQ(ours(table, 0), ours(table, 1) + ours(table, 2)) << table;
  EXPECT_EQ(ours(1, 1), 4);
  EXPECT_EQ(ours(1, 2), 1);
  EXPECT_TRUE(std::isnan(ours(0, 3)));
  // Where blocks have one size, asking for it gives the kernel.
  study.rows[1].workload = "bitonic";
  study.rows[1].kernel = "sort_in_block";
  plan = expand(study, "tiny");
  run = plan.run_of[0][1];
  results.assign(plan.runs.size(), nullptr);
  results[run] = execute(plan.runs[run]);
  study.rows[1].block = results[run]["kernels"]["sort_in_block"]["block"].get<uint64_t>();
  EXPECT_EQ(evaluate(study, plan, results).tables[0].lines[1].cells[0].ours,
            results[run]["kernels"]["sort_in_block"]["total"]["thread_instructions"].get<double>());
}

TEST(StudyRuns, SamplesBecomeATableOverTime) {
  Study study = parse(R"(
[[row]]
label = "kernel"
workload = "fig7"
kernel = "fig7"
[[variant]]
name = "s"
arch = "pdom"
sample = 100
statistics = ["thread_instructions", "cycles"]
rows = ["kernel"]
[[table]]
id = "t"
title = "T"
variants = ["s"]
over_time = "kernel"
columns = [["IPC", "thread_instructions / cycles"], ["threads", "thread_instructions"]]
digits = 0
)");
  Plan plan = expand(study, "tiny");
  size_t run = plan.run_of[3][2];
  EXPECT_EQ(run_from_json(to_json(plan.runs[run])), plan.runs[run]);
  std::vector<Json> results(plan.runs.size());
  EXPECT_THAT(evaluate(study, plan, results).tables[0].lines, IsEmpty());
  results[run] = execute(plan.runs[run]);
  Evaluation e = evaluate(study, plan, results);
  const TableResult& t = e.tables[0];
  ASSERT_GT(t.lines.size(), 3u);
  EXPECT_EQ(t.lines[0].label, "100");
  EXPECT_EQ(t.lines[1].label, "200");
  double threads = 0;
  for (const TableLine& line : t.lines) threads += line.cells[1].ours;
  EXPECT_EQ(threads, results[run]["total"]["thread_instructions"].get<double>());
  EXPECT_EQ(t.lines[1].cells[0].ours, t.lines[1].cells[1].ours / 100);
}

TEST(StudyRuns, FailuresAreTold) {
  Study study = parse("");
  Plan plan = expand(study, "tiny");
  std::vector<Json> results(plan.runs.size());
  results[2] = {{"failure", "it fell"}};
  Evaluation e = evaluate(study, plan, results);
  ASSERT_THAT(e.failures, SizeIs(1));
  EXPECT_EQ(e.failures[0].variant, "y");
  EXPECT_EQ(e.failures[0].row, "A");
  EXPECT_EQ(e.failures[0].what, "it fell");
}

TEST(Studies, AreAllReadable) {
  for (const std::string& name : study_names()) {
    Study study = load_study(name);
    Plan plan = expand(study, "tiny");
    EXPECT_FALSE(plan.runs.empty()) << name;
    EXPECT_TRUE(!study.claims.empty() || study.explorer) << name;
    for (const Row& row : study.rows) {  // a name that no kernel has would measure nothing
      if (row.kernel.empty()) continue;
      EXPECT_THAT(std::string(workload::require_workload(row.workload).ptx),
                  HasSubstr(".entry " + row.kernel + "("))
          << name << ": " << row.label;
    }
  }
  EXPECT_THROW(load_study("fung2008"), UsageError);
}

}  // namespace
}  // namespace heddle::study
