// What tasks leave behind.
#include "batch/task.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "batch/result_file.hpp"
#include "host/file.hpp"
#include "planned.hpp"
#include "study/tools.hpp"

namespace heddle::batch {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;

class TaskTest : public testing::Test {
 protected:
  void plan(study::PlannedSweep sweep) {
    sweep_ = std::move(sweep);
    folder_.emplace(PlanFolder::create(scratch_ / "plan", test::header_of(), sweep_));
    options_.tell = [this](const std::string& line) { lines_.push_back(line); };
  }
  TaskReport run(std::vector<size_t> runs) { return run_task(*folder_, runs, options_); }
  study::RunOutcome result(size_t run) { return read_result(*folder_, sweep_.plan.keys[run]); }

  ScratchFolder scratch_;
  study::PlannedSweep sweep_;
  std::optional<PlanFolder> folder_;
  TaskOptions options_;
  std::vector<std::string> lines_;
};

TEST_F(TaskTest, ItsResultsAreThoseOfALocalRun) {
  plan(test::sweep_of(3));
  options_.jobs = 2;
  const TaskReport report = run({2, 0});
  EXPECT_EQ(report.executed, 2u);
  EXPECT_EQ(report.failed + report.lost + report.known, 0u);
  for (size_t i : {0, 2}) {
    EXPECT_EQ(result(i).result, study::execute(sweep_.plan.runs[i]));
    EXPECT_TRUE(result(i).lasting);
    EXPECT_EQ(result(i).host, own_host());
  }
  EXPECT_THAT(lines_, Contains(HasSubstr("run 2: fig7 under pdom: begins")));
}

TEST_F(TaskTest, WhatHasAResultIsNotRunAgain) {
  plan(test::sweep_of(2));
  write_result(*folder_, sweep_.plan.keys[0], test::outcome_of(0));
  TaskReport report = run({0, 1});
  EXPECT_EQ(report.known, 1u);
  EXPECT_EQ(report.executed, 1u);
  EXPECT_EQ(result(0).result, test::outcome_of(0).result);
  options_.again = true;
  EXPECT_EQ(run({0}).executed, 1u);
  EXPECT_NE(result(0).result, test::outcome_of(0).result);
  // A damaged result, and one that told of a passing failure, are none.
  options_.again = false;
  write_file(folder_->result_file(sweep_.plan.keys[0]), std::string_view("half"));
  study::RunOutcome passing = test::outcome_of(1);
  passing.lasting = false;
  write_result(*folder_, sweep_.plan.keys[1], passing);
  EXPECT_EQ(run({0, 1}).executed, 2u);
}

TEST_F(TaskTest, ARunThatNoHostCanExecuteIsAFailure) {
  study::PlannedSweep sweep = test::sweep_of(2);
  sweep.plan.runs[0].parameters = {"nonsense=1"};
  sweep.plan.keys[0] = study::key_of(sweep.plan.runs[0]);
  plan(sweep);
  const TaskReport report = run({0, 1});
  EXPECT_EQ(report.failed, 1u);
  EXPECT_EQ(report.executed, 2u);
  EXPECT_FALSE(result(0).lasting);
  EXPECT_THAT(result(0).result["failure"].get<std::string>(), HasSubstr("nonsense"));
}

TEST_F(TaskTest, InputsThatHaveChangedAreAFailure) {
  study::PlannedSweep sweep = test::sweep_of(1);
  sweep.plan.keys[0] = std::string(32, 'd');
  plan(sweep);
  EXPECT_EQ(run({0}).failed, 1u);
  EXPECT_THAT(result(0).result["failure"].get<std::string>(), HasSubstr("has changed since"));
}

TEST_F(TaskTest, AFileThatThisHostLacksLosesTheRunOnly) {
  study::PlannedSweep sweep = test::sweep_of(2);
  sweep.plan.runs[0].workload = (scratch_ / "absent.toml").string();
  plan(sweep);
  const TaskReport report = run({0, 1});
  EXPECT_EQ(report.lost, 1u);
  EXPECT_EQ(report.executed, 1u);
  EXPECT_THROW(result(0), IoError);
  EXPECT_THAT(lines_, Contains(HasSubstr("cannot be executed here: cannot read")));
}

TEST_F(TaskTest, AResultThatCannotBeWrittenLosesTheRunOnly) {
  plan(test::sweep_of(2));
  const fs::path in_the_way = folder_->result_file(sweep_.plan.keys[0]);
  fs::create_directories(in_the_way / "x");
  const TaskReport report = run({0, 1});
  EXPECT_EQ(report.lost, 1u);
  EXPECT_EQ(report.executed, 1u);
  EXPECT_THAT(lines_, Contains(HasSubstr("cannot write " + in_the_way.string())));
}

TEST_F(TaskTest, AnInterruptLeavesNoResult) {
  plan(test::sweep_of(2));
  std::atomic<bool> interrupted = true;
  options_.interrupted = &interrupted;
  EXPECT_THROW(run({0, 1}), InterruptedError);
  EXPECT_TRUE(keys_of_results(*folder_).empty());
}

}  // namespace
}  // namespace heddle::batch
