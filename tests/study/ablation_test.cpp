// Claims measured again with something changed, at a size of their own, and over seeds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "small_study.hpp"
#include "study/document.hpp"
#include "study/results_json.hpp"
#include "study/summary.hpp"

namespace heddle::study {
namespace {

using test::complaint;
using test::judged;
using test::parse;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::string kClaim =
    "[[claim]]\nid = \"c\"\ntext = \"C\"\nvalue = \"change(ipc[x, A], ipc[y, A])\"\nunit = \"+%\"\n"
    "paper = 50\nband = [20, 80]\n";
const std::string kOther =
    "[[claim]]\nid = \"d\"\ntext = \"D\"\nvalue = \"ipc[x, B]\"\npaper = 1\n";
const std::string kAblation =
    "[[ablation]]\nname = \"w\"\ntitle = \"wide\"\nclaims = [\"c\"]\nset = "
    "[\"core.schedulers=1\"]\n";
const std::string kReading = kAblation + "reading = \"§2: it is wide\"\n";

/// The results of a plan, by what the run is.
template <class F>
Evaluation judged_by(const Study& study, const std::string& size, F ipc_of) {
  Plan plan = expand(study, size);
  std::vector<Json> results;
  for (const RunDescription& run : plan.runs)
    results.push_back({{"total", {{"derived", {{"ipc", ipc_of(run)}}}}}});
  static std::vector<Study> kept;  // evaluations point into their study
  kept.reserve(64);
  return evaluate(kept.emplace_back(study), plan, results);
}
bool has(const RunDescription& run, const char* text) {
  return run.machine.find(text) != std::string::npos;
}
bool wide(const RunDescription& run) { return has(run, "schedulers = 1"); }
bool serial(const RunDescription& run) { return has(run, "serialize"); }

TEST(StudyAblation, RunsOnlyWhatItsClaimsNeed) {
  Plan plan = expand(parse(kClaim + kOther + kAblation), "tiny");
  EXPECT_THAT(plan.runs, SizeIs(5 + 2));  // x and y of A again
  ASSERT_THAT(plan.parts, SizeIs(1));
  EXPECT_THAT(plan.parts[0].part.claims, ElementsAre(0));
  EXPECT_TRUE(wide(plan.runs[5]) && wide(plan.runs[6]));
  EXPECT_EQ(plan.parts[0].table.run_of[0][1], Plan::kNone);
}

TEST(StudyAblation, OnlyAReadingChangesTheVerdict) {
  auto result = [](const RunDescription& run) { return serial(run) || !wide(run) ? 1.0 : 1.5; };
  ClaimResult by_reading = judged_by(parse(kClaim + kReading), "tiny", result).claims.at(0);
  EXPECT_EQ(by_reading.verdict, Verdict::WithReading);
  EXPECT_THAT(by_reading.values, ElementsAre(0));  // those of the text alone
  EXPECT_EQ(by_reading.ablations.at(0).verdict, Verdict::Close);
  EXPECT_THAT(by_reading.ablations.at(0).values, ElementsAre(50));
  EXPECT_EQ(judged_by(parse(kClaim + kAblation), "tiny", result).claims.at(0).verdict,
            Verdict::NotHeld);
  // What the text alone holds stays held, whatever a reading does to it.
  auto reverse = [](const RunDescription& run) { return serial(run) || wide(run) ? 1.0 : 1.5; };
  EXPECT_EQ(judged_by(parse(kClaim + kReading), "tiny", reverse).claims.at(0).verdict,
            Verdict::Close);
}

TEST(StudyAblation, ReplacesRowsAndMetrics) {
  Study study = parse(kClaim + kAblation +
                      "[[ablation.row]]\nlabel = \"A\"\nparameters = [\"n=256\"]\nset = "
                      "[\"sms=1\"]\n[ablation.metrics]\nipc = \"2 * derived.ipc\"\n");
  Plan plan = expand(study, "tiny");
  ASSERT_THAT(plan.runs, SizeIs(7));
  EXPECT_THAT(plan.runs[5].parameters, ElementsAre("n=256"));
  EXPECT_TRUE(has(plan.runs[5], "sms = 1\n"));
  EXPECT_TRUE(has(plan.runs[0], "sms = 2\n"));
  EXPECT_THAT(study.rows[0].settings, IsEmpty());
  Study metric = parse(kOther +
                       "[[ablation]]\nname = \"m\"\ntitle = \"M\"\nclaims = [\"d\"]\n"
                       "metrics.ipc = \"3 * derived.ipc\"\n");
  EXPECT_THAT(expand(metric, "tiny").runs, SizeIs(5));  // nothing runs again
  EXPECT_THAT(judged_by(metric, "tiny", [](const RunDescription&) { return 2.0; })
                  .claims.at(0)
                  .ablations.at(0)
                  .values,
              ElementsAre(6));
}

TEST(StudyAblation, ReplacesVariants) {
  Study study = parse(kClaim + kAblation +
                      "[[ablation.variant]]\nname = \"y\"\narch = \"dwf\"\nset = [\"sms=1\"]\n");
  Plan plan = expand(study, "tiny");
  ASSERT_THAT(plan.runs, SizeIs(7));
  EXPECT_TRUE(has(plan.runs[6], "\"dwf\"") && has(plan.runs[6], "sms = 1\n"));
  EXPECT_TRUE(wide(plan.runs[6]));  // settings of all variants apply to it as well
  EXPECT_TRUE(has(plan.runs[5], "sms = 2\n"));
  EXPECT_THAT(study.ablations[0].changes, ElementsAre("`core.schedulers=1`", "y: `dwf sms=1`"));
}

TEST(StudyAblation, LeavesRowsOut) {
  Study study = parse(
      "[[claim]]\nid = \"e\"\ntext = \"E\"\nvalue = \"sum(ipc[x])\"\npaper = 1\n"
      "[[ablation]]\nname = \"l\"\ntitle = \"L\"\nclaims = [\"e\"]\nsets.all = [\"B\"]\n");
  EXPECT_THAT(expand(study, "tiny").runs, SizeIs(5));  // nothing runs again
  auto ipc = [](const RunDescription& run) { return run.workload == "fig7" ? 2.0 : 3.0; };
  ClaimResult result = judged_by(study, "tiny", ipc).claims.at(0);
  EXPECT_THAT(result.values, ElementsAre(5));
  EXPECT_THAT(result.ablations.at(0).values, ElementsAre(2));
  EXPECT_THAT(study.ablations[0].changes, ElementsAre("all: B"));
}

TEST(StudyAblation, IsInEveryDocument) {
  Study study = parse(kClaim + kReading);
  Evaluation e = judged_by(study, "tiny", [](const RunDescription& run) {
    return serial(run) || !wide(run) ? 1.0 : 1.5;
  });
  std::vector<EvaluatedStudy> all = {{&study, &e}};
  for (const std::string& text :
       {claims_text(study, "tiny", e), to_markdown(study, "tiny", e),
        claim_json(e.claims[0], "tiny").dump(), summary_markdown(all, "tiny", "heddle", "")})
    EXPECT_THAT(text, AllOf(HasSubstr("wide"), HasSubstr("+50.0 %"), HasSubstr("with a reading")));
  EXPECT_THAT(to_markdown(study, "tiny", e),
              AllOf(HasSubstr("§2: it is wide"), HasSubstr("`core.schedulers=1`")));
  EXPECT_THAT(summary_markdown(all, "tiny", "heddle", ""),
              HasSubstr("| test | 1 | 0 | 0 | 1 | 0 | 0 | 0 | 0 | 1 | 0 | 1 |"));
}

TEST(StudyAblation, TheSummarySaysWhatOpenClaimsWouldHoldWith) {
  const std::string less =
      "[[ablation]]\nname = \"n\"\ntitle = \"narrow\"\nclaims = [\"c\"]\n"
      "set = [\"core.lanes=16\"]\n";
  Study study = parse(kClaim + kOther + kAblation + less);
  Evaluation e = judged_by(study, "tiny", [](const RunDescription& run) {
    return serial(run) || !wide(run) ? 1.0 : 1.5;
  });
  std::vector<EvaluatedStudy> all = {{&study, &e}};
  std::string text = summary_markdown(all, "tiny", "heddle", "");
  EXPECT_THAT(text, HasSubstr("Of these 1 claims, 0 hold with a reading of the paper. Of the "
                              "others, 1 hold"));
  EXPECT_THAT(text, HasSubstr("| test | `c` | C | *not held* | wide |\n"));
  EXPECT_THAT(text, HasSubstr("#### `c`: C\n\nno reason is given for this size\n\n"
                              "| measured with | value | verdict |\n| --- | --- | --- |\n"
                              "| the paper | +50.0 % |  |\n"
                              "| the text alone | +0.0 % | *not held* |\n"
                              "| wide | +50.0 % | *close* |\n| narrow | +0.0 % | *not held* |\n"));
  EXPECT_THAT(text, HasSubstr("| `c` | C | +50.0 % | +0.0 % | *not held* | see above |"));
  EXPECT_THAT(text, HasSubstr("| `d` | D | 1.0 | 1.0 | *held* |  |"));  // not open: nowhere else
  EXPECT_THAT(text, Not(HasSubstr("#### `d`")));
}

TEST(StudyAblation, ComplainsAboutWhatIsWrong) {
  EXPECT_THAT(complaint("[[ablation]]\nname = \"n\"\ntitle = \"t\"\nclaims = []\n"),
              HasSubstr("an ablation changes something"));
  EXPECT_THAT(complaint(kClaim + kAblation + "sett = []\n"), HasSubstr("did you mean 'set'"));
  EXPECT_THAT(complaint(kAblation), HasSubstr("there is no claim 'c'"));
  EXPECT_THAT(complaint(kClaim + kAblation + kAblation), HasSubstr("defined twice"));
  EXPECT_THAT(complaint(kClaim + kAblation + "[[ablation.row]]\nlabel = \"Z\"\n"),
              HasSubstr("there is no row 'Z'"));
  EXPECT_THAT(complaint(kClaim + kAblation + "metrics.no = \"cycles\"\n"),
              HasSubstr("no metric 'no' to replace"));
  EXPECT_THAT(complaint(kClaim + kAblation + "[[ablation.variant]]\nname = \"xx\"\n"),
              HasSubstr("there is no variant 'xx'; did you mean 'x'?"));
  EXPECT_THAT(
      complaint(kClaim + kAblation + "[[ablation.variant]]\nname = \"x\"\ntool = \"limit\"\n"),
      HasSubstr("unknown key 'tool'"));
  EXPECT_THAT(complaint(kClaim + kAblation + "sets.fist = [\"A\"]\n"),
              HasSubstr("there is no set 'fist' to replace"));
  EXPECT_THAT(complaint(kClaim + kAblation + "sets.first = [\"Z\"]\n"),
              HasSubstr("there is no row 'Z'"));
  EXPECT_THAT(complaint(kClaim + kAblation + "sets.first = []\n"),
              HasSubstr("the set 'first' needs at least one row"));
  EXPECT_THAT(complaint(kClaim + kAblation + "sets = 1\n"), HasSubstr("must be a table"));
  EXPECT_THAT(complaint("[[claim]]\nid = \"c\"\ntext = \"C\"\nvalue = \"ipc[x, @first]\"\n" +
                        kAblation + "sets.first = [\"A\", \"B\"]\n"),
              HasSubstr("with these sets, a formula of the claim 'c'"));
}

TEST(StudySize, AClaimIsJudgedAtASizeOfItsOwn) {
  Study study = parse(kClaim + "size.tiny = \"small\"\n" + kOther);
  Plan plan = expand(study, "tiny");
  EXPECT_THAT(plan.runs, SizeIs(7));
  auto grows = [](const RunDescription& run) {
    return run.size == "small" && !serial(run) ? 1.5 : 1.0;
  };
  Evaluation e = judged_by(study, "tiny", grows);
  EXPECT_EQ(e.claims.at(0).verdict, Verdict::Close);
  EXPECT_EQ(e.claims.at(1).verdict, Verdict::Held);
  EXPECT_THAT(to_markdown(study, "tiny", e), HasSubstr("+50.0 % (size small)"));
  EXPECT_THAT(to_markdown(study, "small", e), Not(HasSubstr("(size")));
  EXPECT_THAT(complaint(kClaim + "size = \"paper\"\n"), HasSubstr("write size.small"));
  EXPECT_THAT(complaint(kClaim + "size.small = \"huge\"\n"), HasSubstr("no size 'huge'"));
}

TEST(StudySeeds, MetricsAreMeansOverTheSeedsOfARow) {
  std::string head = test::kHead;
  head.replace(head.find("workload = \"bitonic\"\n"), 0, "seeds = 4\n");
  Study study = parse_study(std::make_shared<Source>("test.toml", head + kClaim + kOther), "test");
  Plan plan = expand(study, "tiny");
  EXPECT_THAT(plan.runs, SizeIs(3 * 4 + 2));
  Evaluation e = judged_by(study, "tiny", [](const RunDescription& run) {
    return serial(run) ? 2.0 : static_cast<double>(run.seed);
  });
  EXPECT_THAT(e.claims.at(0).values, ElementsAre(25));  // 2.5, the mean of 1 to 4, over 2
  head.replace(head.find("seeds = 4"), 9, "seeds = 0");
  EXPECT_THROW(parse_study(std::make_shared<Source>("test.toml", head), "test"), InputError);
}

}  // namespace
}  // namespace heddle::study
