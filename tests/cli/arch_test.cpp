// A user's arch on the command line: no rebuild, everywhere an arch is accepted.
#include <gmock/gmock.h>

#include "cli/program.hpp"
#include "json/json.hpp"

namespace heddle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ArchCliTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    write_file(folder_ / "mine.toml",
               std::string_view("inherits = \"dwf\"\ndescription = \"the oldest first\"\n"
                                "[arch]\nschedule = \"oldest\"\n"));
  }
  Json json(const std::string& file) { return parse_json(read_file(folder_ / file)); }
};

TEST_F(ArchCliTest, ChangesOneKeyOfABuiltInArch) {
  const std::string start = "run fig7 --size tiny --preset fung2007 --arch ";
  ASSERT_EQ(run(start + "dwf --json dwf.json").status, 0);
  Ran ran = run(start + "mine.toml --json mine.json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("mine on fung2007 "));
  Json dwf = json("dwf.json"), mine = json("mine.json");
  EXPECT_EQ(mine["arch"], "mine");
  EXPECT_NE(mine["config"], dwf["config"]);
  dwf["config"]["arch"]["schedule"] = "oldest";
  EXPECT_EQ(mine["config"], dwf["config"]);
  // The same as changing it by hand.
  ASSERT_EQ(run(start + "dwf --set arch.schedule=oldest --json set.json").status, 0);
  EXPECT_EQ(mine["total"], json("set.json")["total"]);
}

TEST_F(ArchCliTest, IsAcceptedWhereverANameIs) {
  Ran ran = run(
      "compare fig7 --size tiny --preset small --arch pdom,./mine.toml --json c.json --report r");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("fig7  mine "));
  EXPECT_EQ(json("c.json")["rows"][1]["arch"], "mine");
  EXPECT_EQ(json("c.json")["configs"]["mine"]["arch"]["schedule"], "oldest");
  EXPECT_THAT(read_file(folder_ / "r/index.html"), HasSubstr("the oldest first"));
  ran = run("cost --arch mine.toml --preset fung2007 --json cost.json");
  EXPECT_THAT(ran.out, HasSubstr("mine on fung2007\n"));
  EXPECT_EQ(json("cost.json")["rows"][0]["arch"], "mine");
  ran = run("conformance '" HEDDLE_TESTS "/conformance/returns' --arch functional,mine.toml");
  EXPECT_EQ(ran.out, "30 passed, 0 failed\n") << ran.err;
}

TEST_F(ArchCliTest, ListsSayWhereArchsComeFrom) {
  EXPECT_THAT(run("list archs").out,
              AllOf(HasSubstr("the upper bound [built in]\n"), Not(HasSubstr("mine "))));
  setenv("HEDDLE_ARCHS", folder_.path().c_str(), 1);
  const std::string text = run("list archs").out, listed = run("list archs --json").out;
  unsetenv("HEDDLE_ARCHS");
  const std::string file = (folder_ / "mine.toml").string();
  EXPECT_THAT(text, HasSubstr("the oldest first [" + file + "]\n"));
  const Json last = parse_json(listed).back();
  EXPECT_EQ(last, (Json{{"name", "mine"}, {"sentence", "the oldest first"}, {"origin", file}}));
}

TEST_F(ArchCliTest, BadFilesAreExplained) {
  write_file(folder_ / "bad.toml", std::string_view("[arch]\nschedul = \"oldest\"\n"));
  Ran ran = run("run fig7 --arch bad.toml");
  EXPECT_NE(ran.status, 0);
  EXPECT_THAT(ran.err, HasSubstr("bad.toml:2:1: error: unknown key 'arch.schedul'; did you mean"));
  EXPECT_THAT(run("run fig7 --arch none.toml").err, HasSubstr("cannot read the arch none.toml"));
  EXPECT_THAT(run("compare fig7 --arch pdom,none.toml").err, HasSubstr("arch none.toml"));
}

}  // namespace
}  // namespace heddle
