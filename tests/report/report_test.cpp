// The page holds what was measured, whole and harmless.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/error.hpp"
#include "config/archs.hpp"
#include "host/file.hpp"
#include "json/json.hpp"
#include "report/comparison.hpp"
#include "report/page.hpp"
#include "scratch.hpp"
#include "study/sweep.hpp"
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
  return parse_json(page.substr(begin, page.find("</script>", begin) - begin));
}

Study study_of(const std::string& text) {
  return study::parse_study(std::make_shared<Source>("mine.toml", text), "mine");
}

/// The study with all its runs.
Json measured(const Study& study) {
  study::Plan plan = expand(study, "tiny");
  std::vector<Json> results;
  for (const study::RunDescription& run : plan.runs) results.push_back(execute(run));
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

/// A kernel as watch() gives it, of blocks with so many threads, with a branch on line 7.
Json made_kernel(uint64_t block, uint64_t diverged, const std::string& slices) {
  return {{"source", ""},
          {"graph", nullptr},
          {"launches", 1},
          {"width", 32},
          {"lines", {{7, 100, 1000}}},
          {"branches", {{7, 100, diverged, 1, 1}}},
          {"launch", 0},
          {"cycles", 2000},
          {"block_threads", block},
          {"lanes", {{"sp", 32}}},
          {"slices", slices},
          {"timeline", nullptr}};
}

/// The page of these kernels.
Json page_of(const Json& kernels) {
  Study study = study_of(kStudy);
  study::Plan plan = expand(study, "tiny");
  std::vector<Json> results(plan.runs.size());
  results[plan.run_of[study.page_variants[0]][0]] = {{"kernels", kernels}};
  return pages_data(study, plan, results).at(0);
}

Json page_with(uint64_t block, const std::string& slices) {
  return page_of({{"k", made_kernel(block, 1, slices)}});
}

TEST(ReportWindow, BeginsALittleBeforeTheFirstDivergentBranch) {
  EXPECT_EQ(page_with(32, "3 1 5 1 0 0 32\n100 1 7 1 0 0 32\n600 1 7 1 0 0 9\n")["from"], 576);
  // A guard leaves lanes empty, too, but threads stay together.
  EXPECT_EQ(page_with(32, "3 1 5 1 0 0 32\n100 1 6 1 0 0 9\n600 1 7 1 0 0 9\n")["from"], 576);
  EXPECT_EQ(page_with(32, "3 1 5 1 0 0 32\n100 1 6 1 0 0 9\n")["from"], 76);
  EXPECT_EQ(page_with(32, "3 1 5 1 0 0 32\n")["from"], 0);
}

/// Warps narrower than a row of lanes are whole all the same; so are wider ones, row by row.
TEST(ReportWindow, KnowsHowWideAWarpIs) {
  EXPECT_EQ(page_with(16, "3 1 5 1 0 0 16\n100 1 7 1 0 0 16\n600 1 7 1 0 0 9\n")["from"], 576);
  std::string last = "3 1 5 1 0 0 32\n4 1 5 1 0 32 16\n5 1 7 1 0 80 16\n";  // of blocks of 48
  EXPECT_EQ(page_with(48, last + "600 1 7 1 0 32 9\n")["from"], 576);
  Json wide = made_kernel(64, 1, "3 1 7 1 0 0 32\n4 1 7 1 0 32 32\n600 1 7 1 0 32 9\n");
  wide["width"] = 64;
  EXPECT_EQ(page_of({{"k", wide}})["from"], 576);
}

TEST(ReportWindow, CutsWhatCrossesItsBorders) {
  Json page = page_with(32,
                        "3 1 5 1 0 0 32\n500 70 5 1 0 0 32\n570 8 5 1 3 0 16\n"
                        "570 -10 5 1 1 100 10\n600 1 7 1 0 0 9\n890 -10 5 1 2 40 10\n"
                        "890 9 5 1 4 0 2\n896 1 5 1 0 0 32\n");
  ASSERT_EQ(page["from"], 576);
  ASSERT_EQ(page["window"], 320);
  EXPECT_EQ(page["variants"][0]["slices"],
            "0 2 5 1 3 0 16\n0 -4 5 1 1 106 4\n24 1 7 1 0 0 9\n314 -6 5 1 2 40 6\n"
            "314 6 5 1 4 0 2\n");
}

TEST(ReportPages, ShowTheKernelThatDivergesMost) {
  Json more = made_kernel(32, 9, ""), lossy = made_kernel(32, 5, ""), none = lossy;
  lossy["lines"] = none["lines"] = {{7, 1000, 1000}};
  none["branches"] = Json::array();
  EXPECT_EQ(page_of({{"lossy", lossy}, {"more", more}, {"none", none}})["kernel"], "more");
  more["branches"] = Json::array();
  EXPECT_EQ(page_of({{"more", more}, {"none", none}})["kernel"], "none");
}

/// Also where threads part late, or blocks are smaller than a warp.
TEST(ReportPages, ShowThreadsThatPart) {
  for (const char* workload : {"fig7", "blackjack", "lud"}) {
    std::string text = kStudy;
    text.replace(text.find("fig7"), 4, workload);
    Study study = study_of(text);
    study::Plan plan = expand(study, "tiny");
    std::vector<Json> results(plan.runs.size());
    size_t run = plan.run_of[study.page_variants[0]][0];
    results[run] = execute(plan.runs[run]);
    Json page = pages_data(study, plan, results).at(0);
    const Json& variant = page["variants"][0];
    auto whole = std::min<uint64_t>(32, page["block_threads"].get<uint64_t>());
    std::istringstream slices(variant["slices"].get<std::string>());
    bool parted = false;
    for (std::string line; std::getline(slices, line);) {
      std::istringstream numbers(line);
      uint64_t cycle, cycles, at, runs, row, thread, threads = 0;
      int64_t count;
      numbers >> cycle >> cycles >> at >> runs;
      EXPECT_LE(cycle + cycles, page["window"].get<uint64_t>());
      while (numbers >> row >> thread >> count) threads += static_cast<uint64_t>(std::abs(count));
      parted = parted || (threads < whole &&
                          std::ranges::any_of(variant["branches"], [&](const Json& branch) {
                            return branch[0] == at && branch[2] > 0;
                          }));
    }
    EXPECT_TRUE(parted) << workload;
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
  ScratchFolder folder;
  fs::path file = write_report(folder / "deep", {"t", "c", {}});
  EXPECT_EQ(data_of(read_file(file))["schema"], "heddle-report/1");
}

TEST(ReportOfComparison, IsOfTheUsersNames) {
  Comparison c{{{"fig7", {"tiny", {}, 1}, true, false}}, {"pdom", "mimd"}, "small", {}};
  Study study = comparison_study(c);
  study::Plan plan = study::expand(study, "tiny");
  ASSERT_EQ(plan.runs.size(), 4u);
  EXPECT_EQ(plan.runs[3].tool, "watch");
  EXPECT_EQ(plan.run_of[1][0], 1u);
  std::vector<Json> results;
  for (const study::RunDescription& run : plan.runs) results.push_back(execute(run));
  Json data = study_data(study, "tiny", plan, results, evaluate(study, plan, results));
  EXPECT_GT(data["explorer"]["items"][0]["values"][0][1].get<double>(), 0);
  EXPECT_EQ(data["pages"].size(), 1u);
}

TEST(ReportOfSweep, KnowsTheMechanismOfEveryMachineThatRuns) {
  study::Sweep sweep;
  sweep.names = {"fig7", "bitonic"};  // which has no parameter of this name
  sweep.archs = {"pdom", "dwf_ideal", "dwf"};
  sweep.presets = {"small"};
  sweep.parameters = {{"iterations", {"4", "8"}}};
  sweep.settings = {{"core.warp", {"32", "64"}}};
  const Study study = study::sweep_study(sweep);
  std::vector<study::RefusedRun> refused;
  study::expand(study, "tiny", &refused);
  ASSERT_FALSE(refused.empty());
  const query::Frame none = query::make_frame({}, {});
  const Json data = sweep_data(study, none, none, refused, "heddle sweep");
  EXPECT_EQ(data["mechanisms"], Json({{"pdom", "pdom"}, {"dwf_ideal", "dwf"}, {"dwf", "dwf"}}));
  EXPECT_EQ(data["refused"].size(), refused.size());
}

/// The cross-paper study compares all that there is.
TEST(ReportStudies, HaveEveryArch) {
  Study cross = study::load_study("cross");
  for (const ConfigInfo& a : archs()) EXPECT_NE(cross.find_variant(a.name), nullptr) << a.name;
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
