// The built program, run as a user runs it: output, messages, exit statuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/cpu_check.hpp"
#include "cli/program.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(CliTest, HelpAndVersion) {
  Ran help = run("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("Usage: heddle [OPTIONS]"), HasSubstr("conformance"),
                              HasSubstr("Exit status")));
  EXPECT_EQ(run("run --help").status, 0);
  EXPECT_THAT(run("run --help").out,
              AllOf(HasSubstr("Usage: heddle run "), HasSubstr("--max-instructions")));
  EXPECT_THAT(run("--version").out, HasSubstr("heddle 0."));
}

TEST_F(CliTest, BadCommandLines) {
  for (const char* arguments : {"frobnicate", "run", "run a b c", "conformance", "check",
                                "run t.toml --max-instructions many", "conformance x --jobs 0"}) {
    Ran ran = run(arguments);
    EXPECT_EQ(ran.status, 2) << arguments;
    EXPECT_THAT(ran.err, HasSubstr("heddle: ")) << arguments;
    EXPECT_EQ(ran.out, "");
  }
}

TEST_F(CliTest, RunPrintsASummary) {
  toml("reverse",
       "shared = 16\nparam = [{ buffer = { name = \"x\", type = \"u32\", count = 4 } }]\n"
       "[[compare]]\nbuffer = \"x\"\nvalues = [3, 2, 1, 0]\n[[output]]\nbuffer = \"x\"\n"
       "file = \"x.bin\"\n");
  Ran ran = run("run t.toml --json r.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("reverse: grid 1, block 4, shared memory 0 + 16 bytes"),
                    HasSubstr("68 thread instructions"), HasSubstr("wrote 'x' to x.bin"),
                    HasSubstr("ok: buffer 'x' equals the given values (4 values, exact)")));
  EXPECT_EQ(read_file(folder_ / "x.bin").size(), 16u);
  EXPECT_THAT(read_file(folder_ / "r.json"), HasSubstr("\"thread_instructions\": 68"));
}

TEST_F(CliTest, RunTellsDifferences) {
  toml("reverse",
       "shared = 16\nparam = [{ buffer = { name = \"x\", type = \"u32\", count = 4 } }]\n"
       "[[compare]]\nbuffer = \"x\"\nvalues = [3, 2, 2, 0]\n");
  Ran ran = run("run t.toml");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.out, HasSubstr("DIFFERS: buffer 'x' from the given values in 1 of 4 values "
                                 "(exact); element 2: expected 0x00000002 (2), got 0x00000001"));
}

TEST_F(CliTest, FaultsHaveTheirOwnStatus) {
  toml("crash",
       "param = [{ buffer = { name = \"x\", type = \"u32\", count = 4 } }]\n"
       "[[output]]\nbuffer = \"x\"\nfile = \"x.bin\"\n");
  Ran ran = run("run t.toml");
  EXPECT_THAT(ran.out, HasSubstr("wrote 'x' to x.bin"));
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("crash"), HasSubstr("k.ptx"), HasSubstr("'x'")));
}

TEST_F(CliTest, InputErrors) {
  toml("scale", "blokc = 3\n");
  Ran ran = run("run t.toml");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("t.toml:5:1: error: unknown key 'blokc'"));
  EXPECT_THAT(run("run none.toml").err, HasSubstr("cannot read 'none.toml'"));
  EXPECT_EQ(run("run none.toml").status, 1);
  EXPECT_EQ(run("run .").status, 1);
  toml("spin", "");
  Ran limited = run("run t.toml --max-instructions 1000");
  EXPECT_EQ(limited.status, 3);
  EXPECT_THAT(limited.err, HasSubstr("1000"));
}

TEST_F(CliTest, OutputsThatCannotBeWrittenAreErrors) {
  toml("count", "[[output]]\nsymbol = \"counter\"\nfile = \"/nonexistent/x.bin\"\n");
  Ran ran = run("run t.toml");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("t.toml:7:8: error: cannot write '/nonexistent/x.bin'"));
  EXPECT_EQ(ran.out, "");
}

TEST_F(CliTest, CheckSaysOneLinePerFile) {
  write_file(folder_ / "bad.ptx", std::string_view(".version 7.0\nwhat\n"));
  Ran good = run("check k.ptx");
  EXPECT_EQ(good.status, 0);
  EXPECT_THAT(good.out, HasSubstr("k.ptx: ok: 7 kernels, "));
  Ran mixed = run("check bad.ptx k.ptx none.ptx");
  EXPECT_EQ(mixed.status, 1);
  EXPECT_THAT(mixed.out, AllOf(HasSubstr("bad.ptx: not a valid module"), HasSubstr("k.ptx: ok"),
                               HasSubstr("none.ptx: not readable")));
  EXPECT_THAT(mixed.err, AllOf(HasSubstr("bad.ptx:2:1: error:"), HasSubstr("'none.ptx'")));
}

TEST_F(CliTest, InspectPrintsAndWrites) {
  Ran text = run("inspect k.ptx --kernel scale");
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, AllOf(HasSubstr("scale"), Not(HasSubstr("reverse"))));
  EXPECT_EQ(run("inspect k.ptx --dot cfg.dot --json i.json").status, 0);
  EXPECT_THAT(read_file(folder_ / "cfg.dot"), HasSubstr("digraph"));
  EXPECT_THAT(read_file(folder_ / "i.json"), HasSubstr("\"scale\""));
  EXPECT_EQ(run("inspect k.ptx --kernel none").status, 1);
}

TEST_F(CliTest, ConformanceCountsAndFails) {
  std::string programs = std::string(HEDDLE_TESTS) + "/conformance/programs";
  Ran ran = run("conformance '" + programs + "' --filter 'ifs_00' --arch functional");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.out, "10 passed, 0 failed\n");
  EXPECT_EQ(ran.err, "");
  Ran none = run("conformance '" + programs + "' --filter nothing");
  EXPECT_EQ(none.status, 1);
  EXPECT_EQ(none.out, "0 passed, 0 failed\n");
  Ran arch = run("conformance '" + programs + "' --arch warp9");
  EXPECT_EQ(arch.status, 1);
  EXPECT_THAT(arch.err, HasSubstr("there is no arch 'warp9'; known archs: all, functional"));
  EXPECT_EQ(run("conformance .").status, 1);
}

TEST_F(CliTest, AClosedReaderIsNoError) {
  EXPECT_EQ(run("--help", ">&- 2>err.txt").status, 0);
  EXPECT_EQ(run("inspect k.ptx", "2>err.txt | true").status, 0);
  EXPECT_EQ(read_file(folder_ / "err.txt"), "");
  if (fs::exists("/dev/full")) {
    Ran full = run("--help", ">/dev/full 2>err.txt");
    EXPECT_EQ(full.status, 1);
    EXPECT_THAT(full.err, HasSubstr("cannot write standard output"));
  }
}

/// Counts for so long that nothing can tell it from a kernel that never ends.
constexpr std::string_view kCountingPtx = R"(.version 7.0
.target sm_80
.address_size 64
.visible .entry count()
{
  .reg .pred %p; .reg .b64 %d;
  mov.u64 %d, 0;
L: add.u64 %d, %d, 1;
  setp.ne.u64 %p, %d, 0;
  @%p bra L;
  ret;
}
)";

TEST_F(CliTest, CtrlCEndsARunCleanly) {
  write_file(folder_ / "k.ptx", kCountingPtx);
  toml("count", "");
  Ran ran = interrupted("run t.toml", SIGINT, past_start("check k.ptx"));
  EXPECT_EQ(ran.status, 130);
  EXPECT_FALSE(ran.killed);
  EXPECT_EQ(ran.err, "heddle: interrupted\n");
}

/// timeout(1) sends one signal to the program and one to its group; a later second signal kills.
TEST_F(CliTest, SignalsThatComeTogetherAreOneRequestToStop) {
  write_file(folder_ / "k.ptx", kCountingPtx);
  toml("count", "");
  const double begun = past_start("check k.ptx");
  Ran ran = watched("run t.toml", [&](Child& child) {
    child.wait_until_handled(SIGTERM);
    child.wait_until_used(begun);
    child.send_together(SIGINT, SIGTERM);
  });
  EXPECT_THAT(ran.status, testing::AnyOf(128 + SIGINT, 128 + SIGTERM));
  EXPECT_FALSE(ran.killed);
  EXPECT_EQ(ran.err, "heddle: interrupted\n");
}

TEST(CpuCheck, NamesWhatIsMissing) {
  CpuWords all{~0u, ~0u, ~0u, ~0u};
  EXPECT_EQ(missing_feature(all), nullptr);
  CpuWords old = all;
  old.leaf7_ebx = 0;
  EXPECT_STREQ(missing_feature(old), "AVX2");
  CpuWords disabled = all;
  disabled.xcr0 = 0;
  EXPECT_STREQ(missing_feature(disabled), "operating-system support for AVX");
  EXPECT_STREQ(missing_feature({}), "SSE4.2");
}

}  // namespace
}  // namespace heddle
