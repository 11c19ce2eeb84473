// What a run is of (a workload or a launch description), and its report when it ends, fails or is
// stopped.
#include "runner/timed_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/load.hpp"
#include "host/file.hpp"
#include "runner/run_target_inputs.hpp"
#include "scratch.hpp"

namespace heddle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kPtx = R"(.version 7.0
.target sm_80
.address_size 64
// x[thread] = thread; a thread of number `bad` writes through a null pointer instead
.visible .entry fill(.param .u64 x, .param .u32 bad)
{
  .reg .pred %p; .reg .b32 %r<3>; .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [x];
  ld.param.u32 %r2, [bad];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd1, %rd1, %rd2;
  setp.eq.u32 %p, %r1, %r2;
  @%p mov.u64 %rd1, 0;
  st.global.u32 [%rd1], %r1;
  ret;
}
.visible .entry forever()
{
L: bra L;
}
)";

class RunnerTest : public testing::Test {
 protected:
  void SetUp() override { write_file(folder_ / "k.ptx", kPtx); }

  /// A launch of `fill` by four threads; the results should be `wanted`.
  static std::string launch(const std::string& bad) {
    return "[[launch]]\nentry = \"fill\"\ngrid = 1\nblock = 4\n"
           "param = [{ buffer = \"x\" }, { type = \"u32\", value = " +
           bad + " }]\n";
  }
  RunTargetChoice described(const std::string& launches,
                            const std::string& wanted = "[0, 1, 2, 3]") {
    write_file(folder_ / "d.toml",
               "ptx = \"k.ptx\"\n[[buffer]]\nname = \"x\"\ntype = \"u32\"\ncount = 4\n" + launches +
                   "[[compare]]\nbuffer = \"x\"\nvalues = " + wanted + "\n");
    return {(folder_ / "d.toml").string(), {}, false, true};
  }
  static RunTargetChoice workload(const std::string& name) {
    return {name, {"tiny", {}, 1}, true, true};
  }
  static ValidMachine machine() { return load_machine("small", "pdom", {}); }

  ScratchFolder folder_;
};

TEST_F(RunnerTest, AFinishedRunIsWholeAndRight) {
  size_t ended = 0;
  TimedRun run(described(launch("9") + launch("9")), machine(),
               {.sample_names = {}, .launch_ended = [&] { ended++; }});
  run.run();
  EXPECT_EQ(run.difference(), "");
  EXPECT_FALSE(run.statistics().partial);
  ASSERT_EQ(run.statistics().launches.size(), 2u);
  EXPECT_EQ(ended, 2u);
  EXPECT_EQ(run.statistics().launches[1].kernel, "fill");
  EXPECT_EQ(run.statistics().launches[1].block, (std::array<uint32_t, 3>{4, 1, 1}));
  EXPECT_GT(run.statistics().total.core.cycles, 0u);
  EXPECT_EQ(run.statistics().total.core.thread_instructions,
            2 * 4 * 8u);  // the guard of one is false
  EXPECT_EQ(run.statistics().workload, std::nullopt);
}

TEST_F(RunnerTest, ADifferenceIsNotAFailure) {
  TimedRun run(described(launch("9"), "[0, 1, 7, 3]"), machine(), {});
  run.run();
  EXPECT_FALSE(run.statistics().partial);
  EXPECT_THAT(run.difference(), HasSubstr("buffer 'x' differs from"));
  EXPECT_THAT(run.difference(), HasSubstr("in 1 of 4 values"));
}

TEST_F(RunnerTest, AFailedLaunchLeavesWhatWasCounted) {
  TimedRun run(described(launch("9") + launch("2") + launch("9")), machine(), {});
  EXPECT_THROW(run.run(), ExecutionError);
  EXPECT_TRUE(run.statistics().partial);
  ASSERT_EQ(run.statistics().launches.size(), 2u);  // the third was not begun
  EXPECT_FALSE(run.statistics().launches[0].partial);
  EXPECT_TRUE(run.statistics().launches[1].partial);
  EXPECT_GT(run.statistics().total.core.thread_instructions, 4 * 8u);
}

TEST_F(RunnerTest, ALimitEndsARun) {
  const RunTargetChoice endless =
      described("[[launch]]\nentry = \"forever\"\ngrid = 1\nblock = 1\n");
  TimedRun limited(endless, machine(), {.max_instructions = 100, .sample_names = {}});
  EXPECT_THROW(limited.run(), LimitError);
  EXPECT_TRUE(limited.statistics().partial);
}

TEST_F(RunnerTest, ARequestToStopEndsARun) {
  std::atomic<bool> stop = false;
  TimedRun run(described(launch("9") + launch("9")), machine(),
               {.sample_names = {}, .launch_ended = [&] { stop = true; }, .interrupted = &stop});
  EXPECT_THROW(run.run(), InterruptedError);
  EXPECT_TRUE(run.statistics().partial);
  EXPECT_EQ(run.statistics().launches.size(), 1u);
}

TEST_F(RunnerTest, SamplesBelongToTheirLaunch) {
  TimedRun run(described(launch("9") + launch("9")), machine(),
               {.sample_every = 10, .sample_names = {"cycles"}});
  run.run();
  for (const LaunchStatistics& launch : run.statistics().launches) ASSERT_TRUE(launch.samples);
  TimedRun without(described(launch("9")), machine(), {});
  without.run();
  EXPECT_FALSE(without.statistics().launches[0].samples);
}

TEST_F(RunnerTest, WorkloadsReportTheirChoice) {
  TimedRun run(workload("reduction"), machine(), {.sample_names = {}, .quiet = true});
  run.run();
  EXPECT_EQ(run.difference(), "");
  ASSERT_TRUE(run.statistics().workload);
  EXPECT_EQ(run.statistics().workload->name, "reduction");
  EXPECT_EQ(run.statistics().workload->size, "tiny");
  EXPECT_FALSE(run.statistics().workload->parameters.empty());
  EXPECT_EQ(run.statistics().arch, "pdom");
}

TEST_F(RunnerTest, NamesAreOfWorkloadsOrFiles) {
  EXPECT_FALSE(is_description("bitonic"));
  EXPECT_FALSE(is_description("nothing"));
  EXPECT_TRUE(is_description("nothing.toml"));
  EXPECT_TRUE(is_description("./nothing"));
  EXPECT_TRUE(is_description((folder_ / "k.ptx").string()));
}

TEST_F(RunnerTest, BadChoicesAreRefusedBeforeAnythingRuns) {
  auto refusal = [](const RunTargetChoice& choice) -> std::string {
    try {
      check_run_target(choice);
      return "";
    } catch (const Error& e) {
      return e.what();
    }
  };
  EXPECT_EQ(refusal(workload("bitonic")), "");
  EXPECT_THAT(refusal(workload("bitonik")), HasSubstr("bitonic"));
  EXPECT_THAT(refusal({"bitonic", {"huge", {}, 1}, true, true}), HasSubstr("huge"));
  EXPECT_THAT(refusal({"bitonic", {"tiny", {"frobs=1"}, 1}, true, true}), HasSubstr("frobs"));
  RunTargetChoice file = described(launch("9"));
  EXPECT_EQ(refusal(file), "");
  file.workload_options = true;
  EXPECT_THAT(refusal(file), HasSubstr("are for workloads"));
  EXPECT_THAT(refusal({(folder_ / "k.ptx").string(), {}, false, true}),
              testing::AllOf(HasSubstr("this is PTX"), HasSubstr("entry = \"fill\"")));
  EXPECT_THROW(TimedRun({(folder_ / "none.toml").string(), {}, false, true}, machine(), {}),
               IoError);
}

TEST_F(RunnerTest, FilesAreThoseOfTheDescription) {
  RunTargetChoice choice =
      described(launch("9") + "[[output]]\nbuffer = \"x\"\nfile = \"x.bin\"\n");
  RunTargetFiles files = run_target_files(choice);
  ASSERT_EQ(files.inputs.size(), 2u);
  EXPECT_EQ(files.inputs[0].second, "the launch description");
  EXPECT_EQ(files.inputs[1].first.filename(), "k.ptx");
  ASSERT_EQ(files.outputs.size(), 1u);
  EXPECT_EQ(files.outputs[0].first.filename(), "x.bin");
  choice.keeps_outputs = false;
  EXPECT_TRUE(run_target_files(choice).outputs.empty());
  EXPECT_TRUE(run_target_files(workload("bitonic")).inputs.empty());
}

TEST_F(RunnerTest, InputsHoldTheKernelsByWholeNames) {
  RunTargetInputs inputs = run_target_inputs(described(launch("9")).name);
  EXPECT_THAT(inputs.modules, ElementsAre(std::string(kPtx)));
  EXPECT_EQ(inputs.others.size(), 1u);
  EXPECT_TRUE(inputs.has_kernel("fill"));
  EXPECT_TRUE(inputs.has_kernel("forever"));
  for (const char* name : {"fil", "fille", "entry", "forever2"})
    EXPECT_FALSE(inputs.has_kernel(name));
  EXPECT_TRUE(run_target_inputs("bitonic").others.empty());
  EXPECT_THROW(run_target_inputs("nothing"), UsageError);
}

}  // namespace
}  // namespace heddle
