// The page holds what was measured, whole and harmless.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/error.hpp"
#include "config/archs.hpp"
#include "host/file.hpp"
#include "report/comparison.hpp"
#include "report/page.hpp"
#include "study/tools.hpp"

namespace heddle::report {
namespace {

namespace fs = std::filesystem;
using study::Study;
using testing::HasSubstr;
using testing::Not;

Json data_of(const std::string& page) {
  constexpr std::string_view kBegin = "<script id=\"data\" type=\"application/json\">";
  size_t begin = page.find(kBegin) + kBegin.size();
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

Study study_of(const std::string& text) {
  return study::parse_study(std::make_shared<Source>("mine.toml", text), "mine");
}

/// The study with all its runs.
Json measured(const Study& study) {
  study::Plan plan = expand(study, "tiny");
  std::vector<Json> results;
  for (const study::RunDescription& run : plan.runs) results.push_back(execute(run, nullptr));
  return study_data(study, "tiny", plan, results, evaluate(study, plan, results));
}

constexpr const char* kStudy = R"toml(
title = "mine"
preset = "small"
[[row]]
label = "Seven"
workload = "fig7"
[[variant]]
archs = ["pdom", "mimd"]
[[variant]]
name = "picture "
archs = ["pdom", "dwf"]
tool = "watch"
preset = "picture"
size = "tiny"
[metrics]
ipc = "derived.ipc"
[[table]]
id = "t"
title = "IPC"
variants = "all"
metric = "ipc"
paper.mimd = { Seven = 5 }
[[figure]]
kind = "bars"
tables = ["t"]
y = "IPC"
[explorer]
[[explorer.item]]
title = "IPC"
metric = "ipc"
[pages]
[[claim]]
id = "c"
text = "text </script><!-- of a claim"
value = "ipc[mimd, Seven]"
paper = 5
)toml";

TEST(ReportData, HasFiguresExplorerPagesAndClaims) {
  Json data = measured(study_of(kStudy));
  EXPECT_EQ(data["variants"][1]["mechanism"], "mimd");
  EXPECT_EQ(data["figures"][0]["title"], "IPC");
  EXPECT_EQ(data["tables"][0]["lines"][0]["paper"][1], 5);
  double ipc = data["tables"][0]["lines"][0]["ours"][0];
  EXPECT_GT(ipc, 0);
  EXPECT_EQ(data["explorer"]["items"][0]["values"][0][0], ipc);
  EXPECT_EQ(data["claims"][0]["verdict"], "held");
  EXPECT_TRUE(data["rows"][0]["classes"].is_array());
  const Json& page = data["pages"][0];
  EXPECT_EQ(page["variants"].size(), 2u);
  EXPECT_THAT(page["cuda"].get<std::string>(), HasSubstr("__global__"));
  EXPECT_THAT(page["source"].get<std::string>(), HasSubstr(".entry"));
  EXPECT_FALSE(page["variants"][0]["slices"].get<std::string>().empty());
}

TEST(ReportData, AWindowBeginsBeforeTheFirstEmptyLaneAndIsBounded) {
  Json data = measured(study_of(kStudy));
  const Json& page = data["pages"][0];
  auto window = page["window"].get<uint64_t>();
  for (const Json& variant : page["variants"]) {
    std::istringstream text(variant["slices"].get<std::string>());
    for (std::string line; std::getline(text, line);) EXPECT_LT(std::stoull(line), window);
  }
}

TEST(ReportPage, KeepsTextsFromEndingTheScript) {
  Contents contents{"title </script>", "heddle", {measured(study_of(kStudy))}};
  std::string text = page(contents);
  Json data = data_of(text);
  EXPECT_EQ(data["title"], "title </script>");
  EXPECT_EQ(data["studies"][0]["claims"][0]["text"], "text </script><!-- of a claim");
  EXPECT_THAT(text, Not(HasSubstr("text </script>")));
  for (const char* outside : {"src=\"http", "href=\"http", "@import", "url(http"})
    EXPECT_THAT(text, Not(HasSubstr(outside)));
}

TEST(ReportPage, SaysWhatItCannotWrite) {
  EXPECT_THROW(prepare_folder("/dev/null/report"), IoError);
  EXPECT_THROW(write_report("/dev/null/report", {}), IoError);
  fs::path folder = fs::path(testing::TempDir()) / "heddle_report";
  fs::remove_all(folder);
  fs::path file = write_report(folder / "deep", {"t", "c", {}});
  EXPECT_EQ(data_of(read_file(file))["schema"], "heddle-report/1");
}

TEST(ReportOfComparison, IsOfTheUsersNames) {
  Comparison c{{{"fig7", {"tiny", {}, 1}, true, false}}, {"pdom", "mimd"}, "small", {}};
  Study study = comparison_study(c);
  study::Plan plan = comparison_plan(c, study);
  ASSERT_EQ(plan.runs.size(), 4u);
  EXPECT_EQ(plan.runs[3].tool, "watch");
  EXPECT_EQ(plan.run_of[1][0], 1u);
  std::vector<Json> results;
  for (const study::RunDescription& run : plan.runs) results.push_back(execute(run, nullptr));
  Json data = study_data(study, "tiny", plan, results, evaluate(study, plan, results));
  EXPECT_GT(data["explorer"]["items"][0]["values"][0][1].get<double>(), 0);
  EXPECT_EQ(data["pages"].size(), 1u);
}

/// The cross-paper study compares all that there is.
TEST(ReportStudies, HaveEveryArch) {
  Study cross = study::load_study("cross");
  for (const ArchInfo& a : archs()) EXPECT_NE(cross.find_variant(a.name), nullptr) << a.name;
  ASSERT_TRUE(cross.explorer);
  EXPECT_GE(cross.explorer->variants.size(), archs().size());
  EXPECT_FALSE(cross.page_variants.empty());
}

/// What a paper drew is drawn.
TEST(ReportStudies, DrawTheirFigures) {
  for (const std::string& name : study::study_names()) {
    Study study = study::load_study(name);
    for (size_t i = 0; i < study.tables.size(); i++) {
      if (!study.tables[i].title.starts_with("Figure")) continue;
      bool drawn = std::ranges::any_of(study.figures, [&](const study::Figure& f) {
        return std::ranges::find(f.tables, i) != f.tables.end();
      });
      EXPECT_TRUE(drawn) << name << ": " << study.tables[i].title;
    }
  }
}

}  // namespace
}  // namespace heddle::report
