// Whole files: the conformance corpus and the samples must parse without diagnostics. The counts
// for the samples were determined by reading them.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "ptx/parsing.hpp"

namespace heddle::ptx {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The number of .ptx files in the folder; each must contain at least one kernel or function.
size_t parse_folder(const fs::path& folder) {
  std::error_code missing;
  size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder, missing)) {
    if (entry.path().extension() != ".ptx") continue;
    count++;
    Parsed parsed = parse_any(read(entry.path()));
    EXPECT_TRUE(parsed.diagnostics->all().empty()) << entry.path() << "\n"
                                                   << parsed.diagnostics->render_all();
    EXPECT_FALSE(parsed.module.functions.empty()) << entry.path();
  }
  EXPECT_FALSE(missing) << folder << ": " << missing.message();
  return count;
}

const fs::path kTests = HEDDLE_TESTS;

TEST(Corpus, Instructions) { EXPECT_GE(parse_folder(kTests / "conformance/instructions"), 13u); }
TEST(Corpus, Programs) { EXPECT_GE(parse_folder(kTests / "conformance/programs"), 480u); }
TEST(Corpus, Samples) { EXPECT_EQ(parse_folder(kTests / "ptx/samples"), 5u); }

TEST(Samples, CountsAreThoseOfTheText) {
  Parsed calls = parse_good(read(kTests / "ptx/samples/calls.ptx"));
  EXPECT_EQ(calls.module.functions.size(), 7u);
  EXPECT_EQ(calls.module.prototypes.size(), 1u);
  EXPECT_EQ(std::ranges::count(calls.module.instructions, "call", &Instruction::opcode), 4);

  Parsed data = parse_good(read(kTests / "ptx/samples/data.ptx"));
  EXPECT_EQ(data.module.globals.size(), 9u);
  EXPECT_EQ(
      std::ranges::count(data.module.initialisers, Initialiser::Kind::Symbol, &Initialiser::kind),
      7);
}

/// Twice the text gives exactly twice the nodes.
TEST(Corpus, TreeIsLinearInTheText) {
  std::string text = read(kTests / "ptx/samples/reduction.ptx");
  Parsed one = parse_good(text);
  constexpr size_t kCopies = 500;
  std::string many;
  for (size_t i = 0; i < kCopies; i++) many += text;
  Parsed all = parse_good(std::move(many));
  EXPECT_EQ(all.module.functions.size(), kCopies * one.module.functions.size());
  EXPECT_EQ(all.module.instructions.size(), kCopies * one.module.instructions.size());
  EXPECT_EQ(all.module.operands.size(), kCopies * one.module.operands.size());
  EXPECT_EQ(all.module.modifiers.size(), kCopies * one.module.modifiers.size());
}

}  // namespace
}  // namespace heddle::ptx
