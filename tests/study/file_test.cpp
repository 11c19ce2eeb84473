// A study's file: what it may say, and the runs that follow from it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.hpp"
#include "scratch.hpp"
#include "small_study.hpp"
#include "study/document.hpp"

namespace heddle::study {
namespace {

constexpr const char* kStoreKernel = R"(.version 7.8
.target sm_80
.address_size 64
.visible .entry store(.param .u64 out)
{
.reg .b32 %r<4>; .reg .b64 %d<4>;
ld.param.u64 %d1, [out];
mov.u32 %r1, %tid.x;
mul.wide.u32 %d2, %r1, 4;
add.u64 %d3, %d1, %d2;
st.global.u32 [%d3], %r1;
ret;
}
)";
constexpr const char* kStoreLaunch = R"(ptx = "k.ptx"
entry = "store"
grid = 1
block = 32
[[param]]
buffer = { name = "out", type = "u32", count = 32 }
)";

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
              HasSubstr("also set 'kernel'"));
  EXPECT_THAT(complaint("[[variant]]\nname = \"v\"\nsample = 5\n"),
              HasSubstr("must be set together"));
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
              HasSubstr("does not use the tool watch"));
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
              HasSubstr("there is no kind of figure 'pie'; known kinds: bars, stacked"));
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

std::string expansion_problem(const std::string& more, const std::string& size = "tiny") {
  try {
    expand(parse(more), size);
  } catch (const Error& e) {
    return e.what();
  }
  return "none";
}

TEST(StudyFile, MachinesAndWorkloadsAreCheckedBeforeAnythingRuns) {
  EXPECT_THAT(expansion_problem("[[variant]]\nname = \"bad\"\narch = \"pdon\"\n"),
              AllOf(HasSubstr("test.toml:25:1: error: "), HasSubstr("'pdon'")));
  EXPECT_THAT(expansion_problem("", "huge"), HasSubstr("test.toml:6:12: error: "));
  EXPECT_THAT(expansion_problem("[[row]]\nlabel = \"r\"\nworkload = \"bitnoic\"\n"),
              AllOf(HasSubstr("test.toml:27:12: error: "), HasSubstr("did you mean 'bitonic'")));
  EXPECT_THAT(
      expansion_problem("[[row]]\nlabel = \"r\"\nworkload = \"bitonic\"\nkernel = \"bitonik\"\n"),
      HasSubstr("test.toml:27:12: error: 'bitonic' has no kernel 'bitonik'"));
}

TEST(StudyFile, UnknownStatisticsAreFoundWhereTheyStand) {
  EXPECT_THAT(complaint("bad = \"100 * derived.ipk / cycles\"\n"),
              AllOf(HasSubstr("test.toml:25:14: error: there is no statistic 'derived.ipk'"),
                    HasSubstr("did you mean 'derived.ipc'?")));
  EXPECT_THAT(complaint("bad = \"cost.structures.1.bit\"\n"),
              HasSubstr("did you mean 'cost.structures.0.bits'?"));
  EXPECT_THAT(complaint("bad = \"limit.total.gains\"\n"),
              HasSubstr("did you mean 'limit.total.gain'?"));
  EXPECT_THAT(complaint("bad = \"cycles[x]\"\n"), HasSubstr("write cycles"));
  EXPECT_EQ(complaint("a = \"cost.structures.12.bits\"\nb = \"limit.total.gain + l1.reads\"\n"),
            "none");
  EXPECT_THAT(
      complaint("[[variant]]\nname = \"s\"\nsample = 5\nstatistics = [\"cycle\"]\n"),
      AllOf(HasSubstr("test.toml:28:14: error: unknown statistic 'cycle'"), HasSubstr("'cycles'")));
}

std::string claim_of(const std::string& value) {
  return "[[claim]]\nid = \"c\"\ntext = \"C\"\nvalue = \"" + value + "\"\n";
}

TEST(StudyFile, DivisionsByAConstantZeroAreFoundWhereTheyStand) {
  EXPECT_THAT(complaint(claim_of("1/0")), HasSubstr("test.toml:28:11: error: division by zero"));
  EXPECT_THAT(complaint(claim_of("2 * (mean(ipc[x]) / (3 - 3))")),
              HasSubstr("test.toml:28:28: error: division by zero"));
  EXPECT_THAT(complaint(claim_of("change(mean(ipc[x]), 0)")),
              HasSubstr("test.toml:28:10: error: division by zero"));
  EXPECT_THAT(complaint("bad = \"cycles / 0\"\n"),
              HasSubstr("test.toml:25:15: error: division by zero"));
  EXPECT_THAT(complaint("[[table]]\nid = \"t\"\ntitle = \"T\"\nvariants = [\"x\"]\n"
                        "columns = [[\"a\", \"1 / 0\"]]\n"),
              HasSubstr("test.toml:29:21: error: division by zero"));
  EXPECT_EQ(complaint(claim_of("0 / 1")), "none");
}

TEST(StudyFile, ListsWhereANumberIsNeededAreFound) {
  EXPECT_THAT(complaint(claim_of("ipc[x]")), HasSubstr("this is a list of 2 numbers"));
  EXPECT_EQ(complaint(claim_of("ipc[x, @first]")), "none");  // a set of one
  EXPECT_EQ(complaint(claim_of("mean(ipc[x] / ipc[y])")), "none");
  EXPECT_EQ(complaint(claim_of("all(ipc[x] > ipc[y, A])")), "none");
}

TEST(StudyFile, AUsersArchIsAVariant) {
  ScratchFolder folder;
  const std::string file = (folder / "mine.toml").string();
  auto write = [&](const char* text) { std::ofstream(folder / "mine.toml") << text; };
  auto key = [&] {
    Study study = parse("[[variant]]\nname = 'with '\narchs = ['pdom', '" + file + "']\n");
    EXPECT_EQ(study.variants.back().name, "with mine");
    EXPECT_EQ(study.variants.back().title, "mine");
    Plan plan = expand(study, "tiny");
    return plan.keys[plan.run_of.back()[0]];
  };
  write("inherits = 'dwf'\n");
  const std::string before = key();
  EXPECT_EQ(key(), before);
  // The key of a kept run follows what the file says.
  write("inherits = 'dwf'\n[arch]\nschedule = 'oldest'\n");
  EXPECT_NE(key(), before);
  std::filesystem::remove(folder / "mine.toml");
  EXPECT_THAT(complaint("[[variant]]\narchs = ['" + file + "']\n"),
              HasSubstr("cannot read the arch " + file));
}

TEST(StudyFile, LaunchDescriptionsAreRows) {
  ScratchFolder folder;
  std::filesystem::create_directory(folder / "own");
  std::ofstream(folder / "own" / "k.ptx") << kStoreKernel;
  std::ofstream(folder / "own" / "k.toml") << kStoreLaunch;
  auto study = [&] {
    std::string text = test::kHead;
    text.insert(text.find("[sets]"), "[[row]]\nlabel = \"own\"\nworkload = \"own/k.toml\"\n");
    return parse_study(std::make_shared<Source>((folder / "mine.toml").string(), text), "mine");
  };
  Plan plan = expand(study(), "tiny");
  size_t run = plan.run_of[0][2];
  EXPECT_EQ(plan.runs[run].workload, (folder / "own/k.toml").string());
  EXPECT_EQ(plan.runs[run].size, "");
  Json result = execute(plan.runs[run]);
  EXPECT_FALSE(result.contains("failure")) << result.dump();
  EXPECT_GT(result["total"]["cycles"].get<int>(), 0);
  RunDescription traced = plan.runs[run];
  traced.tool = "limit";
  EXPECT_GT(execute(traced)["limit"]["total"]["pdom_instructions"].get<int>(), 0);
  // The key follows the kernel's text.
  std::string before = plan.keys[run];
  EXPECT_EQ(expand(study(), "small").keys[run], before);
  std::ofstream(folder / "own" / "k.ptx", std::ios::app) << "// more\n";
  EXPECT_NE(expand(study(), "tiny").keys[run], before);
  std::filesystem::remove(folder / "own" / "k.ptx");
  try {
    expand(study(), "tiny");
    ADD_FAILURE();
  } catch (const IoError& e) {
    EXPECT_THAT(e.what(), AllOf(HasSubstr("mine.toml:"), HasSubstr("k.ptx")));
  }
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
  EXPECT_THAT(to_markdown(study, "tiny", {}), HasSubstr("preset `small` with `sms=1` from"));
}

}  // namespace
}  // namespace heddle::study
