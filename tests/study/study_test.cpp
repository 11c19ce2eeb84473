// From a study's file to runs, from results to verdicts.
#include "study/study.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.hpp"
#include "study/cache.hpp"
#include "study/document.hpp"
#include "study/tools.hpp"
#include "workload/workload.hpp"

namespace heddle::study {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kHead = R"(
title = "a test"
preset = "small"
[[row]]
label = "A"
workload = "bitonic"
[[row]]
label = "B"
workload = "fig7"
[sets]
first = ["A"]
[[variant]]
name = "x"
arch = "pdom"
[[variant]]
name = "y"
arch = "serialize"
[[variant]]
name = "part"
arch = "mimd"
rows = "@first"
[metrics]
ipc = "derived.ipc"
twice = "2 * derived.ipc"
)";

Study parse(const std::string& more) {
  return parse_study(std::make_shared<Source>("test.toml", kHead + more), "test");
}

std::string complaint(const std::string& more) {
  try {
    parse(more);
  } catch (const InputError& e) {
    return e.what();
  }
  return "none";
}

/// derived.ipc of each run of the plan, in order.
Evaluation judged(const Study& study, const std::vector<double>& ipc) {
  Plan plan = expand(study, "tiny");
  std::vector<Json> results;
  for (double value : ipc) results.push_back({{"total", {{"derived", {{"ipc", value}}}}}});
  results.resize(plan.runs.size());
  static std::vector<Study> kept;  // evaluations point into their study
  kept.reserve(64);
  return evaluate(kept.emplace_back(study), plan, results);
}

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

std::string claim(const std::string& rest) {
  return "[[claim]]\nid = \"c\"\ntext = \"C\"\n" + rest;
}
const std::string kGain = "value = \"change(ipc[x, A], ipc[y, A])\"\nunit = \"+%\"\npaper = 50\n";

// Runs in order: x of A, x of B, y of A, y of B, part of A.
Verdict verdict_of(const std::string& text, double x, double y) {
  return judged(parse(claim(text)), {x, 1, y, 1, 1}).claims.at(0).verdict;
}

TEST(StudyVerdict, FollowsSignAndBand) {
  std::string banded = kGain + "band = [20, 80]\n";
  EXPECT_EQ(verdict_of(banded, 1.5, 1), Verdict::Close);
  EXPECT_EQ(verdict_of(banded, 1.1, 1), Verdict::Held);
  EXPECT_EQ(verdict_of(banded, 2.5, 1), Verdict::Held);
  EXPECT_EQ(verdict_of(banded, 0.9, 1), Verdict::NotHeld);
  EXPECT_EQ(verdict_of(banded, 1, 1), Verdict::NotHeld);
  EXPECT_EQ(verdict_of(kGain, 1.5, 1), Verdict::Held);
}

TEST(StudyVerdict, AnExplicitOrderDecidesBeforeTheBand) {
  std::string ordered = kGain + "band = [-100, 100]\nholds = \"ipc[x, A] > 2\"\n";
  EXPECT_EQ(verdict_of(ordered, 1.5, 1), Verdict::NotHeld);
  EXPECT_EQ(verdict_of(ordered, 3, 2), Verdict::Close);
}

TEST(StudyVerdict, WithoutNumbersThereIsNone) {
  Study study = parse(claim(kGain));
  EXPECT_EQ(judged(study, {1.5}).claims.at(0).verdict, Verdict::NotMeasured);
  EXPECT_EQ(verdict_of("reported = true\n", 1, 1), Verdict::Reported);
}

TEST(StudyTables, HaveRowsMeansAndThePapersNumbers) {
  Study study = parse(R"toml(
[[table]]
id = "t"
title = "T"
variants = ["x", "part"]
metric = "twice"
mean = "mean"
paper.x = { A = 5, mean = 6 }
[[table]]
id = "u"
title = "U"
variants = ["x", "y"]
columns = [["sum", "sum(ipc[$])"]]
)toml");
  Evaluation e = judged(study, {1, 2, 3, 4, 5});
  const TableResult& t = e.tables[0];
  EXPECT_EQ(t.header, (std::vector<std::string>{"", "x", "part"}));
  ASSERT_THAT(t.lines, SizeIs(3));
  EXPECT_EQ(t.lines[0].cells[0].ours, 2);
  EXPECT_EQ(t.lines[0].cells[0].paper, 5);
  EXPECT_EQ(t.lines[1].cells[0].ours, 4);
  EXPECT_EQ(t.lines[2].label, "mean");
  EXPECT_EQ(t.lines[2].cells[0].ours, 3);
  EXPECT_EQ(t.lines[0].cells[1].ours, 10);
  EXPECT_TRUE(std::isnan(t.lines[1].cells[1].ours));  // it does not run that row
  EXPECT_EQ(e.tables[1].lines[0].cells[0].ours, 3);
  EXPECT_EQ(e.tables[1].lines[1].cells[0].ours, 7);
  std::string text = to_markdown(study, "tiny", e);
  EXPECT_THAT(text, AllOf(HasSubstr("| A | 2.00 (5.00) | 10.00 |"), HasSubstr("| B | 4.00 | – |"),
                          HasSubstr("heddle reproduce test --size tiny")));
}

TEST(StudyTables, HaveRowsByFormulasInOrder) {
  Study study = parse(R"toml(
[[table]]
id = "t"
title = "T"
columns = [["gain", "ipc[x, $] / ipc[y, $]"], ["plain", "ipc[x, $]"]]
order = "ipc[x, $]"
mean = "gmean"
paper.B = { gain = 5 }
paper.gmean = { plain = 6 }
)toml");
  Evaluation e = judged(study, {8, 2, 2, 1, 5});
  const TableResult& t = e.tables[0];
  EXPECT_EQ(t.header, (std::vector<std::string>{"", "gain", "plain"}));
  ASSERT_THAT(t.lines, SizeIs(3));
  EXPECT_EQ(t.lines[0].label, "B");
  EXPECT_EQ(t.lines[0].cells[0].ours, 2);
  EXPECT_EQ(t.lines[0].cells[0].paper, 5);
  EXPECT_EQ(t.lines[1].label, "A");
  EXPECT_EQ(t.lines[1].cells[0].ours, 4);
  EXPECT_DOUBLE_EQ(t.lines[2].cells[1].ours, 4);
  EXPECT_EQ(t.lines[2].cells[1].paper, 6);
}

TEST(StudySets, MayFollowFromWhatWasMeasured) {
  Study study =
      parse_study(std::make_shared<Source>(
                      "test.toml", std::string(kHead).replace(std::string(kHead).find("first = "),
                                                              0, "fast = \"ipc[x] >= 2\"\n") +
                                       R"toml(
[[claim]]
id = "c"
text = "C"
value = "sum(ipc[y, @fast])"
[[table]]
id = "t"
title = "T"
rows = "@fast"
variants = ["y"]
metric = "ipc"
)toml"),
                  "test");
  Evaluation e = judged(study, {2, 1, 30, 4, 5});
  EXPECT_EQ(e.claims[0].values[0], 30);
  ASSERT_THAT(e.tables[0].lines, SizeIs(1));
  EXPECT_EQ(e.tables[0].lines[0].label, "A");
  EXPECT_EQ(judged(study, {2, 3, 30, 4, 5}).claims[0].values[0], 34);
  EXPECT_EQ(judged(study, {2}).claims[0].verdict, Verdict::NotMeasured);
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

TEST(StudyRuns, AreExecutedFromTheirDescriptionAlone) {
  Plan plan = expand(parse(""), "tiny");
  Json first = execute(run_from_json(to_json(plan.runs[0])), nullptr);
  EXPECT_EQ(first, execute(plan.runs[0], nullptr));
  EXPECT_FALSE(first.contains("failure"));
  EXPECT_GT(first["total"]["cycles"].get<uint64_t>(), 0u);
  EXPECT_FALSE(first["kernels"].empty());
}

TEST(StudyRuns, AKernelOfAWorkloadIsARowOfItsOwn) {
  Study study = parse(R"(
[[row]]
label = "kernel"
workload = "bitonic"
kernel = "bitonic_local"
[[table]]
id = "t"
title = "T"
rows = ["A", "kernel"]
variants = ["x"]
metric = "ipc"
)");
  Plan plan = expand(study, "tiny");
  EXPECT_EQ(plan.run_of[0][0], plan.run_of[0][2]);  // the same run serves both
  std::vector<Json> results(plan.runs.size());
  results[plan.run_of[0][0]] = {
      {"total", {{"derived", {{"ipc", 3}}}}},
      {"kernels", {{"bitonic_local", {{"total", {{"derived", {{"ipc", 7}}}}}}}}}};
  Evaluation e = evaluate(study, plan, results);
  EXPECT_EQ(e.tables[0].lines[0].cells[0].ours, 3);
  EXPECT_EQ(e.tables[0].lines[1].cells[0].ours, 7);
}

TEST(StudyRuns, LaunchesOfAKernelAreToldApartByTheirBlocks) {
  Study study = parse_study(std::make_shared<Source>("test.toml", R"(
title = "a test"
preset = "small"
[[row]]
label = "both"
workload = "reduction"
kernel = "reduce"
[[row]]
label = "first"
workload = "reduction"
kernel = "reduce"
block = 64
[[row]]
label = "second"
workload = "reduction"
kernel = "reduce"
block = 32
[[row]]
label = "none"
workload = "reduction"
kernel = "reduce"
block = 128
[[variant]]
name = "r"
arch = "pdom"
[metrics]
cycles = "cycles"
threads = "thread_instructions"
blocks = "blocks"
[[table]]
id = "t"
title = "T"
variants = ["r"]
metric = "threads"
[[table]]
id = "u"
title = "U"
variants = ["r"]
metric = "blocks"
[[table]]
id = "v"
title = "V"
variants = ["r"]
metric = "cycles"
)"),
                            "test");
  Plan plan = expand(study, "tiny");
  size_t run = plan.run_of[0][0];
  EXPECT_EQ(run, plan.run_of[0][3]);  // one run serves all rows
  std::vector<Json> results(plan.runs.size());
  results[run] = execute(plan.runs[run], nullptr);
  Evaluation e = evaluate(study, plan, results);
  auto ours = [&](size_t table, size_t line) { return e.tables[table].lines[line].cells[0].ours; };
  for (size_t table : {0, 1, 2})
    EXPECT_EQ(ours(table, 0), ours(table, 1) + ours(table, 2)) << table;
  EXPECT_EQ(ours(1, 1), 4);
  EXPECT_EQ(ours(1, 2), 1);
  EXPECT_TRUE(std::isnan(ours(0, 3)));
  // Where blocks have one size, asking for it gives the kernel.
  study.rows[1].workload = "bitonic";
  study.rows[1].kernel = "sort_in_block";
  plan = expand(study, "tiny");
  run = plan.run_of[0][1];
  results.assign(plan.runs.size(), nullptr);
  results[run] = execute(plan.runs[run], nullptr);
  study.rows[1].block = results[run]["kernels"]["sort_in_block"]["block"].get<uint64_t>();
  EXPECT_EQ(evaluate(study, plan, results).tables[0].lines[1].cells[0].ours,
            results[run]["kernels"]["sort_in_block"]["total"]["thread_instructions"].get<double>());
}

TEST(StudyRuns, SamplesBecomeATableOverTime) {
  Study study = parse(R"(
[[row]]
label = "kernel"
workload = "fig7"
kernel = "fig7"
[[variant]]
name = "s"
arch = "pdom"
sample = 100
statistics = ["thread_instructions", "cycles"]
rows = ["kernel"]
[[table]]
id = "t"
title = "T"
variants = ["s"]
over_time = "kernel"
columns = [["IPC", "thread_instructions / cycles"], ["threads", "thread_instructions"]]
digits = 0
)");
  Plan plan = expand(study, "tiny");
  size_t run = plan.run_of[3][2];
  EXPECT_EQ(run_from_json(to_json(plan.runs[run])), plan.runs[run]);
  std::vector<Json> results(plan.runs.size());
  EXPECT_THAT(evaluate(study, plan, results).tables[0].lines, IsEmpty());
  results[run] = execute(plan.runs[run], nullptr);
  Evaluation e = evaluate(study, plan, results);
  const TableResult& t = e.tables[0];
  ASSERT_GT(t.lines.size(), 3u);
  EXPECT_EQ(t.lines[0].label, "100");
  EXPECT_EQ(t.lines[1].label, "200");
  double threads = 0;
  for (const TableLine& line : t.lines) threads += line.cells[1].ours;
  EXPECT_EQ(threads, results[run]["total"]["thread_instructions"].get<double>());
  EXPECT_EQ(t.lines[1].cells[0].ours, t.lines[1].cells[1].ours / 100);
}

TEST(StudyRuns, FailuresAreTold) {
  Study study = parse("");
  Plan plan = expand(study, "tiny");
  std::vector<Json> results(plan.runs.size());
  results[2] = {{"failure", "it fell"}};
  Evaluation e = evaluate(study, plan, results);
  ASSERT_THAT(e.failures, SizeIs(1));
  EXPECT_EQ(e.failures[0].variant, "y");
  EXPECT_EQ(e.failures[0].row, "A");
  EXPECT_EQ(e.failures[0].what, "it fell");
}

TEST(StudyCache, KeepsAndForgivesDamage) {
  namespace fs = std::filesystem;
  fs::path folder = fs::path(testing::TempDir()) / "heddle_run_cache";
  fs::remove_all(folder);
  RunCache cache(folder);
  EXPECT_EQ(cache.find("k"), std::nullopt);
  cache.keep("k", {{"total", 1}});
  EXPECT_EQ(cache.find("k"), (Json{{"total", 1}}));
  fs::copy_file(folder / "k.json", folder / "other.json");  // a key that is not its own
  EXPECT_EQ(cache.find("other"), std::nullopt);
  fs::resize_file(folder / "k.json", 5);
  EXPECT_EQ(cache.find("k"), std::nullopt);
  EXPECT_THROW(RunCache("/dev/null/runs"), IoError);
  RunCache none{fs::path()};
  none.keep("k", 1);
  EXPECT_EQ(none.find("k"), std::nullopt);
}

TEST(Studies, AreAllReadable) {
  for (const std::string& name : study_names()) {
    Study study = load_study(name);
    Plan plan = expand(study, "tiny");
    EXPECT_FALSE(plan.runs.empty()) << name;
    EXPECT_TRUE(!study.claims.empty() || study.explorer) << name;
    for (const Row& row : study.rows) {  // a name that no kernel has would measure nothing
      if (row.kernel.empty()) continue;
      EXPECT_THAT(std::string(workload::require_workload(row.workload).ptx),
                  HasSubstr(".entry " + row.kernel + "("))
          << name << ": " << row.label;
    }
  }
  EXPECT_THROW(load_study("fung2008"), UsageError);
}

}  // namespace
}  // namespace heddle::study
