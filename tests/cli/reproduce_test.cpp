// heddle reproduce, as a user meets it.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "cli/program.hpp"
#include "store/database.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ReproduceCliTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_file(folder_ / "mine.toml", std::string_view(R"toml(
title = "a study of my own"
preset = "small"
[[row]]
label = "Sort"
workload = "bitonic"
[[variant]]
name = "stack"
arch = "pdom"
[[variant]]
name = "apart"
arch = "serialize"
[metrics]
ipc = "derived.ipc"
[[table]]
id = "t"
title = "IPC"
variants = ["stack", "apart"]
metric = "ipc"
[[claim]]
id = "stack-wins"
text = "reconvergence pays"
value = "change(ipc[stack, Sort], ipc[apart, Sort])"
unit = "+%"
paper = 50
)toml"));
  }
  Ran reproduce(const std::string& more) {
    return run("reproduce mine.toml --size tiny --docs d --store s.db " + more);
  }
  size_t kept() {
    return static_cast<size_t>(store::Database(folder_ / "s.db", store::Access::Read, 10'000)
                                   .number("SELECT count(*) FROM runs"));
  }
  void change(const std::string& statements) {
    store::Database(folder_ / "s.db", store::Access::Write, 10'000).run(statements);
  }
};

TEST_F(ReproduceCliTest, JudgesAndWritesTheDocument) {
  Ran ran = reproduce("--json r.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("mine: a study of my own"), HasSubstr("stack-wins"),
                             HasSubstr("paper: +50.0 %"), HasSubstr("claims: 1 held")));
  EXPECT_THAT(read_file(folder_ / "d" / "mine.md"),
              AllOf(HasSubstr("# mine: a study of my own"), HasSubstr("`stack-wins`"),
                    HasSubstr("| Sort |")));
  EXPECT_THAT(read_file(folder_ / "r.json"), HasSubstr("\"schema\": \"heddle-reproduce/1\""));
}

TEST_F(ReproduceCliTest, FinishedRunsAreKeptAndGiveTheSameBytes) {
  reproduce("--json first.json");
  EXPECT_EQ(kept(), 2u);
  change("DELETE FROM runs WHERE id = 1");  // one is missing: as after Ctrl-C
  reproduce("--json second.json --jobs 1");
  EXPECT_EQ(kept(), 2u);
  std::string first = read_file(folder_ / "first.json");
  EXPECT_EQ(first, read_file(folder_ / "second.json"));
  run("reproduce mine.toml --size tiny --docs d --no-store --json third.json");
  EXPECT_EQ(first, read_file(folder_ / "third.json"));
}

/// Killed, not asked to stop, again and again: what was finished is kept whole, and the end is the
/// same.
TEST_F(ReproduceCliTest, KilledAndBegunAgainItGivesTheSameBytes) {
  const std::string whole = "reproduce mine.toml --size tiny --docs d --jobs 1 ";
  const double work = cpu_seconds_of(whole + "--no-store --json whole.json --report whole");
  for (double part : {0.2, 0.4, 0.6, 0.8})
    watched(whole + "--store s.db --json killed.json --report killed", [&](Child& child) {
      child.wait_until_used_or_ended(part * work);
      child.send(SIGKILL);
    });
  reproduce("--json killed.json --report killed");
  EXPECT_EQ(read_file(folder_ / "whole.json"), read_file(folder_ / "killed.json"));
  EXPECT_EQ(read_file(folder_ / "whole" / "index.html"),
            read_file(folder_ / "killed" / "index.html"));
}

/// Ctrl-C in the middle of a run: what was finished before is kept, and the user is told.
TEST_F(ReproduceCliTest, CtrlCTellsThatFinishedRunsAreKept) {
  const double begun = past_start("reproduce mine.toml --size tiny --docs d --store s.db --jobs 1");
  ASSERT_EQ(kept(), 2u);
  Ran ran = interrupted("reproduce mine.toml --size paper --docs d --store s.db", SIGINT, begun);
  EXPECT_EQ(ran.status, 130);
  EXPECT_EQ(ran.err,
            "heddle: interrupted; finished runs are kept, run the same command to continue\n");
  EXPECT_EQ(kept(), 2u);
}

TEST_F(ReproduceCliTest, NothingInTheStoreStopsIt) {
  reproduce("--json first.json");
  ASSERT_EQ(kept(), 2u);
  change(
      "UPDATE runs SET result = replace(result, 'cycles\":', 'cycles\":1') WHERE id = 1; "
      "UPDATE runs SET result = 'x' WHERE id = 2");
  Ran ran = reproduce("--json second.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, testing::StartsWith("heddle: note: 2 finished runs in s.db cannot be used"));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_EQ(read_file(folder_ / "first.json"), read_file(folder_ / "second.json"));
  EXPECT_EQ(reproduce("").err, "");  // both have been replaced
  ran = run("reproduce mine.toml --size tiny --store /proc/s.db --json third.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err,
              testing::StartsWith("heddle: warning: cannot store finished runs in /proc/s.db"));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_EQ(read_file(folder_ / "first.json"), read_file(folder_ / "third.json"));
}

/// What is in the store's default place is nobody's fault.
TEST_F(ReproduceCliTest, APipeInTheStoresPlaceIsWarnedOf) {
  fs::create_directories(folder_ / "data" / "heddle");
  ASSERT_EQ(::mkfifo((folder_ / "data" / "heddle" / "results.db").c_str(), 0600), 0);
  Ran ran = run("reproduce mine.toml --size tiny --json first.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, testing::StartsWith("heddle: warning: cannot store finished runs in "));
  EXPECT_THAT(ran.err, HasSubstr("not a regular file"));
}

TEST_F(ReproduceCliTest, ADivisionByZeroFails) {
  std::string mine = read_file(folder_ / "mine.toml");
  write_file(folder_ / "constant.toml", mine + "holds = \"1 / 0\"\n");
  Ran ran = run("reproduce constant.toml --size tiny --no-store");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("constant.toml:26:12: error: division by zero"));
  write_file(folder_ / "zero.toml",
             mine + "holds = \"1 / (ipc[stack, Sort] - ipc[stack, Sort]) > 0\"\n");
  ran = run("reproduce zero.toml --size tiny --no-store");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.out, HasSubstr("not measured: division by zero"));
  EXPECT_THAT(ran.err, HasSubstr("the claim 'stack-wins' was not measured: division by zero"));
}

TEST_F(ReproduceCliTest, WithoutClaimsPrintsTablesAlsoOfLaunchDescriptions) {
  fs::create_directory(folder_ / "own");
  fs::copy_file(folder_ / "k.ptx", folder_ / "own" / "k.ptx");
  toml("scale",
       "[[param]]\nbuffer = { name = \"x\", type = \"f32\", count = 4 }\n"
       "[[param]]\ntype = \"f32\"\nvalue = 2\n[[param]]\ntype = \"u32\"\nvalue = 4\n");
  fs::rename(folder_ / "t.toml", folder_ / "own" / "t.toml");
  std::string text = read_file(folder_ / "mine.toml");
  text.erase(text.find("[[claim]]"));
  text.insert(text.find("[[variant]]"), "[[row]]\nlabel = \"own\"\nworkload = \"own/t.toml\"\n");
  write_file(folder_ / "tables.toml", text);
  Ran ran = run("reproduce tables.toml --size tiny --store s.db");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("IPC\n"), HasSubstr("\n  Sort "), HasSubstr("\n  own ")));
  ran = run("compare own/t.toml bitonic --size tiny --preset small --arch pdom,mimd");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("\nown/t.toml "), HasSubstr("\nbitonic ")));
}

TEST_F(ReproduceCliTest, WritesAReport) {
  Ran ran = reproduce("--report site");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("report: site/index.html"));
  EXPECT_THAT(read_file(folder_ / "site" / "index.html"),
              AllOf(HasSubstr("heddle-report/1"), HasSubstr("stack-wins")));
  std::string command = "compare fig7 --size tiny --arch pdom,dwf --preset small --set sms=1";
  ran = run(command + " --report other");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(read_file(folder_ / "other" / "index.html"),
              AllOf(HasSubstr("\"slices\":"), HasSubstr("\"command\":\"heddle " + command + "\"")));
}

TEST_F(ReproduceCliTest, MistakesAreToldBeforeAnythingRuns) {
  auto refused = [&](const std::string& arguments, const std::string& sentence) {
    Ran ran = run(arguments);
    EXPECT_NE(ran.status, 0) << arguments;
    EXPECT_THAT(ran.err, HasSubstr(sentence)) << arguments;
    EXPECT_EQ(ran.out, "") << arguments;
  };
  refused("reproduce fung2008", "there is no study 'fung2008'");
  refused("reproduce absent.toml", "absent.toml");
  refused("reproduce mine.toml --size huge", "huge");
  refused("reproduce mine.toml --docs /dev/null/d --no-store", "/dev/null/d");
  refused("reproduce mine.toml --report /dev/null/r --no-store", "/dev/null/r");
  refused("compare fig7 --size tiny --report /dev/null/r", "/dev/null/r");
  refused("reproduce mine.toml --store /dev/null/s.db", "--no-store");
  refused("reproduce mine.toml --store .", "is a folder");
  write_file(folder_ / "bad.toml", std::string_view("title = 3\n"));
  refused("reproduce bad.toml", "bad.toml:1:9: error: 'title' must be a string");
}

TEST_F(ReproduceCliTest, StudiesAreListed) {
  EXPECT_THAT(run("list studies").out, HasSubstr("fung2007"));
}

}  // namespace
}  // namespace heddle
