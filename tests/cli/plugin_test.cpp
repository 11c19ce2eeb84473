// --plugin: a library's scheduler and workload are known wherever a command takes names, and to
// nothing else.
#include <gmock/gmock.h>

#include "cli/program.hpp"
#include "json/json.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class PluginCliTest : public CliTest {
 protected:
  static std::string plugin(const std::string& name = "good") {
    return " --plugin " HEDDLE_MODULES "/lib" + name + ".so ";
  }
  void refused(const std::string& command, const std::string& why, int status = 1) {
    Ran ran = run(command);
    EXPECT_EQ(ran.status, status) << command << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(why)) << command;
  }
};

TEST_F(PluginCliTest, ListsShowWhereNamesComeFrom) {
  EXPECT_THAT(run("list schedulers" + plugin()).out,
              AllOf(HasSubstr("the warp that arrived last [/"), HasSubstr("libgood.so]")));
  EXPECT_THAT(run("list schedulers").out, Not(HasSubstr("newest")));
  EXPECT_THAT(run("list workloads" + plugin()).out, HasSubstr("Doubles numbers. [/"));
  const Json json = parse_json(run("list schedulers --json" + plugin()).out);
  EXPECT_THAT(json.at(json.size() - 1).at("origin"), HasSubstr("libgood.so"));
}

TEST_F(PluginCliTest, EveryCommandTakesItsNames) {
  const std::string set = plugin() + "--set arch.schedule=newest ";
  EXPECT_THAT(run("run doubles --size tiny" + plugin()).out, HasSubstr("doubles equals"));
  EXPECT_THAT(run("run doubles --size tiny --arch dwf --preset small" + set).out,
              HasSubstr("doubles equals"));
  EXPECT_THAT(run("compare doubles bitonic --size tiny --preset small --arch pdom,dwf" + set).out,
              Not(HasSubstr("FAILED")));
  EXPECT_THAT(run("cost --arch pdom --preset small" + set).out, HasSubstr("Newest"));
  EXPECT_EQ(run("limit doubles --size tiny" + plugin()).status, 0);
  write_file(folder_ / "mine.toml",
             std::string_view("inherits = \"pdom\"\n[arch]\nschedule = \"newest\"\n"));
  EXPECT_EQ(run("run bitonic --size tiny --preset small --arch mine.toml" + plugin()).status, 0);
  refused("run bitonic --size tiny --preset small --arch mine.toml", "mine.toml:3:12: error: ");
}

TEST_F(PluginCliTest, SweepsKeepTheirRunsApart) {
  const std::string sweep =
      "sweep bitonic --size tiny --preset small --arch pdom --store s.db --set arch.schedule=";
  EXPECT_THAT(run(sweep + "oldest,newest" + plugin()).out, HasSubstr("2 runs, 0 of them"));
  EXPECT_THAT(run(sweep + "oldest,newest" + plugin()).out, HasSubstr("2 runs, 2 of them"));
  // The same plug-in with other bytes: the run that does not use it is the same.
  std::string bytes = read_file(HEDDLE_MODULES "/libgood.so");
  write_file(folder_ / "libgood.so", bytes + "more");
  EXPECT_THAT(run(sweep + "oldest,newest --plugin libgood.so").out, HasSubstr("2 runs, 1 of them"));
  EXPECT_THAT(run(sweep + "oldest,newest").out, HasSubstr("1 of 2 combinations cannot be run"));
}

TEST_F(PluginCliTest, WhatFailsIsNamed) {
  const std::string start = "run bitonic --size tiny --preset small --arch pdom" + plugin();
  refused(start + "--set arch.schedule=throws --json partial.json", "libgood.so failed: no idea");
  EXPECT_TRUE(parse_json(read_file(folder_ / "partial.json")).at("partial"));
  refused(start + "--set arch.schedule=wrong", "which is not one of the candidates");
  refused("run fails --size tiny" + plugin(), "the workload 'fails' of /");
  refused("run doubles" + plugin() + "--param n=0", "'n' (numbers) cannot be 0");
  // A sweep goes on, and a failure of a plug-in is not stored.
  const std::string sweep = "sweep bitonic --size tiny --preset small --store s.db" + plugin() +
                            "--set arch.schedule=throws,oldest";
  refused(sweep, "the scheduler 'throws' of /", 3);
  EXPECT_THAT(run(sweep).out, HasSubstr("2 runs, 1 of them from the store"));
}

TEST_F(PluginCliTest, BadPluginsAreRefused) {
  refused("list schedulers --plugin none.so", "none.so");
  refused("list schedulers --plugin .", "it is not a regular file");
  refused("list schedulers" + plugin("other_build"), "compiled for another build of heddle");
  refused("list schedulers" + plugin("no_entry"), "it is no plug-in of heddle");
  refused("list schedulers" + plugin("taken"), "has the name of a built-in one");
  refused("list schedulers --plugin", "--plugin", 2);
  // A result never replaces the library.
  write_file(folder_ / "libgood.so", read_file(HEDDLE_MODULES "/libgood.so"));
  refused("run bitonic --size tiny --arch pdom --plugin libgood.so --json libgood.so",
          "libgood.so");
}

}  // namespace
}  // namespace heddle
