// The checker on the committed corpora, and on damaged ones, in which it must find differences.
#include "conformance/checker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "effort.hpp"
#include "host/file.hpp"
#include "scratch.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path kCorpora = fs::path(HEDDLE_TESTS) / "conformance";

struct Checked {
  CheckerResult result;
  std::vector<std::string> lines;
};

Checked run(const fs::path& folder, std::string filter = {}, unsigned jobs = 2,
            const char* archs = "functional", const char* preset = "small",
            std::vector<std::string> overrides = {}) {
  Checked checked;
  CheckerOptions options;
  options.folders = {folder};
  options.archs = parse_archs(archs);
  options.machine = {preset, std::move(overrides)};
  options.filter = std::move(filter);
  options.jobs = jobs;
  options.failed = [&](const std::string& line) { checked.lines.push_back(line); };
  checked.result = run_checker(options);
  return checked;
}

/// A copy of one program case, to damage.
struct SmallCorpus : ScratchFolder {
  SmallCorpus() {
    for (const char* file :
         {"ifs_000.ptx", "ifs_000.in.bin", "ifs_000.out.bin", "ifs_000.hist.bin"})
      fs::copy_file(kCorpora / "programs" / file, *this / file);
    write_file(*this / "index.json",
               std::string_view(R"({"cases": [{"name": "ifs_000", "module": "ifs_000.ptx",
                "entry": "main", "grid": [2, 1, 1], "block": [64, 1, 1]}]})"));
  }
};

void flip_byte(const fs::path& file, size_t at) {
  std::string bytes = read_file(file);
  bytes[at] = static_cast<char>(bytes[at] ^ 1);
  write_file(file, bytes);
}

TEST(Checker, InstructionsPass) {
  Checked checked = run(kCorpora / "instructions");
  EXPECT_EQ(checked.result.passed, 752u);
  EXPECT_THAT(checked.lines, testing::IsEmpty());
}

TEST(Checker, ProgramsPass) {
  Checked checked = run(kCorpora / "programs");
  EXPECT_EQ(checked.result.passed, 480u);
  EXPECT_THAT(checked.lines, testing::IsEmpty());
}

TEST(Checker, ExtendedInstructionsPass) {
  Checked checked = run(kCorpora / "extended");
  EXPECT_EQ(checked.result.passed, 251u);
  EXPECT_THAT(checked.lines, testing::IsEmpty());
}

// Timing must not change what kernels compute: the same outputs under every mechanism. `heddle
// conformance --arch all` runs everything; here is a part that differs from preset to preset.
class TimedConformance : public LargeTestWithParam<std::array<const char*, 4>> {};

TEST_P(TimedConformance, ProgramsPass) {
  auto [archs, preset, memory, filter] = GetParam();
  Checked checked =
      run(kCorpora / "programs", filter, 2, archs, preset, {std::string("memory.model=") + memory});
  EXPECT_GT(checked.result.passed, 0u);
  EXPECT_THAT(checked.lines, testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Presets, TimedConformance,
    testing::Values(std::array{"pdom", "small", "full", "_0[0-3][1369]$"},
                    std::array{"serialize,mimd", "small", "fixed", "_00[0-2]$"},
                    std::array{"pdom,serialize", "fung2007", "full", "_01[0-4]$"},
                    std::array{"pdom", "narasiman2011", "open-row", "_02[0-9]$"},
                    std::array{"pdom,mimd", "brunie2012", "fixed", "_03[0-2]$"},
                    std::array{"pdom", "rhu2013", "full", "_03[5-9]$"},
                    std::array{"pdom,serialize", "lucas2015", "ideal", "_02[0-2]$"}),
    [](const auto& p) { return p.param[1] + std::string("_") + std::to_string(p.index); });

TEST(Checker, TimedInstructionsPass) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  Checked checked =
      run(kCorpora / "instructions", "(atomic|warp|space)/", 2, "pdom,serialize,mimd");
  EXPECT_GT(checked.result.passed, 0u);
  EXPECT_THAT(checked.lines, testing::IsEmpty());
}

TEST(Checker, FilterChoosesCases) {
  EXPECT_EQ(run(kCorpora / "programs", "programs/ifs_00[0-4]$").result.passed, 5u);
  EXPECT_EQ(run(kCorpora / "programs", "no such case").result.passed, 0u);
  EXPECT_THROW(run(kCorpora / "programs", "("), UsageError);
}

TEST(Checker, PartsAreAllCasesOnce) {
  CheckerOptions options;
  options.folders = {kCorpora / "programs"};
  options.archs = parse_archs("functional");
  options.filter = "programs/ifs_00";
  options.parts = 4;
  std::vector<size_t> passed;
  for (options.part = 0; options.part < 4; options.part++)
    passed.push_back(run_checker(options).passed);
  EXPECT_THAT(passed, testing::ElementsAre(3, 3, 2, 2));
}

TEST(Checker, SeesADifferenceAndSaysWhere) {
  SmallCorpus folder;
  EXPECT_EQ(run(folder).result.passed, 1u);
  flip_byte(folder / "ifs_000.out.bin", 16 * 70 + 8);  // thread 6 of block 1, its third value
  Checked checked = run(folder);
  EXPECT_EQ(checked.result.failed, 1u);
  ASSERT_EQ(checked.lines.size(), 1u);
  EXPECT_THAT(checked.lines[0], HasSubstr("FAIL " + folder.path().filename().string() +
                                          "/ifs_000 [functional]: thread 6 of block 1, out[282]: "
                                          "expected 0x"));
  EXPECT_THAT(checked.lines[0], HasSubstr("1 of 512 values differ"));
}

TEST(Checker, SeesADifferenceInTheHistogram) {
  SmallCorpus folder;
  flip_byte(folder / "ifs_000.hist.bin", 20);
  EXPECT_THAT(run(folder).lines.at(0), HasSubstr("hist[5]"));
}

TEST(Checker, BadFilesFailTheCaseInOneLine) {
  SmallCorpus folder;
  write_file(folder / "ifs_000.ptx", std::string_view(".version 7.0\n.target sm_80\nwhat\n"));
  EXPECT_THAT(run(folder).lines.at(0), HasSubstr("ifs_000.ptx:3:1: error:"));
  EXPECT_THAT(run(folder).lines.at(0), testing::Not(HasSubstr("\n")));
  fs::remove(folder / "ifs_000.ptx");
  EXPECT_THAT(run(folder).lines.at(0), HasSubstr("No such file"));
}

TEST(Checker, BadIndexIsAnError) {
  SmallCorpus folder;
  for (const char* text : {"", "[]", "{}", R"({"cases": [{}]})", R"({"cases": [{"name": 1}]})",
                           R"({"cases": [{"name": "x", "module": "x", "entry": "main",
                               "grid": [4294967295, 4294967295, 9], "block": [64, 1, 1]}]})",
                           R"({"cases": [{"name": "x", "module": "x", "entry": "main",
                               "grid": [4294967298, 1, 1], "block": [64, 1, 1]}]})",
                           R"({"cases": [{"name": "x", "module": "x", "entry": "main",
                               "grid": [2.5, 1, 1], "block": [64, 1, 1]}]})"}) {
    write_file(folder / "index.json", std::string_view(text));
    EXPECT_THROW(run(folder), InputError) << text;
  }
  EXPECT_THROW(run(folder / "nothing"), IoError);
}

TEST(Checker, OrderDoesNotDependOnJobs) {
  SmallCorpus folder;
  std::string cases;
  for (int i = 0; i < 20; i++)
    cases += std::string(i ? "," : "") + R"({"name": "ifs_000", "module": "missing)" +
             std::to_string(i) + R"(.ptx", "entry": "main", "grid": [2, 1, 1],
             "block": [64, 1, 1]})";
  write_file(folder / "index.json", "{\"cases\": [" + cases + "]}");
  EXPECT_EQ(run(folder, "", 1).lines, run(folder, "", 8).lines);
}

TEST(Checker, StopsWhenInterrupted) {
  std::atomic<bool> stop = true;
  CheckerOptions options;
  options.folders = {kCorpora / "programs"};
  options.archs = parse_archs("functional");
  options.interrupted = &stop;
  EXPECT_THROW(run_checker(options), InterruptedError);
}

TEST(Division, UndefinedRows) {
  DivisionRows s32{32, true}, u16{16, false}, s64{64, true};
  EXPECT_TRUE(s32.undefined(5, 0xffff'ffff'0000'0000));  // only the low bits are divided
  EXPECT_TRUE(s32.undefined(0x80000000, 0xffffffff));
  EXPECT_FALSE(s32.undefined(0x80000001, 0xffffffff));
  EXPECT_FALSE(u16.undefined(0x8000, 0xffff));
  EXPECT_TRUE(u16.undefined(1, 0x10000));
  EXPECT_TRUE(s64.undefined(0x8000000000000000, ~uint64_t{0}));
}

TEST(Archs, AreChosenByName) {
  EXPECT_EQ(parse_archs("functional").size(), 1u);
  EXPECT_EQ(parse_archs("all").size(), archs().size() + 1);
  EXPECT_EQ(parse_archs("functional,functional").size(), 1u);
  try {
    parse_archs("functional,nonsense");
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("there is no arch 'nonsense'; known archs: all, functional"));
  }
}

}  // namespace
}  // namespace heddle
