// Registers that share a row are never live together, in any function of the conformance corpora.
#include "exec/link/row_sharing.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "program/analysis/liveness.hpp"

namespace heddle {
namespace {

ProgramPtr load(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return load_module(std::make_shared<const Source>(path.filename().string(), text.str()));
}

ProgramPtr kernel(const std::string& body) {
  return load_module(std::make_shared<const Source>(
      "rows.ptx",
      ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
      ".reg .u32 %r<20>; .reg .u64 %d<20>; .reg .pred %p<4>;\n" +
          body + "\nret;\n}\n"));
}

/// What must hold for one function: literally, instruction by instruction.
class RowChecker {
 public:
  RowChecker(const Program& module, const Function& f)
      : f_(f), cfg_(module, f), liveness_(f, cfg_), rows_(share_rows(module, f)) {}

  void check() {
    for (uint32_t b = 0; b < cfg_.size(); b++)
      if (cfg_.reachable(b))
        for (Pc pc = cfg_[b].first; pc.value() <= cfg_[b].last.value(); ++pc) check_at(pc, b);
  }
  bool share(Reg a, Reg b) const {
    return a != b && rows_[a.value()] != kOwnRow && rows_[a.value()] == rows_[b.value()] &&
           cls(a) == cls(b);
  }
  /// Adds the registers that the function writes, and their rows. Predicates are not shared.
  void count(size_t& registers, size_t& rows) const {
    std::set<uint32_t> written;
    for (const Instruction& i : f_.code)
      for_each_def(f_, i, [&](Reg r) {
        if (cls(r) != RegClass::Pred) written.insert(r.value());
      });
    std::set<std::pair<RegClass, uint32_t>> shared;
    registers += written.size();
    for (uint32_t r : written)
      if (rows_[r] == kOwnRow)
        rows++;
      else
        shared.emplace(cls(Reg{r}), rows_[r]);
    rows += shared.size();
  }

 private:
  RegClass cls(Reg r) const { return f_.registers[r.value()].cls(); }
  void check_at(Pc pc, uint32_t block) {
    const Instruction& i = f_.at(pc);
    std::vector<Reg> before = liveness_.live_at(pc);
    for (size_t a = 0; a < before.size(); a++)
      for (size_t b = 0; b < a; b++) ASSERT_FALSE(share(before[a], before[b])) << pc.value();
    std::set<uint32_t> after;
    if (pc != cfg_[block].last) {
      for (Reg r : liveness_.live_at(pc + 1)) after.insert(r.value());
    } else {
      for (uint32_t s : cfg_[block].successors)
        for (Reg r : liveness_.live_in(s)) after.insert(r.value());
    }
    for_each_def(f_, i, [&](Reg to) {
      for (uint32_t r : after) ASSERT_FALSE(share(to, Reg{r})) << pc.value();
      for_each_use(f_, i, [&](Reg from) { ASSERT_FALSE(share(to, from)) << pc.value(); });
      for_each_def(f_, i, [&](Reg other) { ASSERT_FALSE(share(to, other)) << pc.value(); });
    });
  }

  const Function& f_;
  Cfg cfg_;
  Liveness liveness_;
  std::vector<uint32_t> rows_;
};

TEST(RowSharing, NoTwoRegistersThatAreLiveTogether) {
  size_t registers = 0, rows = 0;
  for (const char* corpus : {"instructions", "programs", "exits"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::filesystem::path(HEDDLE_TESTS) / "conformance" / corpus)) {
      if (entry.path().extension() != ".ptx") continue;
      ProgramPtr module = load(entry.path());
      for (const Function& f : module->functions) {
        if (f.code.empty()) continue;
        RowChecker checker(*module, f);
        checker.check();
        ASSERT_FALSE(HasFatalFailure()) << entry.path() << ", " << f.name;
        checker.count(registers, rows);
      }
    }
  EXPECT_LT(rows, registers / 2);
}

TEST(RowSharing, ResultsThatMayArriveLateHaveTheirOwnRows) {
  ProgramPtr module = kernel(
      "ld.param.u64 %d0, [p];\n"
      "ld.global.u32 %r0, [%d0];\n"
      "ld.u32 %r1, [%d0+4];\n"
      "atom.global.add.u32 %r2, [%d0+8], 1;\n"
      "mov.u32 %r3, %tid.x;\n"
      "add.u32 %r4, %r3, 1;\n"
      "add.u32 %r5, %r4, 1;\n"
      "st.global.u32 [%d0+12], %r5;\n");
  std::vector<uint32_t> rows = share_rows(*module, module->functions[0]);
  std::vector<uint32_t> words;
  for (uint32_t r = 0; r < rows.size(); r++)
    if (module->functions[0].registers[r].cls() == RegClass::Word) words.push_back(rows[r]);
  for (uint32_t r = 0; r < 3; r++) EXPECT_EQ(words[r], kOwnRow) << r;
  EXPECT_EQ(words[3], words[5]);  // the first is dead when the last is written
  EXPECT_NE(words[3], words[4]);  // one is made of the other
}

}  // namespace
}  // namespace heddle
