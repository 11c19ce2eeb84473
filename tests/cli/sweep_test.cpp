// heddle sweep and heddle query, as a user meets them.
#include <gmock/gmock.h>

#include "cli/program.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class SweepCliTest : public CliTest {
 protected:
  Ran sweep(const std::string& more) {
    return run("sweep --size tiny --preset small --store s.db " + more);
  }
  std::string file(const std::string& name) { return read_file(folder_ / name); }

  /// The sweep of docs/sweeps.md: what a loop in the shell would have been.
  const std::string loop_ =
      "bitonic mandelbrot fig7 --arch pdom,dwf,tbc --set core.warp=8,16,32,64 ";
  const std::string coupled_ =
      "--derive 'core.lanes = min(32, core.warp)' --derive 'core.max_warps = 1536 / core.warp' ";
};

TEST_F(SweepCliTest, RunsWhatCanBeRunAndSaysWhyTheRestCannot) {
  Ran ran = sweep(loop_ + "--json s.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("21 of 36 combinations cannot be run:"),
                             HasSubstr("pdom core.warp=8, dwf core.warp=8, tbc core.warp=8:\n    "
                                       "core.lanes is 32"),
                             HasSubstr("15 runs, 0 of them from the store; 21 combinations")));
  EXPECT_THAT(file("s.json"), HasSubstr("\"schema\": \"heddle-sweep/1\""));
  ran = sweep(loop_ + coupled_ + "--csv s.csv");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("33 runs, 9 of them from the store; 3 combinations skipped"));
  EXPECT_THAT(file("s.csv"),
              AllOf(StartsWith("workload,arch,preset,size,core.warp,core.lanes,core.max_warps,seed,"
                               "cycles,ipc,lanes,energy,edp,failure\n"),
                    HasSubstr("\nbitonic,pdom,small,tiny,8,8,192,1,")));
}

TEST_F(SweepCliTest, ADryRunRunsNothingAndEstimates) {
  Ran ran = sweep("bitonic --arch pdom,dwf --dry-run");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("to run"), HasSubstr("2 runs; how long they take is unknown")));
  sweep("bitonic --arch pdom");
  ran = sweep("bitonic --arch pdom,dwf --dry-run");
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("finished"), HasSubstr("2 runs, 1 of them finished; about ")));
}

TEST_F(SweepCliTest, KilledAndBegunAgainItGivesTheSameBytes) {
  const std::string what = "bitonic mandelbrot --arch pdom,dwf,tbc --jobs 1 --csv ";
  const std::string start = "sweep --size tiny --preset small ";
  const double work = cpu_seconds_of(start + what + "whole.csv --no-store");
  for (double part : {0.3, 0.6, 0.9})
    watched(start + what + "killed.csv --store k.db", [&](Child& child) {
      child.wait_until_used_or_ended(part * work);
      child.send(SIGKILL);
    });
  Ran ran = run(start + what + "killed.csv --store k.db");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(file("whole.csv"), file("killed.csv"));
}

TEST_F(SweepCliTest, CtrlCAndSigtermKeepWhatIsDone) {
  for (int signal : {SIGINT, SIGTERM}) {
    const double begun = past_start("sweep fig7 --size tiny --preset small --store c.db --jobs 1");
    Ran ran =
        interrupted("sweep fig7 bitonic --size paper --preset small --store c.db", signal, begun);
    EXPECT_EQ(ran.status, 128 + signal);
    EXPECT_THAT(ran.err, HasSubstr("finished runs are kept, run the same command to continue"));
  }
}

TEST_F(SweepCliTest, OfAStudysFile) {
  write_file(folder_ / "mine.toml", std::string_view(R"toml(
title = "warps"
preset = "small"
[sweep]
workloads = ["fig7"]
archs = ["pdom", "dwf"]
set = { "core.warp" = [16, 32, 64] }
[metrics]
ipc = "derived.ipc"
)toml"));
  Ran ran = run("sweep --study mine.toml --size tiny --store s.db");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("ipc"), HasSubstr("3 runs"), Not(HasSubstr("energy"))));
  ran = run("sweep --study mine.toml --arch pdom");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("--study says what to sweep"));
}

TEST_F(SweepCliTest, QueryAnswersFromTheStore) {
  sweep("bitonic fig7 --arch pdom,dwf --set core.schedulers=1,2 --seeds 1:3");
  Ran ran = run("query --store s.db --csv q.csv --json q.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  const std::string csv = file("q.csv");
  EXPECT_THAT(csv, StartsWith("workload,arch,preset,size,core.schedulers,seed,cycles,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 25);
  EXPECT_THAT(run("query --store s.db --pivot arch --where workload=fig7").out,
              AllOf(HasSubstr("core.schedulers"), HasSubstr("pdom"), Not(HasSubstr("bitonic"))));
  EXPECT_THAT(run("query --store s.db --speed-up arch=pdom --where core.schedulers=2").out,
              AllOf(HasSubstr("geometric mean"), HasSubstr("high")));
  EXPECT_THAT(run("query --store s.db --pareto cycles,energy").out, HasSubstr("*"));
  EXPECT_THAT(run("query --store s.db --kernels --where workload=bitonic").out,
              HasSubstr("sort_in_block"));
}

TEST_F(SweepCliTest, TheCsvOfASweepIsThatOfAQuery) {
  sweep("fig7 --arch pdom,dwf --set core.schedulers=1,2 --csv s.csv");
  run("query --store s.db --csv q.csv");
  auto sorted = [&](const std::string& name) {
    std::istringstream text(file(name));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    std::ranges::sort(lines);
    return lines;
  };
  EXPECT_EQ(sorted("s.csv"), sorted("q.csv"));
}

TEST_F(SweepCliTest, CompareSharesTheStoreOnRequest) {
  sweep("fig7 --arch pdom");
  const std::string compare = "compare fig7 --size tiny --preset small --arch pdom,dwf ";
  Ran with = run(compare + "--store s.db --json a.json"), without = run(compare + "--json b.json");
  EXPECT_EQ(with.status, 0) << with.err;
  EXPECT_EQ(with.out, without.out);
  EXPECT_EQ(file("a.json"), file("b.json"));
  EXPECT_THAT(sweep("fig7 --arch pdom,dwf").out, HasSubstr("2 runs, 2 of them from the store"));
}

TEST_F(SweepCliTest, MistakesAreToldBeforeAnythingRuns) {
  auto refused = [&](const std::string& arguments, const std::string& sentence) {
    Ran ran = run(arguments);
    EXPECT_NE(ran.status, 0) << arguments;
    EXPECT_THAT(ran.err, HasSubstr(sentence)) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
  };
  refused("sweep", "nothing to sweep");
  refused("sweep nope", "there is no workload 'nope'");
  refused("sweep fig7 --set core.wrap=8", "did you mean 'core.warp'?");
  refused("sweep fig7 --zip core.warp,core.lanes", "has no values");
  refused("sweep fig7 --metric derived.icp", "did you mean 'derived.ipc'?");
  refused("sweep fig7 --arch nope", "there is no arch 'nope'");
  refused("sweep fig7 --preset nope", "nope");
  refused("sweep fig7 --csv /dev/null/x --no-store", "/dev/null/x");
  refused("sweep -- ./missing", "there is no program './missing'");
  refused("query --store absent.db", "there is no such file");
  refused("query --store k.ptx", "not a database");
  sweep("fig7 --arch pdom");
  refused("query --store s.db --where workload=other", "no run that meets the conditions");
  refused("query --store s.db --where core.wrap=8", "did you mean 'core.warp'?");
  refused("query --store s.db --pivot nope", "there is no column 'nope'");
  refused("query --store s.db --speed-up arch=dwf", "no run has arch dwf");
  refused("query --store s.db --speed-up arch", "COLUMN=BASELINE");
  refused("query --store s.db --pivot arch --pareto cycles,energy", "--pivot");
  refused("query --store s.db --pareto cycles,", "--pareto cycles,: a name is empty");
  refused("query --store s.db --speed-up preset=small", "no two runs that differ in preset only");
  refused("query --store s.db --metric cycles --metric cycles", "another metric of this name");
  refused("query --store s.db --csv s.db-wal", "would overwrite the store");
  refused("sweep fig7 --preset small,small", "--preset small,small: the value small is there");
  refused("sweep fig7 --metric a=cycles --metric a=derived.ipc", "another metric of this name");
  refused("sweep fig7 --input k.ptx", "k.ptx is read by no program");
  refused("sweep fig7 --dry-run --csv s.csv", "--dry-run has no results to write");
  refused("sweep fig7 --size huge", "there is no size 'huge'");
  refused("sweep fig7 --preset small --set core.warp=7", "none of the combinations can be run");
  refused("sweep --collect d --size tiny", "--collect takes the sweep from its folder");
  refused("sweep --collect d --folder e", "--collect takes the sweep from its folder");
  EXPECT_FALSE(fs::exists(folder_ / "s.csv"));
}

TEST_F(SweepCliTest, AStudyWithoutASweepIsRefused) {
  write_file(folder_ / "mine.toml", std::string_view("title = \"t\"\npreset = \"small\"\n"));
  Ran ran = run("sweep --study mine.toml --no-store");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("mine.toml: there is nothing to sweep"));
}

}  // namespace
}  // namespace heddle
