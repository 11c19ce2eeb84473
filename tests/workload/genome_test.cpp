#include "workload/genome.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::workload {
namespace {

using testing::ElementsAre;

const std::vector<uint8_t> kText = {0, 1, 0, 1, 2};  // "ACACG"

TEST(Genome, SuffixesAreSorted) {
  std::vector<uint32_t> suffixes = suffix_array(kText);
  EXPECT_THAT(suffixes, ElementsAre(0, 2, 1, 3, 4));
  EXPECT_THAT(common_prefixes(kText, suffixes), ElementsAre(0, 2, 0, 1, 0));
}

TEST(Genome, ShorterSuffixesComeFirst) {
  EXPECT_THAT(suffix_array(std::vector<uint8_t>{3, 3, 3}), ElementsAre(2, 1, 0));
}

TEST(Genome, LongestMatchFindsAllOccurrences) {
  std::vector<uint32_t> suffixes = suffix_array(kText);
  Occurrences both = longest_match(kText, suffixes, std::vector<uint8_t>{0, 1, 3});
  EXPECT_EQ(both.length, 2u);
  EXPECT_EQ(both.first, 0u);
  EXPECT_EQ(both.last, 2u);
  EXPECT_EQ(longest_match(kText, suffixes, std::vector<uint8_t>{3, 0}).length, 0u);
}

TEST(Genome, ReadsWithoutErrorsOccur) {
  std::vector<uint8_t> genome = random_genome(Random(1), 500);
  ASSERT_EQ(genome.size(), 500u);
  std::vector<uint8_t> reads = random_reads(Random(2), genome, 4, 30, 0);
  ASSERT_EQ(reads.size(), 120u);
  for (auto read = reads.begin(); read != reads.end(); read += 30)
    EXPECT_NE(std::search(genome.begin(), genome.end(), read, read + 30), genome.end());
}

}  // namespace
}  // namespace heddle::workload
