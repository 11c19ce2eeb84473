// From results to verdicts, tables and sets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "json/json.hpp"
#include "small_study.hpp"
#include "study/document.hpp"
#include "study/results_json.hpp"
#include "study/summary.hpp"

namespace heddle::study {
namespace {

using test::judged;
using test::kHead;
using test::parse;
using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

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

TEST(StudyVerdict, ABandDoesNotExcuseTheSignOfAnotherNumber) {
  std::string two =
      "[[claim.measure]]\ntitle = \"a\"\nvalue = \"ipc[x, A]\"\nband = [-9, 9]\npaper = -1\n"
      "[[claim.measure]]\ntitle = \"b\"\nvalue = \"ipc[y, A]\"\npaper = 1\n";
  EXPECT_EQ(verdict_of(two, 2, 3), Verdict::Close);  // the first is inside its band
  EXPECT_EQ(verdict_of(two, 2, -3), Verdict::NotHeld);
  EXPECT_EQ(verdict_of("holds = \"ipc[x, A] > 1\"\n" + two, 2, -3), Verdict::Close);
}

TEST(StudyReasons, AreOfSizeSmallAndSaySo) {
  Study study = parse(claim(kGain + "reason = \"it was late\"\n") + claim(kGain));
  Evaluation e = judged(study, {0.5, 1, 1, 1, 1});
  auto reason = [&](size_t i, const char* size) { return reason_text(e.claims[i], size); };
  EXPECT_EQ(reason(0, "small"), "it was late");
  EXPECT_EQ(reason(0, "tiny"), "at size small: it was late");
  EXPECT_EQ(reason(1, "small"), "");
  EXPECT_EQ(reason(1, "tiny"), "no reason is given for this size");
  EXPECT_EQ(reason_text(judged(study, {2, 1, 1, 1, 1}).claims[1], "tiny"), "");
  std::vector<EvaluatedStudy> all = {{&study, &e}};
  std::string page = claim_json(e.claims[0], "tiny").dump();
  for (const std::string& text : {claims_text(study, "tiny", e), to_markdown(study, "tiny", e),
                                  page, summary_markdown(all, "tiny", "heddle", "")})
    EXPECT_THAT(text, HasSubstr("at size small: it was late"));
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

TEST(StudyEvaluation, NeitherADivisionByZeroNorInfinityIsHeld) {
  auto verdict = [](const std::string& formulas, const std::vector<double>& ipc) {
    return verdict_text(
        judged(parse("[[claim]]\nid = \"c\"\ntext = \"C\"\n" + formulas), ipc).claims[0]);
  };
  // Runs: x on A and B, y on A and B.
  EXPECT_EQ(verdict("value = \"ipc[x, A] / ipc[y, A]\"\npaper = 1\n", {1, 1, 0, 1}),
            "not measured: division by zero");
  EXPECT_EQ(verdict("value = \"ipc[x, A] / ipc[y, A]\"\npaper = 1\n", {0, 1, 0, 1}),
            "not measured: division by zero");
  EXPECT_EQ(verdict("value = \"change(ipc[x, A], ipc[y, A])\"\n", {1, 1, 0, 1}),
            "not measured: division by zero");
  EXPECT_EQ(verdict("holds = \"mean(ipc[x] / ipc[y]) > 1\"\n", {1, 1, 1, 0}),
            "not measured: division by zero");
  EXPECT_EQ(verdict("value = \"ipc[x, A] / ipc[y, A]\"\npaper = 1\n", {1, 1, 2, 1}), "held");
  EXPECT_EQ(verdict("value = \"ipc[x, A] * 1e308 * 10\"\npaper = 1\n", {1, 1, 2, 1}),
            "not measured: a value is infinite");
  EXPECT_EQ(verdict("value = \"ipc[x, A] / ipc[part, A]\"\n", {1, 1, 1, 1}), "not measured");
}

TEST(StudyEvaluation, TablesWithoutClaimsAreForTerminals) {
  Study study = parse(
      "[[table]]\nid = \"t\"\ntitle = \"Table 1\"\nvariants = [\"x\", \"y\"]\nmetric = \"ipc\"\n");
  std::string text = tables_text(study, judged(study, {1, 2.5, 3, 4}));
  EXPECT_EQ(text,
            "test: a test\n\nTable 1\n"
            "       x    y\n"
            "  A 1.00 3.00\n"
            "  B 2.50 4.00\n");
}

}  // namespace
}  // namespace heddle::study
