// A study's file: what it may say, and the runs that follow from it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "small_study.hpp"
#include "study/document.hpp"

namespace heddle::study {
namespace {

using test::complaint;
using test::parse;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(StudyFile, ExpandsIntoDistinctRuns) {
  Study study = parse(R"(
[[variant]]
name = "again"
arch = "pdom"
)");
  Plan plan = expand(study, "tiny");
  EXPECT_THAT(plan.runs, SizeIs(5));  // x and y on both rows, part on one; "again" is x
  EXPECT_EQ(plan.run_of[0], plan.run_of[3]);
  EXPECT_EQ(plan.run_of[2][1], Plan::kNone);
  for (const RunDescription& run : plan.runs) EXPECT_EQ(run_from_json(to_json(run)), run);
}

TEST(StudyFile, KeysTellRunsApart) {
  Plan plan = expand(parse(""), "tiny");
  RunDescription run = plan.runs[0];
  std::string key = key_of(run);
  EXPECT_EQ(key, plan.keys[0]);
  EXPECT_THAT(key, SizeIs(32));
  auto differs = [&](auto change) {
    RunDescription other = run;
    change(other);
    return key_of(other) != key;
  };
  EXPECT_TRUE(differs([](auto& r) { r.size = "small"; }));
  EXPECT_TRUE(differs([](auto& r) { r.seed = 2; }));
  EXPECT_TRUE(differs([](auto& r) { r.workload = "fig7"; }));
  EXPECT_TRUE(differs([](auto& r) { r.parameters = {"block=64"}; }));
  EXPECT_TRUE(differs([](auto& r) { r.machine += "\n"; }));
  EXPECT_TRUE(differs([](auto& r) { r.tool = "limit"; }));
}

TEST(StudyFile, MistakesAreReportedTogetherWithTheirPlaces) {
  std::string text = complaint(R"(
[[table]]
id = "t"
title = "T"
variants = ["x", "z"]
metric = "speed"
[[claim]]
id = "c"
text = "C"
value = "mean(ipc[w]) +"
[[claim]]
id = "d"
text = "D"
value = "ipc[x, C]"
[[claim]]
id = "e"
text = "E"
bound = 3
)");
  EXPECT_THAT(
      text, AllOf(HasSubstr("there is no variant 'z'"), HasSubstr("no metric 'speed'"),
                  HasSubstr("expected a value at column"), HasSubstr("there is no row or set 'C'"),
                  HasSubstr("unknown key 'bound'"), HasSubstr("test.toml:")));
  EXPECT_THAT(complaint("[[claim]]\nid = \"c\"\ntext = \"C\"\n"), HasSubstr("a claim needs"));
  EXPECT_THAT(complaint("[[variant]]\nname = \"x\"\n"), HasSubstr("defined twice"));
  EXPECT_THAT(complaint("= 3"), HasSubstr("test.toml:"));
  EXPECT_THAT(complaint("[[row]]\nlabel = \"r\"\nworkload = \"fig7\"\nblock = 32\n"),
              HasSubstr("name the 'kernel', too"));
  EXPECT_THAT(complaint("[[variant]]\nname = \"v\"\nsample = 5\n"), HasSubstr("go together"));
  EXPECT_THAT(complaint("[[table]]\nid = \"t\"\ntitle = \"T\"\nvariants = [\"x\"]\n"
                        "over_time = \"A\"\ncolumns = [[\"a\", \"cycles\"]]\n"),
              AllOf(HasSubstr("one variant, with 'sample'"), HasSubstr("a row with a 'kernel'"),
                    HasSubstr("'cycles' is not among the variant's 'statistics'")));
  EXPECT_THAT(complaint("[[table]]\nid = \"t\"\ntitle = \"T\"\n"
                        "columns = [[\"a\", \"ipc[$, A]\"]]\npaper.x = { a = 1 }\n"),
              AllOf(HasSubstr("no variant '$'"), HasSubstr("'x' must be a row")));
}

TEST(StudyFile, ArchsBecomeVariants) {
  Study study = parse(R"(
[[variant]]
name = "lanes "
archs = ["pdom", "dwf"]
tool = "watch"
size = "small"
[pages]
)");
  ASSERT_NE(study.find_variant("lanes dwf"), nullptr);
  EXPECT_EQ(study.find_variant("lanes dwf")->title, "dwf");
  EXPECT_EQ(study.page_variants, (std::vector<size_t>{3, 4}));
  Plan plan = expand(study, "tiny");
  EXPECT_EQ(plan.runs[plan.run_of[3][0]].size, "small");
  EXPECT_THAT(complaint("[[variant]]\narchs = [\"pdon\"]\n"), HasSubstr("there is no arch 'pdon'"));
  EXPECT_THAT(complaint("[[variant]]\narchs = \"all\"\n[pages]\nvariants = [\"pdom\"]\n"),
              HasSubstr("not of the tool watch"));
  EXPECT_THAT(complaint("[[variant]]\narchs = \"all\"\n[pages]\nvariants = [\"pdon\"]\n"),
              AllOf(HasSubstr("there is no variant 'pdon'"), HasSubstr("'pdom'")));
}

TEST(StudyFile, FiguresAndExplorersAreChecked) {
  std::string table =
      "[[table]]\nid = \"t\"\ntitle = \"T\"\nvariants = \"all\"\nmetric = \"ipc\"\n";
  Study study = parse(table +
                      "[[figure]]\nkind = \"bars\"\ntables = [\"t\"]\n"
                      "[explorer]\n[[explorer.item]]\ntitle = \"IPC\"\nmetric = \"ipc\"\n");
  EXPECT_EQ(study.tables[0].variants.size(), 3u);  // all, unasked
  EXPECT_EQ(study.figures[0].title, "T");
  EXPECT_EQ(study.explorer->variants.size(), 3u);
  auto wrong = [&](const std::string& more) { return complaint(table + more); };
  EXPECT_THAT(wrong("[[figure]]\nkind = \"pie\"\ntables = [\"t\"]\n"),
              HasSubstr("there is no kind of figure 'pie'; known are: bars, stacked"));
  EXPECT_THAT(wrong("[[figure]]\nkind = \"bars\"\ntables = [\"u\"]\n"),
              HasSubstr("there is no table 'u'"));
  EXPECT_THAT(wrong("[[figure]]\nkind = \"bars\"\n"), HasSubstr("a figure needs 'tables'"));
  EXPECT_THAT(wrong("[[figure]]\nkind = \"bars\"\ntables = [\"t\"]\ncolumns = [\"x\", \"z\"]\n"),
              HasSubstr("the table has no column 'z'"));
  EXPECT_THAT(wrong("[[figure]]\nkind = \"stacked\"\ntables = [\"t\", \"t\"]\n"),
              HasSubstr("needs as many 'labels'"));
  EXPECT_THAT(wrong("[explorer]\n"), HasSubstr("[[explorer.item]]"));
  EXPECT_THAT(wrong("[explorer]\n[[explorer.item]]\ntitle = \"x\"\nmetric = \"y\"\n"),
              HasSubstr("there is no metric 'y'"));
}

TEST(StudyFile, MachinesAndWorkloadsAreCheckedBeforeAnythingRuns) {
  EXPECT_THROW(expand(parse("[[variant]]\nname = \"bad\"\narch = \"pdon\"\n"), "tiny"), UsageError);
  EXPECT_THROW(expand(parse(""), "huge"), UsageError);
  EXPECT_THROW(
      expand(parse("[[variant]]\nname = \"s\"\nsample = 5\nstatistics = [\"nothing\"]\n"), "tiny"),
      UsageError);
}

TEST(StudyFile, SettingsMayBelongToASize) {
  Study study = parse_study(std::make_shared<Source>("test.toml", R"(
title = "a test"
preset = "small"
machine.tiny = ["sms=1"]
[[row]]
label = "A"
workload = "bitonic"
parameters.small = ["n=4096"]
[[row]]
label = "B"
workload = "bitonic"
parameters = ["n=512"]
[[variant]]
name = "x"
[[variant]]
name = "wide"
parameters = ["block=32"]
[[variant]]
name = "more"
set = ["sms=2"]
)"),
                            "test");
  Plan tiny = expand(study, "tiny"), small = expand(study, "small");
  auto run = [](const Plan& plan, size_t variant, size_t row) {
    return plan.runs[plan.run_of[variant][row]];
  };
  EXPECT_THAT(run(tiny, 0, 0).machine, HasSubstr("sms = 1\n"));
  EXPECT_THAT(run(tiny, 2, 0).machine, HasSubstr("sms = 2\n"));  // a variant's own come last
  EXPECT_THAT(run(small, 0, 0).machine, testing::Not(HasSubstr("sms = 1\n")));
  EXPECT_THAT(run(tiny, 0, 0).parameters, IsEmpty());
  EXPECT_THAT(run(small, 0, 0).parameters, testing::ElementsAre("n=4096"));
  EXPECT_THAT(run(tiny, 1, 1).parameters, testing::ElementsAre("n=512", "block=32"));
  EXPECT_THAT(to_markdown(study, "tiny", {}), HasSubstr("preset `small` with `sms=1`;"));
}

}  // namespace
}  // namespace heddle::study
