// Every arithmetic entry of the corpus against the lane functions: what the hardware computed,
// independently of the simulator around them.
#include "isa/corpus.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace heddle::isa::corpus {
namespace {

constexpr size_t kThreads = 1024;
using Containers = std::vector<uint64_t>;

const std::string kFolder = HEDDLE_TESTS "/conformance/instructions/";

Containers read_containers(const std::string& file, size_t offset) {
  std::ifstream in(kFolder + file, std::ios::binary);
  in.seekg(std::streamoff(offset));
  Containers values(kThreads);
  in.read(reinterpret_cast<char*>(values.data()), kThreads * sizeof(uint64_t));
  EXPECT_TRUE(in) << file;
  return values;
}

struct Recorded {
  std::string module, inputs, tolerance, expected;
  size_t offset = 0;
};

std::map<std::string, Recorded> read_index() {
  std::ifstream in(kFolder + "index.json");
  std::map<std::string, Recorded> entries;
  const auto index = nlohmann::json::parse(in);
  for (const auto& c : index["cases"])
    entries[c["entry"]] = {c["module"], c["inputs"], c["tolerance"], c["expected"], c["offset"]};
  return entries;
}

const std::map<std::string, Recorded>& recorded() {
  static const auto entries = read_index();
  return entries;
}

bool both_nan(uint64_t got, uint64_t want, int width) {
  const auto nan = [width](uint64_t x) {
    if (width == 64) return is_nan(load<double>(x));
    if (width == 32) return is_nan(load<float>(x));
    return is_nan(load<Half>(x));
  };
  return nan(got) && nan(want) && (width == 64 || (got ^ want) >> width == 0);
}

bool both_nan_bf16(uint64_t got, uint64_t want) {
  return is_nan(load<BFloat>(got)) && is_nan(load<BFloat>(want));
}

bool each_half_matches(uint64_t got, uint64_t want) {
  const auto half_matches = [](uint64_t g, uint64_t w) { return g == w || both_nan(g, w, 16); };
  return half_matches(got & 0xffff, want & 0xffff) && half_matches(got >> 16, want >> 16);
}

bool within(const std::string& tolerance, double got, double want) {
  const double limit = std::stod(tolerance.substr(4));
  const double error = std::fabs(got - want);
  return error <= (tolerance.starts_with("rel:") ? limit * std::fabs(want) : limit);
}

bool matches(const std::string& tolerance, uint64_t got, uint64_t want, int width) {
  if (got == want) return true;
  if (tolerance == "nan") return both_nan(got, want, width);
  if (tolerance == "nanbf16") return both_nan_bf16(got, want);
  if (tolerance == "nan16x2") return each_half_matches(got, want);
  if (tolerance == "exact") return false;
  return width == 64 ? within(tolerance, load<double>(got), load<double>(want))
                     : within(tolerance, load<float>(got), load<float>(want));
}

bool matches_any(const std::string& tolerances, uint64_t got, uint64_t want, int width) {
  std::istringstream in(tolerances);
  for (std::string tolerance; std::getline(in, tolerance, '|');)
    if (matches(tolerance, got, want, width)) return true;
  return false;
}

void check(const Case& test) {
  SCOPED_TRACE(test.entry);
  const auto found = recorded().find(test.entry);
  ASSERT_NE(found, recorded().end());
  const Recorded& entry = found->second;
  const Containers a = read_containers("input." + entry.inputs + ".a.bin", 0);
  const Containers b = read_containers("input." + entry.inputs + ".b.bin", 0);
  const Containers c = read_containers("input." + entry.inputs + ".c.bin", 0);
  const Containers want = read_containers(entry.expected, entry.offset);
  Containers got(kThreads);
  {
    const RoundingScope scope(test.mode);
    for (size_t i = 0; i < kThreads; ++i) got[i] = test.lane(a[i], b[i], c[i]);
  }
  int shown = 0;
  for (size_t i = 0; i < kThreads && shown < 3; ++i) {
    if (matches_any(entry.tolerance, got[i], want[i], test.width)) continue;
    ++shown;
    ADD_FAILURE() << std::hex << "a=" << a[i] << " b=" << b[i] << " c=" << c[i] << " got=" << got[i]
                  << " want=" << want[i];
  }
}

void check_all(const std::vector<Case>& cases) {
  for (const Case& test : cases) check(test);
}

TEST(Corpus, Integer) { check_all(integer_cases()); }
TEST(Corpus, Bits) { check_all(bit_cases()); }
TEST(Corpus, Float) { check_all(float_cases()); }
TEST(Corpus, Half) { check_all(half_cases()); }
TEST(Corpus, Convert) { check_all(convert_cases()); }
TEST(Corpus, Compare) { check_all(compare_cases()); }

// No entry of the arithmetic modules is left out.
TEST(Corpus, IsCovered) {
  std::set<std::string> tested;
  for (const auto& cases : {integer_cases(), bit_cases(), float_cases(), half_cases(),
                            convert_cases(), compare_cases()})
    for (const Case& test : cases) tested.insert(test.entry);
  const std::set<std::string> others = {"move.ptx", "warp.ptx", "atomic.ptx", "space.ptx"};
  for (const auto& [entry, record] : recorded())
    EXPECT_TRUE(others.contains(record.module) || tested.contains(entry)) << entry;
}

}  // namespace
}  // namespace heddle::isa::corpus
