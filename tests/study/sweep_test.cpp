// Sweeps: combinations, coupled and derived keys, what is refused; and that they are studies.
#include "study/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "base/error.hpp"
#include "host/file.hpp"
#include "scratch.hpp"
#include "small_study.hpp"
#include "study/execution.hpp"

namespace heddle::study {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Sweep small_sweep() {
  Sweep sweep;
  sweep.names = {"fig7", "bitonic"};
  sweep.archs = {"pdom", "dwf"};
  sweep.presets = {"small"};
  return sweep;
}

std::string complaint_of(const auto& f) {
  try {
    f();
  } catch (const UsageError& e) {
    return e.what();
  }
  return "none";
}

std::vector<std::string> settings_of(const Study& study) {
  std::vector<std::string> all;
  for (const Variant& v : study.variants)
    all.push_back(fmt::format("{}", fmt::join(v.settings, " ")));
  return all;
}

TEST(Sweep, IsEveryCombinationOnce) {
  Sweep sweep = small_sweep();
  sweep.settings = {{"sms", {"1", "2", "3"}}, {"core.schedulers", {"1", "2"}}};
  sweep.seeds = {1, 2};
  Study study = sweep_study(sweep);
  EXPECT_THAT(study.rows, SizeIs(4));
  EXPECT_THAT(study.variants, SizeIs(12));
  std::set<std::string> names;
  for (const Variant& v : study.variants) {
    names.insert(v.name);
    EXPECT_THAT(v.rows, SizeIs(4));
  }
  EXPECT_THAT(names, SizeIs(12));
  EXPECT_EQ(study.variants[1].settings, (std::vector<std::string>{"sms=1", "core.schedulers=2"}));
  EXPECT_EQ(study.rows[1].seed, 2u);
}

TEST(Sweep, ZippedKeysChangeTogether) {
  Sweep sweep = small_sweep();
  sweep.archs = {"pdom"};
  sweep.settings = {{"core.warp", {"8", "16"}}, {"sms", {"1", "2"}}, {"core.lanes", {"8", "16"}}};
  sweep.zipped = {{"core.lanes", "core.warp"}};
  EXPECT_THAT(settings_of(sweep_study(sweep)),
              ElementsAre("core.lanes=8 core.warp=8 sms=1", "core.lanes=8 core.warp=8 sms=2",
                          "core.lanes=16 core.warp=16 sms=1", "core.lanes=16 core.warp=16 sms=2"));
  sweep.settings[2].values.push_back("32");
  EXPECT_THAT(complaint_of([&] { sweep_study(sweep); }),
              HasSubstr("has 3 values, but 'core.warp' has 2"));
  sweep.zipped = {{"core.warp", "core.fast"}};
  EXPECT_THAT(complaint_of([&] { sweep_study(sweep); }), HasSubstr("'core.fast' has no values"));
}

TEST(Sweep, FormulasUseTheEffectiveMachine) {
  Sweep sweep = small_sweep();
  sweep.archs = {"pdom"};
  sweep.settings = {{"core.warp", {"8", "32"}}};
  sweep.derived = {parse_derived("core.lanes = core.warp"),
                   parse_derived("core.max_warps = core.max_threads / core.lanes")};
  EXPECT_THAT(settings_of(sweep_study(sweep)),
              ElementsAre("core.warp=8 core.lanes=8 core.max_warps=192",
                          "core.warp=32 core.lanes=32 core.max_warps=48"));
}

TEST(Sweep, FormulasThatGiveNoValueRefuseTheirCombinationOnly) {
  Sweep sweep = small_sweep();
  sweep.archs = {"pdom"};
  sweep.settings = {{"core.schedulers", {"1", "2"}}};
  sweep.derived = {parse_derived("sms = 3 / core.schedulers")};
  Study study = sweep_study(sweep);
  std::vector<RefusedRun> refused;
  Plan plan = expand(study, "tiny", &refused);
  ASSERT_THAT(refused, SizeIs(2));
  EXPECT_EQ(refused[0].variant, 1u);
  EXPECT_THAT(refused[0].why, HasSubstr("gives 1.5, which is not a whole number"));
  EXPECT_THAT(plan.runs, SizeIs(2));
}

TEST(Sweep, RefusalsOfFormulasNameTheFormula) {
  Sweep sweep = small_sweep();
  sweep.settings = {{"core.schedulers", {"1", "2"}}};
  sweep.derived = {parse_derived("sms = 1 - core.schedulers")};
  for (const Variant& v : sweep_study(sweep).variants)
    EXPECT_THAT(v.refused, ::testing::StartsWith("sms = 1 - core.schedulers: 'sms' cannot be"));
}

TEST(Sweep, AnInterruptEndsPlanning) {
  Sweep sweep = small_sweep();
  const Study study = sweep_study(sweep);
  std::atomic<bool> interrupted = true;
  sweep.interrupted = &interrupted;
  EXPECT_THROW(sweep_study(sweep), InterruptedError);
  std::vector<RefusedRun> refused;
  EXPECT_THROW(expand(study, "tiny", &refused, &interrupted), InterruptedError);
  interrupted = false;
  EXPECT_THAT(expand(sweep_study(sweep), "tiny", &refused, &interrupted).runs, SizeIs(4));
}

TEST(Sweep, InvalidCombinationsAreListedWithReasons) {
  Sweep sweep = small_sweep();
  sweep.settings = {{"core.warp", {"16", "32", "64"}}};
  Study study = sweep_study(sweep);
  std::vector<RefusedRun> refused;
  Plan plan = expand(study, "tiny", &refused);
  EXPECT_THAT(plan.runs, SizeIs(6));
  EXPECT_THAT(refused, SizeIs(6));  // 16 under both archs, 64 under dwf, each with two workloads
  std::string text = refusals_text(study, refused);
  EXPECT_THAT(text, HasSubstr("6 of 12 combinations cannot be run:"));
  EXPECT_THAT(text, HasSubstr("  pdom core.warp=16, dwf core.warp=16:\n    core.lanes is 32"));
  EXPECT_THAT(text, HasSubstr("  dwf core.warp=64:\n"));
  EXPECT_THROW(expand(study, "tiny"), UsageError);  // a study's own variants must all be machines
  EXPECT_EQ(refusals_text(study, {}), "");
}

TEST(Sweep, ParametersThatAWorkloadLacksRefuseItOnly) {
  Sweep sweep = small_sweep();
  sweep.archs = {"pdom"};
  sweep.parameters = {{"iterations", {"4", "8"}}};
  std::vector<RefusedRun> refused;
  Study study = sweep_study(sweep);
  Plan plan = expand(study, "tiny", &refused);
  EXPECT_THAT(plan.runs, SizeIs(2));  // of fig7
  EXPECT_THAT(refused, SizeIs(2));
  EXPECT_THAT(refusals_text(study, refused), HasSubstr("with bitonic iterations=4"));
}

TEST(Sweep, MistakesAreTold) {
  EXPECT_THAT(complaint_of([] { parse_axis("--set", "core.warp"); }), HasSubstr("KEY=V1,V2"));
  EXPECT_THAT(complaint_of([] { parse_axis("--set", "core.warp=8,,16"); }), HasSubstr("empty"));
  EXPECT_THAT(complaint_of([] { parse_axis("--set", "core.warp=8,8"); }), HasSubstr("twice"));
  EXPECT_THAT(complaint_of([] { parse_derived("core.warp"); }), HasSubstr("KEY = FORMULA"));
  EXPECT_THAT(complaint_of([] { parse_derived("core.lanes = core.wrap"); }),
              HasSubstr("did you mean 'core.warp'?"));
  EXPECT_THAT(complaint_of([] { parse_derived("core.lanes = arch.divergence"); }),
              HasSubstr("'arch.divergence' is not a number"));
  EXPECT_THAT(complaint_of([] { parse_derived("core.lanes = (1"); }), HasSubstr("--derive"));
  for (const char* seeds : {"", "x", "1,1", "3:1", "1:99999999", "1:2:3", "-1"})
    EXPECT_NE(complaint_of([&] { parse_seeds(seeds); }), "none") << seeds;
  EXPECT_EQ(parse_seeds("18446744073709551614:18446744073709551615").size(), 2u);
  Sweep sweep = small_sweep();
  sweep.settings = {{"core.wrap", {"8"}}};
  EXPECT_THAT(complaint_of([&] { sweep_study(sweep); }), HasSubstr("did you mean 'core.warp'?"));
  sweep.settings = {{"sms", {"1"}}, {"sms", {"2"}}};
  EXPECT_THAT(complaint_of([&] { sweep_study(sweep); }), HasSubstr("set twice"));
  sweep.settings = {};
  sweep.derived = {parse_derived("sms = 1"), parse_derived("sms = 2")};
  EXPECT_THAT(complaint_of([&] { sweep_study(sweep); }), HasSubstr("'sms' has two formulas"));
  sweep.derived = {};
  sweep.files = {"data.bin"};
  EXPECT_THAT(complaint_of([&] { sweep_study(sweep); }),
              HasSubstr("data.bin is read by no program"));
  sweep.files = {};
  EXPECT_EQ(complaint_of([] { parse_names("--preset", "small,small"); }),
            "--preset small,small: the value small is there twice");
  EXPECT_EQ(complaint_of([] { parse_names("--zip", ","); }), "--zip ,: a value is empty");
  sweep.settings = {};
  sweep.names = {"fig7", "fig7"};
  EXPECT_THAT(complaint_of([&] { sweep_study(sweep); }), HasSubstr("in the sweep twice"));
}

/// A folder of captured launches is all of them, by number.
TEST(Sweep, TakesFoldersOfLaunches) {
  ScratchFolder folder;
  for (const char* name : {"10.toml", "2.toml", "note.toml", "1.bin"})
    write_file(folder / name, std::string_view());
  Sweep sweep = small_sweep();
  sweep.names = {folder.path().string()};
  sweep.seeds = {1, 2};
  Study study = sweep_study(sweep);
  ASSERT_THAT(study.rows, SizeIs(2));
  EXPECT_THAT(study.rows[0].workload, ::testing::EndsWith("/2.toml"));
  EXPECT_THAT(study.rows[1].workload, ::testing::EndsWith("/10.toml"));
  ScratchFolder empty;
  sweep.names = {empty.path().string()};
  EXPECT_THAT(complaint_of([&] { sweep_study(sweep); }), HasSubstr("heddle capture"));
}

constexpr const char* kFile = R"(
title = "warps"
preset = "small"
[sweep]
workloads = ["fig7"]
archs = ["pdom", "tbc"]
set = { "core.warp" = [8, 16], "core.lanes" = [8, 16] }
zip = [["core.warp", "core.lanes"]]
derive = { "core.max_warps" = "1536 / core.warp" }
seeds = "1:2"
[metrics]
ipc = "derived.ipc"
[[table]]
id = "t"
title = "IPC"
variants = ["pdom core.warp=8 core.lanes=8"]
metric = "ipc"
)";

TEST(Sweep, OfAFileIsTheSameAsOfOptions) {
  Study file = parse_study(std::make_shared<Source>("warps.toml", kFile), "warps");
  Sweep sweep = small_sweep();
  sweep.names = {"fig7"};
  sweep.archs = {"pdom", "tbc"};
  sweep.settings = {{"core.warp", {"8", "16"}}, {"core.lanes", {"8", "16"}}};
  sweep.zipped = {{"core.warp", "core.lanes"}};
  sweep.derived = {parse_derived("core.max_warps = 1536 / core.warp")};
  sweep.seeds = {1, 2};
  EXPECT_EQ(expand(file, "tiny").keys, expand(sweep_study(sweep), "tiny").keys);
}

/// core.warp = [8] is a table in a table for TOML.
TEST(Sweep, KeysNeedNoQuotes) {
  std::string text = kFile;
  auto replace = [&](std::string_view from, std::string_view to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("\"core.warp\" = [8, 16], \"core.lanes\"", "core.warp = [8, 16], core.lanes");
  replace("\"core.max_warps\"", "core.max_warps");
  const Study file = parse_study(std::make_shared<Source>("warps.toml", kFile), "warps");
  const Study plain = parse_study(std::make_shared<Source>("warps.toml", text), "warps");
  EXPECT_EQ(settings_of(plain), settings_of(file));
}

TEST(Sweep, MistakesInAFileHaveAPlace) {
  auto complaint = [](std::string from, const std::string& to) {
    std::string text = kFile;
    text.replace(text.find(from), from.size(), to);
    try {
      parse_study(std::make_shared<Source>("warps.toml", text), "warps");
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  EXPECT_THAT(complaint("core.lanes\" = [8, 16]", "core.lanes\" = [8]"), HasSubstr("warps.toml:"));
  EXPECT_THAT(complaint("1536 / core.warp", "1536 / core.wrap"), HasSubstr("did you mean"));
  EXPECT_THAT(complaint("\"1:2\"", "[-1]"), HasSubstr("'seeds' must be"));
  for (const char* seeds : {"[1, -2]", "[1, \"x\"]", "[1, 2.5]", "[]", "3"})
    EXPECT_THAT(complaint("\"1:2\"", seeds), HasSubstr("'seeds' must be")) << seeds;
  EXPECT_THAT(complaint("\"1:2\"", "[2, 2]"), HasSubstr("the seed 2 is there twice"));
  EXPECT_THAT(complaint("[\"fig7\"]", "[]"), HasSubstr("neither 'workloads' nor 'programs'"));
  EXPECT_THAT(complaint("archs = [\"pdom\", \"tbc\"]", "archs = []"),
              HasSubstr("'archs' names no"));
  EXPECT_THAT(complaint("seeds", "programs = [[]]\nseeds"),
              HasSubstr("'programs' has an empty list"));
  EXPECT_THAT(complaint("seeds", "files = [\"x\"]\nseeds"), HasSubstr("is read by no program"));
  EXPECT_THAT(complaint("\"1536 / core.warp\"", "48"), HasSubstr("must be a formula"));
  EXPECT_THAT(complaint("[[\"core.warp\", \"core.lanes\"]]", "[\"core.warp\"]"),
              HasSubstr("warps.toml:8:"));
  EXPECT_THAT(complaint("[[\"core.warp\", \"core.lanes\"]]", "[1]"), HasSubstr("'zip' must be"));
  EXPECT_THAT(complaint("tbc\"", "tcb\""), HasSubstr("there is no arch 'tcb'"));
  EXPECT_THAT(complaint("workloads", "workload"), HasSubstr("warps.toml:"));
}

/// The sweep of a study and of a comparison are the same runs.
TEST(Execution, TakesFromTheStoreWhatAnotherStudyFinished) {
  ScratchFolder folder;
  store::ResultStore store(folder / "s.db");
  Sweep sweep = small_sweep();
  Execution first(expand(sweep_study(sweep), "tiny"));
  Execution* all[] = {&first};
  size_t told = 0;
  ExecutionOptions options;
  options.jobs = 2;
  options.progress = [&](const ExecutionProgress& p) { told = p.done; };
  execute_all(all, store, options);
  EXPECT_EQ(told, 4u);
  EXPECT_EQ(estimate(first.plan, store, 1).known, 4u);
  sweep.archs = {"dwf", "tbc"};
  Execution second(expand(sweep_study(sweep), "tiny"));
  Estimate expected = estimate(second.plan, store, 1);
  EXPECT_EQ(expected.known, 2u);
  EXPECT_EQ(expected.unmeasured, 0u);
  EXPECT_GT(expected.seconds, 0);
  all[0] = &second;
  execute_all(all, store, options);
  EXPECT_EQ(std::ranges::count(second.states, RunState::Known), 2);
  EXPECT_EQ(second.results[0], first.results[2]);
  EXPECT_THAT(store.damage(), IsEmpty());
}

TEST(Execution, WhatCannotRunIsAFailureOfThatRunOnly) {
  ScratchFolder folder;
  store::ResultStore store(folder / "s.db");
  Sweep sweep = small_sweep();
  sweep.archs = {"pdom"};
  // No block of bitonic fits.
  sweep.settings = {{"core.max_threads", {"64", "1536"}}, {"core.max_warps", {"2", "48"}}};
  sweep.zipped = {{"core.max_threads", "core.max_warps"}};
  std::vector<RefusedRun> refused;
  Execution execution(expand(sweep_study(sweep), "tiny", &refused));
  Execution* all[] = {&execution};
  ExecutionOptions options;
  options.errors_are_failures = true;
  execute_all(all, store, options);
  size_t failures = 0;
  for (const Json& result : execution.results) failures += result.contains("failure");
  EXPECT_GT(failures, 0u);
  EXPECT_LT(failures, execution.results.size());
}

}  // namespace
}  // namespace heddle::study
