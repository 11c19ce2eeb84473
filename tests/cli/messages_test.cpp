// What somebody reads who mistook one thing for another: each message says what to do instead, and
// doing it works.
#include <gmock/gmock.h>

#include <regex>

#include "cli/program.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kMangledPtx = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry _Z5twicePj(.param .u64 x)
{
  .reg .b32 %r<4>; .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [x];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd1, %rd1, %rd2;
  ld.global.u32 %r2, [%rd1];
  add.u32 %r2, %r2, %r2;
  st.global.u32 [%rd1], %r2;
  ret;
}
.visible .entry _Z4nonev() { ret; }
.visible .entry _Z4fillIfEvPT_(.param .u64 x) { ret; }
.visible .entry _Z4fillIiEvPT_(.param .u64 x) { ret; }
.visible .entry _ZN4deep5twiceEv() { ret; }
)";

class MessagesTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_file(folder_ / "m.ptx", std::string_view(kMangledPtx));
  }
  void describe(const std::string& entry, const std::string& rest = "") {
    write_file(folder_ / "m.toml",
               "ptx = \"m.ptx\"\nentry = \"" + entry + "\"\ngrid = 1\nblock = 4\n" + rest);
  }
  std::string text(const std::string& name) { return read_file(folder_ / name); }
};

constexpr const char* kBuffer =
    "param = [{ buffer = { name = \"x\", type = \"u32\", count = 4, init = \"iota\" } }]\n"
    "[[compare]]\nbuffer = \"x\"\nvalues = [0, 2, 4, 6]\n";

TEST_F(MessagesTest, NearestNames) {
  const std::pair<const char*, const char*> wrong[] = {
      {"rnu x", "unknown command 'rnu'; did you mean 'run'?"},
      {"xyzzy", "unknown command 'xyzzy'; commands: run, compare, "},
      {"run bitonic --jsno x", "run has no option '--jsno'; did you mean '--json'?"},
      {"run bitonic --json", "--json needs a value"},
      {"run bitonic fft", "run takes no further argument, but got 'fft'"},
  };
  for (const auto& [line, message] : wrong) {
    Ran ran = run(line);
    EXPECT_EQ(ran.status, 2) << line;
    EXPECT_THAT(ran.err, StartsWith(std::string("heddle: ") + message)) << line;
  }
  EXPECT_THAT(run("rnu x").err, HasSubstr("\nTry 'heddle --help'."));
  for (const char* line : {"run", "run bitonic fft", "run bitonic --seed x", "run bitonic --json"})
    EXPECT_THAT(run(line).err, HasSubstr("\nTry 'heddle run --help'.")) << line;
  EXPECT_THAT(run("run bitonic --preset fremi").err,
              HasSubstr("there is no preset 'fremi'; did you mean 'fermi'?"));
  EXPECT_THAT(run("run bitonci").err, HasSubstr("did you mean 'bitonic'?"));
  EXPECT_THAT(run("run bitonic --arch podm").err, HasSubstr("did you mean 'pdom'?"));
}

TEST_F(MessagesTest, NothingAskedIsAnsweredWithHelp) {
  const Ran ran = run("");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.out, run("--help").out);
}

TEST_F(MessagesTest, RunTakesOneArch) {
  for (const std::string archs : {"all", "pdom,mimd"}) {
    Ran ran = run("run bitonic --size tiny --preset small --arch " + archs);
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.err, HasSubstr("heddle compare bitonic --arch " + archs));
  }
}

TEST_F(MessagesTest, PtxIsAnsweredWithALaunchDescription) {
  for (const std::string command : {"run k.ptx", "compare k.ptx --preset small", "run ./m.ptx"}) {
    Ran ran = run(command);
    EXPECT_EQ(ran.status, 1) << command;
    EXPECT_EQ(ran.out, "") << command;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("this is PTX"), HasSubstr("docs/launch.md"),
                               HasSubstr("entry = \""), Not(HasSubstr("error:"))))
        << command;
  }
  fs::copy(folder_ / "m.ptx", folder_ / "no_ending");
  EXPECT_THAT(run("run no_ending").err, HasSubstr("this is PTX"));
}

TEST_F(MessagesTest, TheLaunchDescriptionThatIsOfferedRuns) {
  Ran asked = run("run m.ptx");
  std::smatch command;
  ASSERT_TRUE(std::regex_search(asked.err, command, std::regex("  heddle (inspect .*)\n")));
  EXPECT_EQ(run(command[1]).status, 0);
  Ran ran = run("run m.toml");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("twice(unsigned int*): grid 1, block 32"));
  fs::create_directory(folder_ / "sub");
  EXPECT_EQ(run("inspect k.ptx --launch sub/all.toml").status, 0);
  EXPECT_THAT(text("sub/all.toml"), HasSubstr("ptx = \"../k.ptx\""));
  Ran faults = run("run sub/all.toml --max-instructions 1000");  // one of them spins, one crashes
  EXPECT_THAT(faults.err, Not(HasSubstr("all.toml:"))) << "the description itself is good";
  EXPECT_THAT(run("inspect k.ptx --launch -").out, StartsWith("ptx = \"k.ptx\""));
}

TEST_F(MessagesTest, ByteOrderMarks) {
  write_file(folder_ / "bom.ptx", "\xef\xbb\xbf" + text("k.ptx"));
  EXPECT_EQ(run("check bom.ptx").status, 0);
  toml("count", "");
  write_file(folder_ / "t.toml",
             "\xef\xbb\xbf" + std::regex_replace(text("t.toml"), std::regex("k.ptx"), "bom.ptx"));
  EXPECT_EQ(run("run t.toml").status, 0);
  std::string wide = "\xff\xfe";
  for (char c : text("k.ptx")) wide += std::string{c, '\0'};
  for (const std::string& utf16 : {wide, wide.substr(2)}) {
    write_file(folder_ / "wide.ptx", utf16);
    Ran ran = run("inspect wide.ptx");
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.err, HasSubstr("wide.ptx:1:1: error: this is UTF-16 text; convert it"));
    write_file(folder_ / "wide.toml", utf16);
    EXPECT_THAT(run("run wide.toml").err, HasSubstr("wide.toml:1:1: error: this is UTF-16 text"));
  }
}

/// The settings that are offered make the machine run.
TEST_F(MessagesTest, KeysThatMustChangeTogether) {
  for (const std::string preset : {"fermi", "small", "fung2007"})
    for (const std::string warp : {"1", "8", "16"}) {
      const std::string line =
          "run bitonic --size tiny --preset " + preset + " --set core.warp=" + warp;
      Ran alone = run(line);
      if (preset == "fung2007" && warp == "16") continue;  // its own
      EXPECT_EQ(alone.status, 1) << line;
      std::smatch offer;
      ASSERT_TRUE(
          std::regex_search(alone.err, offer, std::regex("\nIt can be built with (--set .*)\n")))
          << alone.err;
      EXPECT_THAT(std::string(offer[1]), HasSubstr("core.lanes=" + warp)) << line;
      Ran together = run(line + " " + std::string(offer[1]));
      EXPECT_EQ(together.status, 0) << line << " " << offer[1] << together.err;
    }
  // Nothing is offered that would override what the user has set.
  Ran both = run("run bitonic --preset small --set core.warp=8 --set core.lanes=16");
  EXPECT_EQ(both.status, 1);
  EXPECT_THAT(both.err, HasSubstr("core.lanes: --set core.lanes=16"));
  EXPECT_THAT(both.err, Not(HasSubstr("It can be built")));
}

TEST_F(MessagesTest, KernelsByTheirNamesInCpp) {
  for (const char* name :
       {"_Z5twicePj", "twice", "twice(unsigned int*)", "twice(unsigned int *)"}) {
    describe(name, kBuffer);
    Ran ran = run("run m.toml --json r.json");
    EXPECT_EQ(ran.status, 0) << name << ran.err;
    EXPECT_THAT(ran.out, StartsWith("twice(unsigned int*): grid 1")) << name;
    EXPECT_THAT(text("r.json"), AllOf(HasSubstr("\"kernel\": \"_Z5twicePj\""),
                                      HasSubstr("\"demangled\": \"twice(unsigned int*)\"")));
    Ran timed = run("run m.toml --preset small --json r.json");
    EXPECT_THAT(timed.out, HasSubstr("twice(unsigned int*) <<<1, 4>>>")) << name;
    EXPECT_THAT(text("r.json"), HasSubstr("\"demangled\": \"twice(unsigned int*)\""));
    EXPECT_EQ(run("compare m.toml --arch pdom --preset small").status, 0) << name;
    Ran shown = run(std::string("inspect m.ptx --kernel '") + name + "'");
    EXPECT_THAT(shown.out, HasSubstr("kernel twice(unsigned int*)  (_Z5twicePj)")) << name;
  }
  describe("deep::twice");
  EXPECT_EQ(run("run m.toml").status, 0);
  describe("fill<float>", kBuffer);
  EXPECT_THAT(run("run m.toml").out, StartsWith("void fill<float>(float*): grid 1"));
  describe("fill", kBuffer);
  EXPECT_THAT(
      run("run m.toml").err,
      HasSubstr("'fill' may be one of several kernels of 'm.ptx': void fill<float>(float*); "
                "void fill<int>(int*)"));
  EXPECT_EQ(run("inspect m.ptx --kernel fill").status, 1);
  describe("absent");
  EXPECT_THAT(run("run m.toml").err, HasSubstr("'m.ptx' has: twice(unsigned int*), none(), "));
  EXPECT_THAT(run("inspect m.ptx --kernel none --json -").out,
              AllOf(HasSubstr("\"name\": \"_Z4nonev\""), HasSubstr("\"demangled\": \"none()\"")));
}

}  // namespace
}  // namespace heddle
