// Plans on disk: what is written is read, and what is damaged or foreign is refused.
#include "batch/plan_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "batch/result_file.hpp"
#include "host/file.hpp"
#include "planned.hpp"

namespace heddle::batch {
namespace {

namespace fs = std::filesystem;
using test::header_of;
using test::sweep_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

template <class E, class F>
std::string complaint(F f) {
  try {
    f();
  } catch (const E& e) {
    return e.what();
  }
  return "none";
}

void replace(const fs::path& file, const std::string& from, const std::string& to) {
  std::string text = read_file(file);
  const size_t at = text.find(from);
  ASSERT_NE(at, text.npos) << from;
  write_file(file, std::string_view(text.replace(at, from.size(), to)));
}
/// The same, with a checksum that fits.
void forge(const fs::path& file, const std::string& from, const std::string& to) {
  replace(file, from, to);
  const std::string text = read_file(file);
  constexpr size_t kHead = 47;
  write_file(file, "{\"checksum\":\"" + digest_of(text.substr(kHead)) + "\"," + text.substr(kHead));
}

class PlanFolderTest : public testing::Test {
 protected:
  PlanFolder make(size_t runs = 3) {
    return PlanFolder::create(where_, header_of(), sweep_of(runs));
  }
  ScratchFolder scratch_;
  fs::path where_ = scratch_ / "plan";
};

TEST_F(PlanFolderTest, IsReadAsItWasWritten) {
  study::PlannedSweep sweep = sweep_of(3);
  sweep.plan.run_of[0][1] = study::Plan::kNone;
  sweep.refused = {{0, 1, "it does not fit"}};
  sweep.study.rows[0].parameters["tiny"] = {"n=64"};
  sweep.study.variants[0].settings = {"core.warp=16"};
  PlanHeader header = header_of();
  header.store = "/here/s.db";
  header.submit.resources = {"short", "1:00:00", "2G", "me", {"--qos=low"}, 3};
  header.submit.array_size = 7, header.submit.runs_per_task = 5, header.submit.resubmissions = 1;
  PlanFolder::create(where_, header, sweep);
  const PlanFolder folder = PlanFolder::open(where_);
  EXPECT_EQ(folder.header().store, "/here/s.db");
  EXPECT_EQ(folder.header().command, header.command);
  EXPECT_EQ(folder.header().folder, fs::current_path());
  EXPECT_EQ(to_json(folder.header().submit), to_json(header.submit));
  const study::PlannedSweep read = folder.read_sweep();
  EXPECT_EQ(to_json(read), to_json(sweep));
  EXPECT_EQ(read.plan.runs, sweep.plan.runs);
  EXPECT_EQ(read.plan.keys, sweep.plan.keys);
  EXPECT_EQ(read.plan.inputs, sweep.plan.inputs);
  EXPECT_EQ(read.plan.archs, sweep.plan.archs);
  EXPECT_EQ(read.plan.run_of, sweep.plan.run_of);
  EXPECT_EQ(PlanFolder::digest_of_runs(read.plan), folder.header().digest);
}

TEST_F(PlanFolderTest, ATaskReadsOnlyTheFilesOfItsRuns) {
  const study::PlannedSweep sweep = sweep_of(1200);
  const PlanFolder folder = PlanFolder::create(where_, header_of(), sweep);
  fs::remove(where_ / "runs" / "0001.json");
  fs::remove(where_ / "sweep.json");
  const std::vector<size_t> numbers = {1199, 3, 499};
  const study::Plan some = folder.read_runs(numbers);
  for (size_t i = 0; i < numbers.size(); i++) {
    EXPECT_EQ(some.runs[i], sweep.plan.runs[numbers[i]]);
    EXPECT_EQ(some.keys[i], sweep.plan.keys[numbers[i]]);
  }
  EXPECT_THROW(folder.read_runs(std::vector<size_t>{1200}), UsageError);
  EXPECT_THROW(folder.read_runs(std::vector<size_t>{500}), IoError);
}

TEST_F(PlanFolderTest, ArraysAreNumberedAndKept) {
  const PlanFolder folder = make(10);
  folder.add_array({0, 1, 2, 3, 4}, 2, 1, "$N");
  const PlannedArray second = folder.add_array({9}, 1, 3, "$N");
  EXPECT_EQ(second.number, 2u);
  folder.keep_job(second, "77");
  const auto arrays = folder.arrays();
  ASSERT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays[0].tasks(), 3u);
  EXPECT_EQ(arrays[0].runs_of_task(2).size(), 1u);
  EXPECT_EQ(arrays[0].runs_of_task(2)[0], 4u);
  EXPECT_THROW(arrays[0].runs_of_task(3), UsageError);
  EXPECT_EQ(arrays[0].job, "");
  EXPECT_EQ(arrays[1].job, "77");
  EXPECT_THAT(read_file(where_ / "arrays" / "0002.sh"),
              AllOf(HasSubstr("#!/bin/sh\n"), HasSubstr("run-plan " + where_.string()),
                    HasSubstr("--jobs 3 --array 2 --task $N\n")));
}

TEST_F(PlanFolderTest, ForeignFoldersAreRefused) {
  EXPECT_THAT(complaint<UsageError>([&] { PlanFolder::open(where_); }), HasSubstr("no folder"));
  fs::create_directory(where_);
  EXPECT_THAT(complaint<UsageError>([&] { PlanFolder::open(where_); }),
              HasSubstr("holds no plan of a sweep"));
  write_file(where_ / "thesis.tex", std::string_view("years of work"));
  EXPECT_THAT(complaint<UsageError>([&] { make(); }), HasSubstr("choose another folder"));
  EXPECT_EQ(read_file(where_ / "thesis.tex"), "years of work");
  fs::remove(where_ / "thesis.tex");
  make();  // an empty folder will do
  EXPECT_THAT(complaint<UsageError>([&] { make(); }), HasSubstr("choose another folder"));
  EXPECT_THAT(complaint<UsageError>(
                  [&] { PlanFolder::create(scratch_ / "a\\b", header_of(), sweep_of(1)); }),
              HasSubstr("backslash"));
}

TEST_F(PlanFolderTest, AFolderThatCannotBeMadeLeavesNothing) {
  write_file(scratch_ / "file", std::string_view(""));
  EXPECT_THROW(PlanFolder::create(scratch_ / "file" / "plan", header_of(), sweep_of(1)), IoError);
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch_.path()), {}), 1);
}

TEST_F(PlanFolderTest, DamageIsFoundInEveryFile) {
  for (const char* name : {"plan.json", "sweep.json", "runs/0000.json"}) {
    fs::remove_all(where_);
    make();
    const fs::path file = where_ / name;
    const std::string whole = read_file(file);
    auto refused = [&](const std::string& text) {
      write_file(file, std::string_view(text));
      EXPECT_THAT(complaint<DamagedFile>([&] { PlanFolder::open(where_).read_sweep(); }),
                  AllOf(HasSubstr("damaged"), HasSubstr(file.string())));
    };
    refused("");
    refused("{}");
    refused(whole.substr(0, whole.size() / 2));
    refused(whole + " ");
    std::string flipped = whole;
    flipped[whole.size() - 5] ^= 4;
    refused(flipped);
    fs::remove(file);
    EXPECT_THROW(PlanFolder::open(where_).read_sweep(), Error) << name;
  }
}

TEST_F(PlanFolderTest, WhatFitsItsChecksumAndMakesNoSenseIsDamage) {
  auto refused = [&](const char* name, const std::string& from, const std::string& to) {
    fs::remove_all(where_);
    const PlanFolder folder = make();
    folder.add_array({0, 1}, 1, 1, "$N");
    forge(where_ / name, from, to);
    EXPECT_THAT(complaint<DamagedFile>([&] {
                  PlanFolder::open(where_).read_sweep();
                  folder.arrays();
                }),
                AllOf(HasSubstr((where_ / name).string()), Not(HasSubstr("parse_error"))))
        << from;
  };
  refused("plan.json", "\"runs_per_task\":1", "\"runs_per_task\":0");
  refused("plan.json", "\"digest\"", "\"digset\"");
  refused("sweep.json", "\"rows\":[0,1,2]", "\"rows\":[0,1,9]");
  refused("sweep.json", "\"runs\":[0,1,2]", "\"runs\":[0,1]");
  refused("sweep.json", "\"runs\":[0,1,2]", "\"runs\":[0,1,7]");
  refused("runs/0000.json", "\"first\":0", "\"first\":1");
  refused("runs/0000.json", "\"machine\":0", "\"machine\":4");
  refused("runs/0000.json", "\"tool\"", "\"toll\"");
  refused("arrays/0001.json", "\"runs\":[0,1]", "\"runs\":[0,3]");
  refused("arrays/0001.json", "\"runs_per_task\":1", "\"runs_per_task\":0");
}

TEST_F(PlanFolderTest, OtherVersionsAreToldApartFromDamage) {
  make();
  forge(where_ / "plan.json", "heddle-plan/1", "heddle-plan/2");
  EXPECT_THAT(complaint<DamagedFile>([&] { PlanFolder::open(where_); }),
              HasSubstr("another version of heddle: it is heddle-plan/2"));
  forge(where_ / "plan.json", "heddle-plan/2", "another-file/1");
  EXPECT_THAT(complaint<DamagedFile>([&] { PlanFolder::open(where_); }),
              HasSubstr("something else: another-file/1"));
  fs::remove_all(where_);
  const std::string model = make().header().model;
  forge(where_ / "plan.json", model, std::string(32, '0'));
  EXPECT_THAT(complaint<UsageError>([&] { PlanFolder::open(where_); }),
              AllOf(HasSubstr("made by another heddle (version "), HasSubstr("begin the sweep")));
}

TEST_F(PlanFolderTest, ResultsAreReadAsTheyWereWritten) {
  const PlanFolder folder = make();
  const std::string key(32, 'b');
  study::RunOutcome outcome = test::outcome_of(3);
  outcome.seconds = 0.1, outcome.lasting = false;
  write_result(folder, key, outcome);
  const study::RunOutcome read = read_result(folder, key);
  EXPECT_EQ(read.result, outcome.result);
  EXPECT_EQ(read.seconds, 0.1);
  EXPECT_EQ(read.finished, outcome.finished);
  EXPECT_EQ(read.host, "there");
  EXPECT_FALSE(read.lasting);
  EXPECT_THAT(keys_of_results(folder), testing::ElementsAre(key));
  // Another run's file under its name.
  fs::create_directories(folder.result_file(std::string(32, 'c')).parent_path());
  fs::copy(folder.result_file(key), folder.result_file(std::string(32, 'c')));
  EXPECT_THAT(complaint<DamagedFile>([&] { read_result(folder, std::string(32, 'c')); }),
              HasSubstr("another run"));
  forge(folder.result_file(key), "\"result\":{", "\"result\":[],\"rest\":{");
  EXPECT_THAT(complaint<DamagedFile>([&] { read_result(folder, key); }), HasSubstr("no result"));
}

TEST_F(PlanFolderTest, NoFileIsLeftHalfWritten) {
  const PlanFolder folder = make();
  const std::string key(32, 'b');
  const fs::path file = folder.result_file(key);
  fs::create_directories(file / "in the way");
  EXPECT_THAT(complaint<IoError>([&] { write_result(folder, key, test::outcome_of(0)); }),
              HasSubstr("cannot write " + file.string()));
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator(file.parent_path())) {
    EXPECT_EQ(entry.path(), file);
    files++;
  }
  EXPECT_EQ(files, 1u);
}

}  // namespace
}  // namespace heddle::batch
