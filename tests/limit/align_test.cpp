// Alignments against slow and obviously correct references.
#include "limit/align.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "limit/weights.hpp"

namespace heddle::limit {
namespace {

std::vector<uint32_t> random_sequence(std::mt19937& random, size_t longest, uint32_t kinds) {
  std::vector<uint32_t> s(random() % (longest + 1));
  for (uint32_t& e : s) e = static_cast<uint32_t>(random() % kinds);
  return s;
}

/// Tries all alignments.
uint32_t try_all(Sequence a, Sequence b) {
  if (a.empty() || b.empty()) return 0;
  uint32_t best = std::max(try_all(a.subspan(1), b), try_all(a, b.subspan(1)));
  if (a[0] == b[0]) best = std::max(best, kWeights[a[0]] + try_all(a.subspan(1), b.subspan(1)));
  return best;
}

/// Computes the whole table.
uint32_t tabulate(Sequence a, Sequence b) {
  std::vector<std::vector<uint32_t>> t(a.size() + 1, std::vector<uint32_t>(b.size() + 1, 0));
  for (size_t i = 1; i <= a.size(); i++)
    for (size_t j = 1; j <= b.size(); j++) {
      t[i][j] = std::max(t[i - 1][j], t[i][j - 1]);
      if (a[i - 1] == b[j - 1]) t[i][j] = std::max(t[i][j], t[i - 1][j - 1] + kWeights[a[i - 1]]);
    }
  return t.back().back();
}

/// The weight of an alignment, after checking that it is valid.
uint32_t weigh(Sequence a, Sequence b, const std::vector<Match>& matches) {
  uint32_t sum = 0;
  for (size_t n = 0; n < matches.size(); n++) {
    const Match& m = matches[n];
    EXPECT_LT(m.a, a.size());
    EXPECT_LT(m.b, b.size());
    EXPECT_EQ(a[m.a], b[m.b]);
    if (n > 0) {
      EXPECT_LT(matches[n - 1].a, m.a);
      EXPECT_LT(matches[n - 1].b, m.b);
    }
    sum += kWeights[a[m.a]];
  }
  return sum;
}

TEST(Align, IsAsGoodAsTheBestOfAllAlignments) {
  std::mt19937 random(1);
  Aligner aligner(kWeights);
  for (int n = 0; n < 1000; n++) {
    auto kinds = 1 + static_cast<uint32_t>(random() % kWeights.size());
    auto a = random_sequence(random, 7, kinds), b = random_sequence(random, 7, kinds);
    uint32_t best = try_all(a, b);
    ASSERT_EQ(aligner.saved(a, b), best);
    ASSERT_EQ(weigh(a, b, aligner.align(a, b)), best);
  }
}

TEST(Align, IsBestForLongSequencesToo) {
  std::mt19937 random(2);
  Aligner aligner(kWeights);
  for (int n = 0; n < 30; n++) {
    auto kinds = 2 + static_cast<uint32_t>(random() % (kWeights.size() - 1));
    auto a = random_sequence(random, 300, kinds), b = random_sequence(random, 300, kinds);
    uint32_t best = tabulate(a, b);
    ASSERT_EQ(aligner.saved(a, b), best);
    ASSERT_EQ(weigh(a, b, aligner.align(a, b)), best);
  }
}

TEST(Align, WeightDecidesNotNumber) {
  // Kind 5 alone weighs more than three times kind 1.
  std::vector<uint32_t> a{5, 1, 1, 1}, b{1, 1, 1, 5};
  Aligner aligner(kWeights);
  EXPECT_EQ(aligner.saved(a, b), 9u);
  EXPECT_EQ(aligner.align(a, b), (std::vector<Match>{{0, 3}}));
}

TEST(Align, EqualSequencesMatchElementByElement) {
  std::vector<uint32_t> a(1000, 2);
  Aligner aligner(kWeights);
  EXPECT_EQ(aligner.saved(a, a), 4000u);
  EXPECT_EQ(aligner.align(a, a).size(), 1000u);
}

}  // namespace
}  // namespace heddle::limit
