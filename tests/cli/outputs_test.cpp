// What commands write: judged before any work, never over an input, through links, to devices.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <regex>

#include "cli/program.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class OutputsTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    toml("reverse",
         "shared = 16\nparam = [{ buffer = { name = \"x\", type = \"u32\", file = \"in.bin\" } }]\n"
         "[[output]]\nbuffer = \"x\"\nfile = \"x.bin\"\n");
    write_file(folder_ / "in.bin", std::string(16, '\0'));
    write_file(folder_ / "mine.toml", std::string_view("inherits = \"base.toml\"\n"));
    write_file(folder_ / "base.toml", std::string_view("inherits = \"small\"\n"));
    write_file(folder_ / "study.toml", std::string_view(R"(
title = "t"
preset = "small"
[[row]]
label = "Sort"
workload = "bitonic"
[[variant]]
name = "stack"
arch = "pdom"
[metrics]
ipc = "derived.ipc"
[[table]]
id = "t"
title = "IPC"
variants = ["stack"]
metric = "ipc"
)"));
    fs::create_directory(folder_ / "dir");
    fs::create_symlink("in.bin", folder_ / "link");
    fs::create_hard_link(folder_ / "k.ptx", folder_ / "hard");
  }
  void refused(const std::string& line, const std::string& sentence) {
    Ran ran = run(line);
    EXPECT_EQ(ran.status, 1) << line;
    EXPECT_EQ(ran.out, "") << line;
    EXPECT_THAT(ran.err, HasSubstr(sentence)) << line;
    EXPECT_FALSE(fs::exists(folder_ / "x.bin")) << line;  // no kernel ran
  }
  std::string text(const std::string& name) { return read_file(folder_ / name); }
};

TEST_F(OutputsTest, PlacesAreJudgedFirst) {
  const std::pair<const char*, std::vector<const char*>> commands[] = {
      {"run t.toml --preset small", {"--json", "--csv", "--branches", "--trace", "--konata"}},
      {"run t.toml", {"--json"}},
      {"compare t.toml --preset small", {"--json"}},
      {"limit fig7", {"--json"}},
      {"cost --arch pdom", {"--json"}},
      {"bench vecadd --functional", {"--json"}},
      {"inspect k.ptx", {"--json", "--dot"}},
      {"reproduce study.toml --size tiny --no-store", {"--json", "--summary"}},
  };
  for (const auto& [command, options] : commands)
    for (const std::string option : options) {
      const std::string start = std::string(command) + " " + option + " ";
      refused(start + "none/r", option + ": cannot write 'none/r': there is no folder 'none'");
      refused(start + "dir", option + ": cannot write 'dir': it is a folder");
      refused(start + "k.ptx/r", option + ": cannot write 'k.ptx/r': 'k.ptx' is not a folder");
      refused(start + "new/", option + ": cannot write 'new/'");
    }
  refused("compare t.toml --preset small --report k.ptx", "k.ptx");
  refused("reproduce study.toml --size tiny --no-store --docs k.ptx", "k.ptx");
}

TEST_F(OutputsTest, OneFileForTwoOutputsIsRefused) {
  fs::create_symlink("a", folder_ / "to_a");
  fs::create_directory_symlink(".", folder_ / "here");
  const char* spellings[] = {"a", "./a", "dir/../a", "to_a", "here/a"};
  for (const std::string name : spellings)
    refused("run t.toml --preset small --json a --csv " + name,
            "--json and --csv '" + name + "' name the same file");
  refused("run t.toml --preset small --trace a --konata ./a", "name the same file");
  refused("run t.toml --json x.bin", "--json 'x.bin' and the output 'x.bin' name the same file");
  refused("inspect k.ptx --json - --dot /dev/stdout", "name the same file");
  refused("reproduce study.toml --size tiny --no-store --docs . --json study.md",
          "--docs and --json 'study.md' name the same file");
  Ran null = run("run t.toml --preset small --json /dev/null --csv /dev/null");
  EXPECT_EQ(null.status, 0) << null.err;
}

TEST_F(OutputsTest, InputsAreNeverOverwritten) {
  const char* inputs[] = {"t.toml", "k.ptx", "hard", "in.bin", "link", "mine.toml", "base.toml"};
  for (const std::string name : inputs) {
    refused("run t.toml --preset mine.toml --csv " + name, "--csv '" + name + "' would overwrite ");
    refused("compare t.toml --preset mine.toml --json ./" + name, "would overwrite ");
  }
  refused("inspect k.ptx --dot hard", "--dot 'hard' would overwrite the PTX file 'k.ptx'");
  refused("cost --preset mine.toml --json base.toml", "would overwrite the preset");
  refused("reproduce study.toml --size tiny --no-store --json ./study.toml",
          "would overwrite the study 'study.toml'");
  write_file(folder_ / "study.toml",
             std::regex_replace(text("study.toml"), std::regex("\"small\""), "\"./mine.toml\""));
  refused("reproduce study.toml --size tiny --no-store --json base.toml",
          "would overwrite the preset");
  write_file(folder_ / "arch.toml", std::string_view("inherits = \"arch_base.toml\"\n"));
  write_file(folder_ / "arch_base.toml", std::string_view("inherits = \"dwf\"\n"));
  for (const std::string command : {"run t.toml", "compare t.toml", "cost"})
    for (const std::string name : {"arch.toml", "arch_base.toml"})
      refused(command + " --arch ./arch.toml --json " + name, "would overwrite the arch");
  write_file(folder_ / "study.toml",
             std::regex_replace(text("study.toml"), std::regex("\"pdom\""), "\"./arch.toml\""));
  refused("reproduce study.toml --size tiny --no-store --json arch_base.toml",
          "would overwrite the arch");
  toml("reverse",
       "shared = 16\nparam = [{ buffer = { name = \"x\", type = \"u32\", file = \"in.bin\" } }]\n"
       "[[output]]\nbuffer = \"x\"\nfile = \"link\"\n");
  Ran ran = run("run t.toml");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("t.toml:9:8: error: 'link' is also an input, 'in.bin'"));
  EXPECT_EQ(text("in.bin"), std::string(16, '\0'));
}

TEST_F(OutputsTest, TheStoreIsNeverOverwritten) {
  const std::string sweep = "sweep fig7 --size tiny --preset small ";
  const std::string commands[] = {sweep, "compare t.toml --preset small --arch pdom ",
                                  "reproduce study.toml --size tiny "};
  for (const std::string& command : commands) {
    refused(command + "--store new.db --json ./new.db",
            "--json './new.db' would overwrite the store");
    refused(command + "--store new.db --json new.db-wal", "would overwrite the store 'new.db-wal'");
    EXPECT_FALSE(fs::exists(folder_ / "new.db")) << command;
  }
  EXPECT_EQ(run(sweep + "--store kept.db").status, 0);
  refused(sweep + "--store kept.db --csv kept.db", "--csv 'kept.db' would overwrite the store");
  EXPECT_THAT(text("kept.db"), StartsWith("SQLite format"));
  EXPECT_EQ(run(sweep).status, 0);  // in the default store
  refused(sweep + "--csv data/heddle/results.db", "would overwrite the store");
}

TEST_F(OutputsTest, WhatASweepReadsIsNeverOverwritten) {
  write_file(folder_ / "sweep.toml", std::string_view("title = \"t\"\npreset = \"small\"\n"
                                                      "[sweep]\nworkloads = [\"fig7\"]\n"));
  refused("sweep --study sweep.toml --size tiny --no-store --csv ./sweep.toml",
          "would overwrite the study 'sweep.toml'");
  fs::copy("/bin/true", folder_ / "prog", fs::copy_options::none);
  for (const std::string command : {"cuda", "compare --arch pdom", "sweep --no-store"}) {
    refused(command + " --json prog -- ./prog", "would overwrite the program");
    refused(command + " --json in.bin -- ./prog in.bin", "would overwrite the program's argument");
  }
  for (const std::string command : {"compare --arch pdom", "sweep --no-store"})
    refused(command + " --input in.bin --json link -- ./prog",
            "would overwrite the program's file");
}

TEST_F(OutputsTest, LinksAreWrittenThrough) {
  write_file(folder_ / "dir" / "real", std::string_view("old"));
  ::chmod((folder_ / "dir" / "real").c_str(), 0640);
  fs::create_symlink("real", folder_ / "dir" / "hop");
  fs::create_symlink("dir/hop", folder_ / "through");
  fs::create_symlink("dir/fresh", folder_ / "dangling");
  EXPECT_EQ(run("run t.toml --preset small --json through --csv dangling").status, 0);
  for (const char* link : {"through", "dir/hop", "dangling"})
    EXPECT_TRUE(fs::is_symlink(folder_ / link)) << link;
  EXPECT_THAT(text("dir/real"), StartsWith("{"));
  EXPECT_THAT(text("dir/fresh"), StartsWith("launch,kernel"));
  EXPECT_EQ(fs::status(folder_ / "dir" / "real").permissions(), fs::perms(0640));
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
    EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
}

TEST_F(OutputsTest, StandardOutputIsForTheResult) {
  for (const char* name : {"-", "/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"}) {
    Ran ran = run(std::string("run t.toml --json ") + name);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, AllOf(StartsWith("{"), Not(HasSubstr("thread instructions\n")))) << name;
    EXPECT_THAT(ran.err, HasSubstr("thread instructions\n")) << name;
  }
  Ran appended = run("run t.toml --json -", ">>out.txt 2>err.txt");
  EXPECT_THAT(appended.out, StartsWith("{"));
  Ran piped = run("run t.toml --preset small --csv - --json r.json", "2>err.txt | cat >out.txt");
  EXPECT_THAT(piped.out, StartsWith("launch,kernel"));
  EXPECT_EQ(run("run t.toml --json out.txt").status, 1);
  EXPECT_THAT(text("err.txt"), HasSubstr("is the file that standard output goes to"));
}

TEST_F(OutputsTest, PipesAndFullDisks) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0666), 0);
  Ran piped = run("run t.toml --json pipe", ">o 2>err.txt & timeout 300 cat pipe >out.txt; wait");
  EXPECT_THAT(piped.out, StartsWith("{"));
  EXPECT_TRUE(fs::is_fifo(folder_ / "pipe"));
  Ran without_reader = watched("cost --arch pdom --json pipe", [](Child& child) {
    child.wait_until_handled(SIGTERM);
    child.wait_until_asleep();
    child.send(SIGTERM);
  });
  EXPECT_EQ(without_reader.status, 143);
  EXPECT_FALSE(without_reader.killed);
  if (!fs::exists("/dev/full")) return;
  const char* commands[] = {"run t.toml --json",
                            "run t.toml --preset small --konata",
                            "compare t.toml --preset small --arch pdom --json",
                            "limit fig7 --size tiny --json",
                            "cost --arch pdom --json",
                            "inspect k.ptx --dot",
                            "reproduce study.toml --size tiny --no-store --json"};
  for (const std::string command : commands) {
    Ran full = run(command + " /dev/full");
    EXPECT_EQ(full.status, 1) << command;
    EXPECT_THAT(full.err, HasSubstr("cannot write '/dev/full': No space left on device"));
  }
  Ran others = run("run t.toml --preset small --json /dev/full --csv s.csv");
  EXPECT_EQ(others.status, 1);
  EXPECT_THAT(text("s.csv"), StartsWith("launch,kernel"));
}

}  // namespace
}  // namespace heddle
