// Schedulers and workloads that a program adds itself: where names are known, what is refused, and
// what happens when their code fails.
#include "plugin/extend.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "added.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"
#include "runner/run_target.hpp"
#include "runner/timed_run.hpp"
#include "sm/cost.hpp"
#include "sm/schedule/scheduler.hpp"
#include "study/execution.hpp"
#include "study/run.hpp"
#include "study/sweep.hpp"
#include "study/tools.hpp"

namespace heddle {

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string refusal(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

std::string refusal_of(Extension e, const ExtensionsPtr& known = {}) {
  return refusal([&] { extend(known, std::move(e)); });
}

ExtensionsPtr known() { return extend({}, added("mine")); }

ValidMachine machine(const ExtensionsPtr& extensions, const std::string& schedule) {
  return load_machine("small", "pdom", std::vector{"arch.schedule=" + schedule}, extensions);
}

uint64_t cycles(const std::string& workload, const ValidMachine& machine,
                const ExtensionsPtr& extensions) {
  RunTargetChoice target{workload, {.size = "tiny"}, true, false, extensions};
  TimedRunOptions options;
  options.quiet = true;
  TimedRun run(target, machine, options);
  run.run();
  EXPECT_EQ(run.difference(), "");
  return run.statistics().total.core.cycles;
}

TEST(Extensions, SchedulerIsAValueOfItsKeyWithItsExtensionsOnly) {
  EXPECT_EQ(machine(known(), "newest")->arch.schedule, "newest");
  EXPECT_THAT(refusal([] { machine({}, "newest"); }),
              AllOf(HasSubstr("'arch.schedule' cannot be \"newest\""), Not(HasSubstr("newest,"))));
  EXPECT_THAT(refusal([] { machine(known(), "neuest"); }),
              HasSubstr("lowest-pc, newest, throws, declines, wrong"));
  // A configuration file, and the text of a machine that has one.
  const std::string text = effective_toml(machine(known(), "newest"));
  EXPECT_EQ(parse_preset(std::make_shared<Source>("m", text), "m", known()).arch.schedule,
            "newest");
  EXPECT_THROW(parse_preset(std::make_shared<Source>("m", text), "m"), InputError);
}

TEST(Extensions, SchedulerDecides) {
  const auto extensions = known();
  const uint64_t newest = cycles("bitonic", machine(extensions, "newest"), extensions);
  EXPECT_EQ(newest, cycles("bitonic", machine(extensions, "newest"), extensions));
  EXPECT_NE(newest, cycles("bitonic", machine(extensions, "oldest"), extensions));
}

TEST(Extensions, SchedulerAddsItsCost) {
  const HardwareCost plain = hardware_cost(machine(known(), "oldest"));
  const HardwareCost more = hardware_cost(machine(known(), "newest"));
  EXPECT_EQ(more.bits().value(), plain.bits().value() + 77);
}

TEST(Extensions, CodeThatFailsIsNamed) {
  const auto extensions = known();
  auto run = [&](const std::string& schedule) {
    return refusal([&] { cycles("bitonic", machine(extensions, schedule), extensions); });
  };
  EXPECT_EQ(run("throws"), "the scheduler 'throws' of test.cpp failed: no idea");
  EXPECT_EQ(
      run("wrong"),
      "the scheduler 'wrong' of test.cpp chose group 4095, which is not one of the candidates");
  EXPECT_THAT(run("declines"), HasSubstr("has chosen nothing in 1048576 decisions in a row"));
  EXPECT_EQ(run("miscounts"), "the scheduler 'miscounts' of test.cpp failed: no counters");
  EXPECT_EQ(run("makes-none"), "the scheduler 'makes-none' of test.cpp made no scheduler");
  EXPECT_EQ(run("throws-a-number"),
            "the scheduler 'throws-a-number' of test.cpp failed: it threw something that is no "
            "std::exception");
  auto drive = [&](const std::string& workload) {
    return refusal([&] { cycles(workload, machine(extensions, "oldest"), extensions); });
  };
  EXPECT_EQ(drive("fails"), "the workload 'fails' of test.cpp failed: no input");
  EXPECT_EQ(drive("makes_none"), "the workload 'makes_none' of test.cpp made no driver");
}

TEST(Extensions, WorkloadRunsWithItsExtensionsOnly) {
  const auto extensions = known();
  EXPECT_GT(cycles("doubles", machine(extensions, "newest"), extensions), 0u);
  EXPECT_THAT(refusal([] {
                check_run_target({"doubles", {}, false, false, {}});
              }),
              HasSubstr("there is no workload 'doubles'"));
  EXPECT_THAT(refusal([&] {
                check_run_target({"duobles", {}, false, false, extensions});
              }),
              HasSubstr("did you mean 'doubles'?"));
  EXPECT_EQ(workload::workloads(extensions.get()).size(), workload::workloads().size() + 3);
}

TEST(Extensions, WhatCannotBeUsedIsRefused) {
  EXPECT_EQ(refusal_of(added("mine"), known()),
            "test.cpp and test.cpp are both named 'mine': rename one of them, or load it once");
  EXPECT_EQ(refusal_of(added("other"), known()),
            "test.cpp and test.cpp both have a scheduler 'newest': rename one of them");
  auto with = [](auto change) {
    Extension e = added("mine");
    change(e);
    return refusal_of(e);
  };
  using E = Extension&;
  EXPECT_THAT(with([](E e) { e.name = "my plug-in"; }), HasSubstr("cannot be named 'my plug-in'"));
  EXPECT_THAT(with([](E e) { e.name = std::string(65, 'a'); }), HasSubstr("1 to 64 letters"));
  EXPECT_THAT(with([](E e) { e.digest.clear(); }), HasSubstr("it has no digest"));
  EXPECT_THAT(with([](E e) { e.schedulers.clear(), e.workloads.clear(); }),
              HasSubstr("it has neither schedulers nor workloads"));
  EXPECT_THAT(with([](E e) { e.schedulers[0].name = "Newest"; }), HasSubstr("and no capitals"));
  EXPECT_THAT(with([](E e) { e.schedulers[0].name = "a,b"; }), HasSubstr("cannot be named 'a,b'"));
  EXPECT_EQ(
      with([](E e) { e.schedulers[0].name = "greedy_then_oldest"; }),
      "test.cpp: its scheduler 'greedy_then_oldest' has the name of a built-in one: rename it");
  EXPECT_THAT(with([](E e) { e.schedulers[0].make = {}; }), HasSubstr("'newest' has no code"));
  EXPECT_EQ(with([](E e) { e.workloads[0].name = "bitonic"; }),
            "test.cpp: its workload 'bitonic' has the name of a built-in one: rename it");
  EXPECT_THAT(with([](E e) { e.workloads[0].name = "a/b"; }), HasSubstr("cannot be named 'a/b'"));
  EXPECT_THAT(with([](E e) { e.workloads[0].make = {}; }), HasSubstr("'doubles' has no code"));
  EXPECT_THAT(with([](E e) { e.workloads[0].description = "summary = 1"; }),
              HasSubstr("test.cpp: workloads/doubles/workload.toml: 'summary' must be a string"));
}

study::Study sweep(const ExtensionsPtr& extensions) {
  study::Sweep sweep;
  sweep.names = {"bitonic", "doubles"};
  sweep.presets = {"small"};
  sweep.archs = {"pdom"};
  sweep.settings = {{"arch.schedule", {"oldest", "newest"}}};
  sweep.extensions = extensions;
  return study::sweep_study(sweep);
}

TEST(Extensions, DigestIsInTheKeysOfRunsThatUseThem) {
  const study::Plan first = study::expand(sweep(known()), "tiny");
  Extension changed = added("mine");
  changed.digest = "5678";
  const study::Plan second = study::expand(sweep(extend({}, changed)), "tiny");
  ASSERT_EQ(first.runs.size(), 4u);
  study::RunRecorder recorder(first);
  for (size_t i = 0; i < 4; i++) {
    const study::RunDescription& run = first.runs[i];
    const bool uses = run.workload == "doubles" || run.machine.find("newest") != std::string::npos;
    EXPECT_EQ(first.keys[i] != second.keys[i], uses) << run.workload;
    EXPECT_EQ(run.plugins.size(), uses ? 1 : 0);
    EXPECT_EQ(study::key_of(run), first.keys[i]);
    EXPECT_EQ(recorder.record(i, {}).version.ends_with(" mine/1234"), uses);
  }
}

TEST(Extensions, RunDescriptionsNeedTheSamePlugIns) {
  const auto extensions = known();
  for (const study::RunDescription& run : study::expand(sweep(extensions), "tiny").runs) {
    const Json json = study::to_json(run);
    EXPECT_EQ(study::run_from_json(json, extensions), run);
    EXPECT_GT(study::execute(run)["total"]["cycles"], 0);
    if (run.plugins.empty()) continue;
    EXPECT_THAT(refusal([&] { study::run_from_json(json); }),
                HasSubstr("the run needs the plug-in 'mine', which is not loaded"));
    Extension changed = added("mine");
    changed.digest = "5678";
    EXPECT_THAT(refusal([&] { study::run_from_json(json, extend({}, changed)); }),
                HasSubstr("planned with another build of the plug-in 'mine' than test.cpp"));
  }
}

}  // namespace

}  // namespace heddle
