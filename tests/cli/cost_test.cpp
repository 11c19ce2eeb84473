// heddle cost, as a user sees it.
#include <gmock/gmock.h>

#include "cli/program.hpp"
#include "json/json.hpp"

namespace heddle {
namespace {

using testing::HasSubstr;

using CostCliTest = CliTest;

TEST_F(CostCliTest, PrintsThePapersTable) {
  Ran ran = run("cost --arch dwf --preset fung2007");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("dwf on fung2007\n"));
  EXPECT_THAT(ran.out, HasSubstr("48464    2.471\n"));
  EXPECT_THAT(ran.out, HasSubstr("8 cores: 22.39 mm², 4.7 % of 480 mm² (GeForce 8800 GTX, 90 nm)"));
}

TEST_F(CostCliTest, WritesJsonForSeveralArchs) {
  Ran ran = run("cost --arch all --preset fung2007 --set dwf.lut_entries=64 --json cost.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  auto json = parse_json(read_file(folder_ / "cost.json"));
  EXPECT_EQ(json["schema"], "heddle-cost/1");
  uint64_t bits = 0;
  for (const auto& row : json["rows"])
    if (row["arch"] == "dwf") bits = row["bits"];
  EXPECT_EQ(bits, 48464u + 1792);
  EXPECT_EQ(json["rows"][0]["preset"], "fung2007");
}

TEST_F(CostCliTest, RefusesWhatDoesNotExist) {
  Ran ran = run("cost --arch dwarf");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("there is no arch 'dwarf'; known archs: all, "));
  ran = run("cost --preset fung2007 --set dwf.lut_entries=33");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("it must be a multiple of dwf.lut_ways"));
  EXPECT_EQ(run("cost --arch").status, 2);
  EXPECT_EQ(run("cost dwf").status, 2);
  EXPECT_EQ(run("cost --json no/such/folder/cost.json").status, 1);
}

}  // namespace
}  // namespace heddle
