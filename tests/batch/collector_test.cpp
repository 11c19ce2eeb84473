// Results are merged, lost runs submitted again, and nothing is lost or done twice without need.
#include "batch/collector.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "base/error.hpp"
#include "host/file.hpp"
#include "planned.hpp"

namespace heddle::batch {
namespace {

using test::FakeCluster;
using test::outcome_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

bool always(size_t) { return true; }
bool never(size_t) { return false; }

class CollectorTest : public testing::Test {
 protected:
  void plan(size_t runs, SubmitOptions submit = {}) {
    options_.submit = submit;
    sweep_ = test::sweep_of(runs);
    folder_.emplace(PlanFolder::create(scratch_ / "plan", test::header_of(submit), sweep_));
    store_.emplace(scratch_ / "s.db");
    options_.note = [this](const std::string& text) { notes_.push_back(text); };
    options_.on_result = [this](size_t run, const Json&) { results_.push_back(run); };
    begin();
  }
  /// A collector as a new process has it.
  void begin() {
    collector_.reset();
    results_.clear();
    collector_.emplace(*folder_, sweep_, *store_, &cluster_, options_);
  }
  void end_all(const std::function<bool(size_t)>& writes) {
    cluster_.end_all(*folder_, sweep_, writes);
  }
  std::vector<size_t> tasks_of_arrays() const {
    std::vector<size_t> tasks;
    for (const ArrayJob& job : cluster_.taken) tasks.push_back(job.tasks);
    return tasks;
  }

  ScratchFolder scratch_;
  study::PlannedSweep sweep_;
  CollectorOptions options_;
  std::optional<PlanFolder> folder_;
  std::optional<store::ResultStore> store_;
  FakeCluster cluster_;
  std::vector<std::string> notes_;
  std::vector<size_t> results_;
  std::optional<Collector> collector_;  // last: uses the others
};

TEST_F(CollectorTest, SubmitsCollectsAndStores) {
  plan(5);
  collector_->pass();
  EXPECT_THAT(tasks_of_arrays(), ElementsAre(5));
  EXPECT_EQ(collector_->counts().waiting, 5u);
  EXPECT_FALSE(collector_->counts().settled());
  for (QueuedTask& task : cluster_.tasks) task.runs = true;
  collector_->pass();
  EXPECT_EQ(collector_->counts().running, 5u);
  end_all(always);
  collector_->pass();
  EXPECT_TRUE(collector_->counts().settled());
  EXPECT_EQ(collector_->counts().done, 5u);
  EXPECT_EQ(cluster_.taken.size(), 1u);
  EXPECT_THAT(results_, SizeIs(5));
  for (size_t i = 0; i < 5; i++)
    EXPECT_EQ(store_->find(sweep_.plan.keys[i]), outcome_of(i).result) << i;
}

TEST_F(CollectorTest, ArraysAreAsLongAsTheClusterAllows) {
  cluster_.limit = 4;
  SubmitOptions submit;
  submit.runs_per_task = 3;
  plan(25, submit);  // 9 tasks
  collector_->pass();
  EXPECT_THAT(tasks_of_arrays(), ElementsAre(4, 4, 1));
  std::set<size_t> runs;
  for (const PlannedArray& array : folder_->arrays())
    runs.insert(array.runs.begin(), array.runs.end());
  EXPECT_EQ(runs.size(), 25u);
}

TEST_F(CollectorTest, AnArraySizeThatTheClusterRefusesIsRefusedBefore) {
  cluster_.limit = 4;
  SubmitOptions submit;
  submit.array_size = 5;
  plan(2, submit);
  EXPECT_THROW(collector_->pass(), UsageError);
  EXPECT_THAT(cluster_.taken, IsEmpty());
}

TEST_F(CollectorTest, LostRunsGetATaskEachAndAnEnd) {
  SubmitOptions submit;
  submit.runs_per_task = 4;
  submit.resubmissions = 2;
  plan(8, submit);
  collector_->pass();
  EXPECT_THAT(tasks_of_arrays(), ElementsAre(2));
  const auto all_but_5 = [](size_t run) { return run != 5; };
  end_all(all_but_5);  // takes 6 and 7 along
  collector_->pass();
  EXPECT_THAT(tasks_of_arrays(), ElementsAre(2, 3));
  EXPECT_EQ(folder_->array(2).runs_per_task, 1u);
  end_all(all_but_5);
  collector_->pass();
  EXPECT_THAT(tasks_of_arrays(), ElementsAre(2, 3, 1));
  write_file(folder_->log_file(3, 0), std::string_view("begins\nKilled\n"));
  end_all(all_but_5);
  collector_->pass();
  EXPECT_EQ(cluster_.taken.size(), 3u);
  EXPECT_TRUE(collector_->counts().settled());
  EXPECT_EQ(collector_->counts().given_up, 1u);
  const auto failures = collector_->failures();
  ASSERT_THAT(failures, SizeIs(1));
  EXPECT_EQ(failures[0].run, 5u);
  EXPECT_EQ(failures[0].submitted, 3u);
  EXPECT_EQ(failures[0].output, "begins\nKilled");
  // A person allows more.
  options_.submit.resubmissions = 3;
  begin();
  collector_->pass();
  EXPECT_EQ(cluster_.taken.size(), 4u);
  end_all(always);
  collector_->pass();
  EXPECT_EQ(collector_->counts().done, 8u);
}

TEST_F(CollectorTest, NothingIsSubmittedAgainWhileTheQueueCannotBeAsked) {
  plan(3);
  collector_->pass();
  cluster_.silent = true;
  end_all(never);
  collector_->pass();
  collector_->pass();
  EXPECT_EQ(collector_->counts().unclear, 3u);
  EXPECT_EQ(cluster_.taken.size(), 1u);
  EXPECT_THAT(notes_.back(), HasSubstr("the controller is away"));
  cluster_.silent = false;
  collector_->pass();
  EXPECT_EQ(cluster_.taken.size(), 2u);
}

TEST_F(CollectorTest, ACollectorThatComesLaterKnowsWhatWasSubmitted) {
  plan(4);
  collector_->pass();
  begin();
  collector_->pass();
  EXPECT_EQ(cluster_.taken.size(), 1u);
  EXPECT_EQ(collector_->counts().waiting, 4u);
  end_all([](size_t run) { return run < 2; });
  begin();
  collector_->pass();
  EXPECT_THAT(results_, testing::UnorderedElementsAre(0, 1));
  EXPECT_EQ(cluster_.taken.size(), 2u);
  end_all(always);
  begin();
  collector_->pass();
  EXPECT_EQ(collector_->counts().done, 4u);
  EXPECT_EQ(collector_->counts().known, 2u);
  begin();  // twice
  collector_->pass();
  EXPECT_EQ(collector_->counts().known, 4u);
  EXPECT_EQ(cluster_.taken.size(), 2u);
}

TEST_F(CollectorTest, WhatTheStoreKnowsIsNotSubmitted) {
  plan(3);
  study::RunRecorder recorder(sweep_.plan);
  store_->keep(recorder.record(1, outcome_of(1)));
  begin();
  collector_->pass();
  EXPECT_THAT(folder_->array(1).runs, ElementsAre(0, 2));
}

TEST_F(CollectorTest, ResultsAreCollectedWithoutACluster) {
  plan(2);
  collector_->pass();
  write_result(*folder_, sweep_.plan.keys[0], outcome_of(0));
  Collector alone(*folder_, sweep_, *store_, nullptr, options_);
  alone.pass();
  EXPECT_EQ(alone.counts().done, 1u);
  EXPECT_EQ(alone.counts().unclear, 1u);
  EXPECT_EQ(cluster_.taken.size(), 1u);
}

TEST_F(CollectorTest, ARefusalOfTheFirstArrayIsAnError) {
  plan(3);
  cluster_.refuses = "invalid partition";
  EXPECT_THROW(collector_->pass(), ClusterError);
  EXPECT_THAT(folder_->arrays(), IsEmpty());
  cluster_.refuses.clear();
  collector_->pass();  // no attempt is counted
  EXPECT_EQ(collector_->counts().waiting, 3u);
}

TEST_F(CollectorTest, WhatTheClusterHasNoRoomForFollows) {
  cluster_.limit = 2, cluster_.room = 4;
  plan(6);
  collector_->pass();
  EXPECT_EQ(cluster_.taken.size(), 2u);
  EXPECT_EQ(collector_->counts().missing, 2u);
  EXPECT_THAT(notes_.back(), HasSubstr("no room"));
  end_all(always);
  collector_->pass();
  EXPECT_EQ(cluster_.taken.size(), 3u);
  end_all(always);
  collector_->pass();
  EXPECT_EQ(collector_->counts().done, 6u);
}

TEST_F(CollectorTest, DamagedResultsCountAsMissingAndAreKeptAside) {
  plan(3);
  collector_->pass();
  end_all(always);
  const auto file = folder_->result_file(sweep_.plan.keys[1]);
  std::string text = read_file(file);
  text[text.size() / 2] ^= 1;
  write_file(file, std::string_view(text));
  write_file(folder_->result_file(sweep_.plan.keys[2]), std::string_view(""));
  collector_->pass();
  EXPECT_EQ(collector_->counts().done, 1u);
  EXPECT_THAT(folder_->array(2).runs, ElementsAre(1, 2));
  EXPECT_TRUE(std::filesystem::exists(file.string() + ".damaged"));
  end_all(always);
  collector_->pass();
  EXPECT_EQ(collector_->counts().done, 3u);
}

/// More than go to the store at once, read by several threads.
TEST_F(CollectorTest, ManyResultsAreTakenOnceEach) {
  constexpr size_t kRuns = 600;
  plan(kRuns);
  collector_->pass();
  end_all(always);
  for (size_t run : {size_t{3}, size_t{300}, kRuns - 1})
    write_file(folder_->result_file(sweep_.plan.keys[run]), std::string_view("{}"));
  collector_->pass();
  EXPECT_EQ(collector_->counts().done, kRuns - 3);
  EXPECT_THAT(results_, SizeIs(kRuns - 3));
  EXPECT_THAT(std::set<size_t>(results_.begin(), results_.end()), SizeIs(kRuns - 3));
  for (size_t run = 0; run < kRuns; run++) {
    const auto stored = store_->find(sweep_.plan.keys[run]);
    if (run == 3 || run == 300 || run == kRuns - 1)
      EXPECT_FALSE(stored) << run;
    else
      EXPECT_EQ(stored, outcome_of(run).result) << run;
  }
  end_all(always);
  collector_->pass();
  EXPECT_EQ(collector_->counts().done, kRuns);
}

TEST_F(CollectorTest, AnInterruptLeavesTheRestForLater) {
  plan(2);
  collector_->pass();
  end_all(always);
  std::atomic<bool> interrupted = true;
  options_.execution.interrupted = &interrupted;
  begin();
  EXPECT_THROW(collector_->pass(), InterruptedError);
  EXPECT_THAT(results_, IsEmpty());
  EXPECT_EQ(cluster_.taken.size(), 1u);
  interrupted = false;
  collector_->pass();
  EXPECT_EQ(collector_->counts().done, 2u);
  EXPECT_THAT(results_, SizeIs(2));
}

TEST_F(CollectorTest, ForeignFilesAmongTheResultsAreLeftAlone) {
  plan(1);
  collector_->pass();
  write_file(folder_->results() / "README", std::string_view("mine"));
  write_file(folder_->result_file(sweep_.plan.keys[0]).parent_path() / "notes.json",
             std::string_view("{}"));
  write_result(*folder_, std::string(32, 'a'), outcome_of(7));
  end_all(always);
  collector_->pass();
  EXPECT_EQ(collector_->counts().done, 1u);
  EXPECT_EQ(store_->find(std::string(32, 'a')), std::nullopt);
}

TEST_F(CollectorTest, FailuresAreToldAndNotRepeated) {
  plan(2);
  collector_->pass();
  study::RunOutcome lasting = outcome_of(0), passing = outcome_of(1);
  lasting.result = {{"failure", "the kernel fell"}};
  passing.result = {{"failure", "the block does not fit"}};
  passing.lasting = false;
  write_result(*folder_, sweep_.plan.keys[0], lasting);
  write_result(*folder_, sweep_.plan.keys[1], passing);
  cluster_.tasks.clear();
  collector_->pass();
  EXPECT_TRUE(collector_->counts().settled());
  EXPECT_EQ(collector_->counts().failed, 2u);
  EXPECT_EQ(cluster_.taken.size(), 1u);
  EXPECT_THAT(collector_->failures()[0].why, "the kernel fell");
  EXPECT_TRUE(store_->find(sweep_.plan.keys[0]));
  EXPECT_FALSE(store_->find(sweep_.plan.keys[1]));  // as in a local sweep
}

TEST_F(CollectorTest, OneCollectorSubmits) {
  plan(2);
  FakeCluster other;
  Collector second(*folder_, sweep_, *store_, &other, options_);
  EXPECT_FALSE(second.submits());
  second.pass();
  EXPECT_THAT(other.taken, IsEmpty());
  collector_->pass();
  end_all(always);
  second.pass();
  EXPECT_EQ(second.counts().done, 2u);
}

TEST_F(CollectorTest, AnArrayWhoseNumberWasNotKeptIsFoundByItsName) {
  plan(2);
  collector_->pass();
  std::filesystem::remove(folder_->path() / "arrays" / "0001.job");
  begin();
  collector_->pass();
  EXPECT_EQ(cluster_.taken.size(), 1u);
  EXPECT_EQ(folder_->array(1).job, "1");
}

TEST_F(CollectorTest, AnArrayThatNeverCameToTheClusterIsNoAttempt) {
  SubmitOptions submit;
  submit.resubmissions = 0;
  plan(2, submit);
  folder_->add_array({0, 1}, 1, 1, "$N");  // and there its collector was killed
  begin();
  collector_->pass();
  EXPECT_EQ(cluster_.taken.size(), 1u);
  EXPECT_EQ(collector_->counts().waiting, 2u);
}

TEST_F(CollectorTest, AFullDiskIsAnErrorAndNoAttempt) {
  plan(2);
  std::filesystem::remove_all(folder_->path() / "arrays");
  write_file(folder_->path() / "arrays", std::string_view("in the way"));
  EXPECT_THROW(collector_->pass(), IoError);
  EXPECT_THAT(cluster_.taken, IsEmpty());
}

}  // namespace
}  // namespace heddle::batch
