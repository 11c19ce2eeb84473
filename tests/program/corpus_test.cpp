// Every function of the conformance corpora: its registers are allocated without a clash, and what
// the analyses say of it is consistent.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "program/analysis/survivors.hpp"
#include "support.hpp"

namespace heddle::testing {
namespace {

std::vector<std::filesystem::path> corpus(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(HEDDLE_TESTS) / "conformance" / folder))
    if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

ProgramPtr load(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return load_module(std::make_shared<const Source>(path.filename().string(), text.str()));
}

void check(const Function& f, const FunctionAnalysis& a) {
  const auto error = find_allocation_error(f, a.cfg, a.liveness(), a.registers());
  ASSERT_FALSE(error.has_value()) << *error;
  ASSERT_GE(a.registers().units_used, a.liveness().max_units());
  ASSERT_GE(a.registers().predicates_used, a.liveness().max_predicates());
  ASSERT_TRUE(a.frontiers().complete());
  const DominatorTree survivors = post_dominators(a.cfg.size(), surviving_edges(f, a.cfg));
  for (uint32_t pc = 0; pc < f.code.size(); pc++) {
    const Pc point = a.reconvergence.point(Pc{pc});
    if (point == kNoPc) continue;
    ASSERT_TRUE(may_diverge(a.module, f, f.at(Pc{pc})));
    if (f.at(Pc{pc}).flow == Flow::Call) continue;
    ASSERT_TRUE(a.cfg.starts_block(point));
    ASSERT_TRUE(survivors.dominates(a.cfg.block_of(point), a.cfg.block_of(Pc{pc})));
  }
  for (uint32_t b = 0; b < a.cfg.size(); b++)
    for (uint32_t waiting : a.frontiers().frontier(b))
      ASSERT_GT(a.frontiers().priority(waiting), a.frontiers().priority(b));
}

void check_all(const std::string& folder, size_t expected) {
  const auto files = corpus(folder);
  ASSERT_GE(files.size(), expected);
  uint64_t units = 0, live = 0;
  for (const auto& path : files) {
    const ProgramPtr m = load(path);
    for (const Function& f : m->functions) {
      const auto a = analyse(*m, f);
      if (a == nullptr) continue;
      check(f, *a);
      ASSERT_FALSE(::testing::Test::HasFatalFailure()) << path << ' ' << f.name;
      units += a->registers().units_used;
      live += a->liveness().max_units();
    }
  }
  // Colouring wastes little over what is live at once.
  EXPECT_LE(units, live + live / 20);
}

TEST(Corpus, Programs) { check_all("programs", 400); }
TEST(Corpus, Instructions) { check_all("instructions", 10); }

/// The corpus named after it must be found irreducible, and structured ones must not.
TEST(Corpus, IrreducibleProgramsAreFound) {
  uint32_t irreducible = 0, structured = 0;
  for (const auto& path : corpus("programs")) {
    const std::string name = path.filename().string();
    const bool expected = name.starts_with("irreducible_");
    if (!expected && !name.starts_with("ifs_") && !name.starts_with("loops_")) continue;
    const ProgramPtr m = load(path);
    for (const Function& f : m->functions) {
      if (f.code.empty()) continue;
      const bool reducible = LoopNest(Cfg(*m, f)).reducible();
      if (expected)
        irreducible += !reducible;
      else
        structured += !reducible;
    }
  }
  EXPECT_GT(irreducible, 30u);
  EXPECT_EQ(structured, 0u);
}

}  // namespace
}  // namespace heddle::testing
