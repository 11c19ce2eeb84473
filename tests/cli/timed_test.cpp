// Runs with timing, as a user sees them: tables, files, comparisons of archs, progress and Ctrl-C.
#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <unistd.h>

#include "cli/program.hpp"
#include "effort.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kBusyPtx = R"(
.version 7.0
.target sm_80
.address_size 64
// counts to n
.visible .entry busy(.param .u32 n)
{
  .reg .pred %p; .reg .b32 %r<3>;
  ld.param.u32 %r1, [n];
  mov.u32 %r2, 0;
loop:
  add.u32 %r2, %r2, 1;
  setp.lt.u32 %p, %r2, %r1;
  @%p bra loop;
  ret;
}
// threads of a warp wait for one another: only one holds the lock
.visible .entry lock()
{
  .reg .pred %p; .reg .b32 %r<3>; .reg .b64 %rd<2>;
  mov.u64 %rd1, held;
again:
  atom.global.cas.b32 %r1, [%rd1], 0, 1;
  setp.ne.u32 %p, %r1, 0;
  @%p bra again;
  atom.global.exch.b32 %r2, [%rd1], 0;
  ret;
}
.global .u32 held = 0;
)";

class TimedCliTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_file(folder_ / "busy.ptx", std::string_view(kBusyPtx));
    for (const char* file : {"saxpy.toml", "saxpy.ptx"})
      fs::copy(fs::path(HEDDLE_TESTS) / ".." / "examples" / "launch" / file, folder_ / file);
  }
  void busy(uint32_t grid, uint32_t n) {
    write_file(folder_ / "busy.toml",
               "ptx = \"busy.ptx\"\nentry = \"busy\"\nblock = 32\ngrid = " + std::to_string(grid) +
                   "\nparam = [{ type = \"u32\", value = " + std::to_string(n) + " }]\n");
  }
  std::string file(const std::string& name) const { return read_file(folder_ / name); }
};

/// The first number that a JSON text gives for a key; a failure where there is none.
uint64_t number(const std::string& json, const std::string& key) {
  size_t at = json.find('"' + key + "\": ");
  if (at != std::string::npos) at += key.size() + 4;
  if (at == std::string::npos || !std::isdigit(static_cast<unsigned char>(json[at]))) {
    ADD_FAILURE() << "no number '" << key << "' in " << json.substr(0, 200);
    return 0;
  }
  return std::strtoull(json.c_str() + at, nullptr, 10);
}

TEST_F(TimedCliTest, RunWithTimingReports) {
  Ran ran = run("run saxpy.toml --arch pdom --json r.json --csv r.csv --branches b.csv");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, AllOf(HasSubstr("pdom on fermi (15 SMs)"), HasSubstr("saxpy <<<2, 8>>>"),
                             HasSubstr("issue slots went"), HasSubstr("ok: buffer 'y' equals")));
  EXPECT_THAT(file("r.json"),
              AllOf(HasSubstr("\"schema\": \"heddle-run/1\""), HasSubstr("\"partial\": false"),
                    HasSubstr("\"divergence\": \"pdom\""), Not(HasSubstr("\"partial\": true")),
                    Not(HasSubstr("\"samples\""))));
  EXPECT_THAT(file("r.csv"), AllOf(HasSubstr("launch,kernel,sm,partial,cycles"),
                                   HasSubstr("\n0,saxpy,14,false,"), HasSubstr("\nall,,all,")));
  EXPECT_THAT(file("b.csv"), HasSubstr("\n0,saxpy,9,27,2,1,0,6,10,"));
}

TEST_F(TimedCliTest, PresetAloneUsesItsOwnArch) {
  Ran ran = run("run --preset small --set arch.divergence=mimd saxpy.toml --check");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("mimd on small (2 SMs)"));
}

TEST_F(TimedCliTest, TheSameRunGivesTheSameBytes) {
  for (const char* name : {"1", "2"})
    ASSERT_EQ(run(std::string("run saxpy.toml --preset small --sample 50 --json r") + name +
                  ".json --csv r" + name + ".csv")
                  .status,
              0);
  EXPECT_EQ(file("r1.json"), file("r2.json"));
  EXPECT_EQ(file("r1.csv"), file("r2.csv"));
}

TEST_F(TimedCliTest, FunctionalAndTimedRunsCountTheSame) {
  ASSERT_EQ(run("run saxpy.toml --json f.json").status, 0);
  uint64_t threads = number(file("f.json"), "thread_instructions");
  EXPECT_EQ(threads, 250u);
  for (const char* arch : {"pdom", "serialize", "mimd"}) {
    ASSERT_EQ(run(std::string("run saxpy.toml --json t.json --arch ") + arch).status, 0);
    EXPECT_EQ(number(file("t.json"), "thread_instructions"), threads) << arch;
    EXPECT_EQ(number(file("t.json"), "blocks"), number(file("f.json"), "blocks")) << arch;
  }
}

TEST_F(TimedCliTest, SamplesChangeNothingElse) {
  ASSERT_EQ(run("run saxpy.toml --preset small --csv a.csv").status, 0);
  Ran ran =
      run("run saxpy.toml --preset small --csv b.csv --json b.json --sample 100 --sample-of "
          "cycles,slots.*");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(file("a.csv"), file("b.csv"));
  EXPECT_THAT(file("b.json"), AllOf(HasSubstr("\"every\": 100"), HasSubstr("\"slots.memory\": [")));
}

TEST_F(TimedCliTest, CachesKeepTheirStateUnlessToldNotTo) {
  std::string launch =
      "[[launch]]\nentry = \"scale\"\ngrid = 4\nblock = 32\nparam = [{ buffer = \"x\" }, "
      "{ type = \"f32\", value = 2 }, { type = \"u32\", value = 128 }]\n";
  write_file(folder_ / "two.toml",
             "ptx = \"k.ptx\"\n[[buffer]]\nname = \"x\"\ntype = "
             "\"f32\"\ncount = 128\n" +
                 launch + launch);
  auto cycles = [&](const std::string& keep) {
    Ran ran = run("run two.toml --preset small --csv r.csv --set memory.keep_state=" + keep);
    EXPECT_EQ(ran.status, 0) << ran.err;
    std::string csv = file("r.csv");
    auto of = [&](const std::string& line) {
      size_t at = csv.find(line);
      EXPECT_NE(at, std::string::npos) << line << csv;
      return at == std::string::npos ? 0
                                     : std::strtoull(csv.c_str() + at + line.size(), nullptr, 10);
    };
    return std::pair{of("\n0,scale,all,false,"), of("\n1,scale,all,false,")};
  };
  auto [cold, warm] = cycles("true");
  EXPECT_LT(warm, cold);
  auto [first, second] = cycles("false");
  EXPECT_EQ(first, cold);
  EXPECT_GT(second, warm);
}

TEST_F(TimedCliTest, CompareHasARowForEachArch) {
  Ran one = run("compare saxpy.toml --arch all --preset small --json 1.json --jobs 1");
  ASSERT_EQ(one.status, 0) << one.err;
  Ran many = run("compare saxpy.toml --arch all --preset small --json 4.json --jobs 4");
  EXPECT_EQ(one.out, many.out);
  EXPECT_EQ(file("1.json"), file("4.json"));
  EXPECT_THAT(one.out, AllOf(HasSubstr("saxpy.toml  pdom"), HasSubstr("saxpy.toml  serialize"),
                             HasSubstr("saxpy.toml  mimd"), HasSubstr("EDP  results"),
                             HasSubstr("1.00    1.00    1.00  ok")));
  EXPECT_THAT(file("1.json"),
              AllOf(HasSubstr("\"schema\": \"heddle-compare/2\""), HasSubstr("\"speed_up\": 1.0"),
                    HasSubstr("\"core\""), HasSubstr("\"energy\": "), HasSubstr("\"edp\": ")));
}

TEST_F(TimedCliTest, CompareTellsDifferencesAndWritesNoOutputs) {
  toml("reverse",
       "shared = 16\nparam = [{ buffer = { name = \"x\", type = \"u32\", count = 4 } }]\n"
       "[[compare]]\nbuffer = \"x\"\nvalues = [3, 2, 2, 0]\n"
       "[[output]]\nbuffer = \"x\"\nfile = \"x.bin\"\n");
  Ran ran = run("compare saxpy.toml t.toml --arch pdom,mimd --preset small");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("ok\n"), HasSubstr("DIFFERS\n")));
  EXPECT_THAT(ran.err, AllOf(HasSubstr("t.toml under pdom: buffer 'x' differs"),
                             HasSubstr("t.toml under mimd"), Not(HasSubstr("saxpy.toml under"))));
  EXPECT_FALSE(fs::exists(folder_ / "x.bin"));
}

TEST_F(TimedCliTest, CompareGoesOnAfterADeadlock) {
  write_file(folder_ / "lock.toml",
             std::string_view("ptx = \"busy.ptx\"\nentry = \"lock\"\ngrid = 1\nblock = 4\n"));
  Ran ran = run("compare lock.toml --arch pdom,mimd --preset small");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("FAILED\n"), HasSubstr("ok\n")));
  EXPECT_THAT(ran.err, HasSubstr("lock.toml under pdom: kernel 'lock'"));
}

TEST_F(TimedCliTest, ListsHaveASentenceEach) {
  EXPECT_THAT(run("list archs").out, AllOf(HasSubstr("pdom "), HasSubstr("mimd ")));
  EXPECT_THAT(run("list schedulers").out, HasSubstr("greedy-then-oldest  "));
  EXPECT_THAT(run("list dependences").out, HasSubstr("scoreboard  "));
  EXPECT_THAT(run("list memories").out, HasSubstr("open-row  "));
  EXPECT_THAT(run("list presets").out, AllOf(HasSubstr("fermi "), HasSubstr("fung2007 ")));
  EXPECT_THAT(run("list archs --json").out, HasSubstr("\"name\": \"pdom\""));
  EXPECT_EQ(run("list frobs").status, 2);
}

TEST_F(TimedCliTest, TracesBesideTheStatistics) {
  Ran ran = run("run saxpy.toml --preset small --trace t.json --konata t.log --trace-window 10:");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(file("t.json"), AllOf(HasSubstr("\"SM 1\""), HasSubstr("saxpy <<<2x1x1, 8x1x1>>>")));
  EXPECT_THAT(file("t.log"), HasSubstr("Kanata\t0004\nC=\t"));
  if (!fs::exists("/dev/full")) return;
  Ran full = run("run saxpy.toml --preset small --trace /dev/full --json r.json");
  EXPECT_EQ(full.status, 1);
  EXPECT_THAT(full.err, HasSubstr("cannot write '/dev/full': No space left on device"));
  EXPECT_THAT(full.out, HasSubstr("issue slots went"));
  EXPECT_THAT(file("r.json"), HasSubstr("\"partial\": false"));
}

TEST_F(TimedCliTest, MistakesAreOneSentence) {
  auto refused = [&](const std::string& options, const std::string& sentence) {
    Ran ran = run("run saxpy.toml " + options);
    EXPECT_EQ(ran.status, 1) << options;
    EXPECT_EQ(ran.out, "") << options;
    EXPECT_THAT(ran.err, HasSubstr(sentence)) << options;
  };
  refused("--arch pdon", "there is no arch 'pdon'; known archs: all, pdom, ");
  refused("--preset nothing", "there is no preset 'nothing'; 'heddle list presets' shows them");
  refused("--arch pdom --set core.wrap=3", "unknown key 'core.wrap'; did you mean 'core.warp'?");
  refused("--arch pdom --set core.warp=33", "a warp must be a power of two");
  refused("--arch pdom --set arch.schedule=x",
          "'arch.schedule' cannot be \"x\"; it must be one of: loose-round-robin, ");
  refused("--arch pdom --set memory.model=x",
          "'memory.model' cannot be \"x\"; it must be one of: ideal, ");
  refused("--set sms=1", "--set needs a run with timing: add --arch NAME or --preset NAME");
  refused("--skip 1 --check", "--check, --skip need a run with timing");
  refused("--sample-of cycles", "--sample-of needs a run with timing");
  refused("--arch pdom --trace none/t.json",
          "--trace: cannot write 'none/t.json': there is no folder");
  refused("--arch pdom --trace-window 1:2", "needs --trace FILE or --konata FILE");
  refused("--arch pdom --trace t --trace-window 2:1", "the window is empty; write FROM:TO");
  refused("--arch pdom --trace t --konata t", "name the same file");
  refused("--trace t", "add --arch NAME or --preset NAME");
  refused("--arch pdom --sample 9", "--sample needs --json FILE");
  refused("--arch pdom --json r.json --sample-of cycles", "--sample-of needs --sample N");
  refused("--arch pdom --sample 9 --json r.json --sample-of derived.icp", "'derived.ipc'");
  EXPECT_EQ(run("compare saxpy.toml --arch pdom,warp9").status, 1);
  EXPECT_EQ(run("compare none.toml").status, 1);
}

TEST_F(TimedCliTest, AChoiceOfNoLaunchIsAMistake) {
  for (const std::string choice : {"--only sorts", "--skip 6", "--launches 7:"}) {
    Ran ran = run("run bitonic --size tiny --preset small --json r.json " + choice);
    EXPECT_EQ(ran.status, 1) << choice;
    EXPECT_THAT(ran.out, HasSubstr("timed: 0 of 6 launches")) << choice;
    EXPECT_THAT(ran.err, HasSubstr("no launch was timed")) << choice;
  }
  EXPECT_EQ(run("run bitonic --size tiny --preset small --only sort").status, 0);
}

TEST_F(TimedCliTest, ARunPastALimitReportsWhatItCounted) {
  busy(4, 1'000'000'000);
  Ran ran = run("run busy.toml --preset small --set max_cycles=20000 --json r.json");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.err, HasSubstr("kernel 'busy' passed the limit of 20000 cycles"));
  EXPECT_THAT(ran.out, HasSubstr("(stopped: statistics so far)"));
  EXPECT_THAT(file("r.json"), HasSubstr("\"partial\": true"));
  Ran limited = run("run busy.toml --preset small --max-instructions 1000");
  EXPECT_EQ(limited.status, 3);
  EXPECT_THAT(limited.err, HasSubstr("the limit of 1000 warp instructions"));
}

/// Batch systems send SIGTERM: it keeps what Ctrl-C keeps.
class StoppedRun : public TimedCliTest, public testing::WithParamInterface<int> {
 protected:
  /// The long run, stopped in the middle. The same command with one short block tells how long
  /// it takes to get there.
  Ran stopped(const std::string& command) {
    busy(1, 1);
    const double begun = past_start(command);
    for (const char* name : {"r.json", "s.csv", "t.json"}) fs::remove(folder_ / name);
    busy(1'000'000, 1000);
    return stopped_after(begun, command);
  }
  Ran stopped_after(double cpu_seconds, const std::string& command) {
    Ran ran = interrupted(command, GetParam(), cpu_seconds);
    EXPECT_EQ(ran.status, 128 + GetParam()) << ran.err;
    EXPECT_FALSE(ran.killed);
    return ran;
  }
};
INSTANTIATE_TEST_SUITE_P(By, StoppedRun, testing::Values(SIGINT, SIGTERM), [](const auto& chosen) {
  return chosen.param == SIGINT ? "SIGINT" : "SIGTERM";
});

TEST_P(StoppedRun, WithTimingKeepsWhatWasCounted) {
  Ran ran = stopped(
      "run busy.toml --preset small --json r.json --csv s.csv --trace t.json "
      "--trace-window 0:100");
  EXPECT_EQ(ran.err, "heddle: interrupted\n");
  EXPECT_THAT(ran.out, HasSubstr("(stopped: statistics so far)"));
  EXPECT_THAT(file("r.json"), HasSubstr("\"partial\": true"));
  EXPECT_THAT(file("s.csv"), HasSubstr("busy,all,true"));
  EXPECT_THAT(file("t.json"), HasSubstr("busy"));
}

TEST_P(StoppedRun, WithoutTimingSaysThatItIsPartial) {
  EXPECT_EQ(stopped("run busy.toml --json r.json").err, "heddle: interrupted\n");
  EXPECT_THAT(file("r.json"), HasSubstr("\"partial\": true"));
}

TEST_P(StoppedRun, OfACompareTellsWhichRunsWereStopped) {
  Ran ran = stopped("compare busy.toml --preset small --jobs 2 --json r.json");
  EXPECT_THAT(ran.out, AllOf(HasSubstr("stopped"), HasSubstr("not run")));
  EXPECT_THAT(file("r.json"), HasSubstr("\"results\": \"stopped\""));
}

TEST_P(StoppedRun, OfALimitStudySaysThatItIsPartial) {
  stopped_after(
      past_start("limit fig7 --size tiny"),
      "limit hmmer mandelbrot --size paper --threads 1048576 --cap 65536 --jobs 1 --json r.json");
  EXPECT_THAT(file("r.json"), HasSubstr("\"partial\": true"));
}

TEST_P(StoppedRun, OfAReproductionKeepsFinishedRuns) {
  Ran ran = stopped_after(past_start("list workloads"),
                          "reproduce fung2007 --size paper --docs . --store runs.db");
  EXPECT_THAT(ran.err, HasSubstr("finished runs are kept"));
}

TEST_F(TimedCliTest, APipeSeesNoProgress) {
  busy(8, quick_effort() ? 1000 : 20'000);
  Ran ran = run("run busy.toml --preset small");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err, "");
}

/// Starts a long run with standard error on a terminal, and presses Ctrl-C when a progress line
/// with the time left was there.
TEST_F(TimedCliTest, ProgressOnATerminalAndCtrlC) {
  busy(1'000'000, 100);
  int terminal = -1;
  pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    if (::chdir(folder_.path().c_str()) != 0 || !std::freopen("out.txt", "w", stdout)) ::_exit(99);
    ::execl(HEDDLE_PROGRAM, "heddle", "run", "busy.toml", "--preset", "small", "--json", "r.json",
            static_cast<char*>(nullptr));
    ::_exit(98);
  }
  std::string seen;
  bool pressed = false;
  pollfd waiting{terminal, POLLIN, 0};
  while (::poll(&waiting, 1, 300'000) > 0) {
    char buffer[4096];
    ssize_t got = ::read(terminal, buffer, sizeof buffer);
    if (got <= 0) break;
    seen.append(buffer, static_cast<size_t>(got));
    if (!pressed && seen.find(" left") != std::string::npos) {
      pressed = true;
      ::kill(child, SIGINT);
    }
  }
  int status = 0;
  if (!pressed) ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  ::close(terminal);
  ASSERT_TRUE(pressed) << seen;
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << seen;
  EXPECT_THAT(seen, AllOf(HasSubstr("busy: "), HasSubstr(" of 1 000 000 blocks"),
                          HasSubstr("cycles/s"), HasSubstr("heddle: interrupted")));
  EXPECT_THAT(file("out.txt"), HasSubstr("(stopped: statistics so far)"));
  EXPECT_THAT(file("r.json"), HasSubstr("\"partial\": true"));
}

}  // namespace
}  // namespace heddle
