// Coalescing: access patterns and their transactions.
#include <gmock/gmock.h>

#include "memory_timing/coalescer.hpp"
#include "memory_timing/memory_driver.hpp"

namespace heddle::testing {
namespace {

using ::testing::ElementsAre;

std::vector<Address> bases(const Coalesced& c) {
  std::vector<Address> result;
  for (const Transaction& t : c.transactions) result.push_back(t.base);
  return result;
}

Coalesced run(const Pattern& pattern, uint32_t block = 128, uint32_t bytes = 4) {
  Coalesced result;
  coalesce(pattern.request(1, AccessType::Load, bytes), block, result);
  return result;
}

TEST(Coalescer, AlignedUnitStrideIsOneTransaction) {
  Coalesced c = run(Pattern(0x1000, 4));
  ASSERT_THAT(bases(c), ElementsAre(0x1000));
  EXPECT_EQ(c.transactions[0].lanes, 0xffffffffu);
  EXPECT_EQ(c.transactions[0].words, 0xffffffffu);
  EXPECT_EQ(c.transactions[0].pieces(), 0xfu);
  EXPECT_EQ(c.transactions[0].whole_pieces(), 0xfu);
}

TEST(Coalescer, MisalignedUnitStrideIsTwo) {
  Coalesced c = run(Pattern(0x1004, 4));
  ASSERT_THAT(bases(c), ElementsAre(0x1000, 0x1080));
  EXPECT_EQ(c.transactions[0].lanes, 0x7fffffffu);
  EXPECT_EQ(c.transactions[1].lanes, 0x80000000u);
  EXPECT_EQ(c.transactions[0].words, 0xfffffffeu);
  EXPECT_EQ(c.transactions[0].whole_pieces(), 0xeu);  // the first word of the first is missing
  EXPECT_EQ(c.transactions[1].words, 1u);
  EXPECT_FALSE(c.straddles);
}

TEST(Coalescer, SmallerBlocksGiveMoreTransactions) {
  EXPECT_THAT(bases(run(Pattern(0x1000, 4), 32)), ElementsAre(0x1000, 0x1020, 0x1040, 0x1060));
}

TEST(Coalescer, WideUnitStride) {
  EXPECT_THAT(bases(run(Pattern(0x1000, 16), 128, 16)),
              ElementsAre(0x1000, 0x1080, 0x1100, 0x1180));
}

TEST(Coalescer, StrideOfABlockIsOnePerThread) {
  Coalesced c = run(Pattern(0, 128));
  ASSERT_EQ(c.transactions.size(), 32u);
  for (size_t i = 0; i < 32; ++i) {
    EXPECT_EQ(c.transactions[i].base, 128 * i);
    EXPECT_EQ(c.transactions[i].lanes, uint64_t{1} << i);
  }
}

TEST(Coalescer, StrideOfTwoWordsTouchesEveryOtherWord) {
  Coalesced c = run(Pattern(0, 8));
  ASSERT_THAT(bases(c), ElementsAre(0, 128));
  EXPECT_EQ(c.transactions[0].words, 0x55555555u);
  EXPECT_EQ(c.transactions[0].pieces(), 0xfu);
  EXPECT_EQ(c.transactions[0].whole_pieces(), 0u);
}

TEST(Coalescer, UniformIsOne) {
  Coalesced c = run(Pattern(0x1234, 0));
  ASSERT_THAT(bases(c), ElementsAre(0x1200));
  EXPECT_EQ(c.transactions[0].lanes, 0xffffffffu);
  EXPECT_EQ(c.transactions[0].words, uint64_t{1} << (0x34 / 4));
}

TEST(Coalescer, ScatteredKeepsTheOrderOfFirstTouch) {
  Coalesced c = run(Pattern(std::vector<Address>{0x900, 0x104, 0x910, 0x100, 0x300}));
  ASSERT_THAT(bases(c), ElementsAre(0x900, 0x100, 0x300));
  EXPECT_EQ(c.transactions[0].lanes, 0b00101u);
  EXPECT_EQ(c.transactions[1].lanes, 0b01010u);
  EXPECT_EQ(c.transactions[2].lanes, 0b10000u);
}

TEST(Coalescer, AnAccessAcrossTheEndIsInBoth) {
  Coalesced c = run(Pattern(std::vector<Address>{0x7e, 0x100}));
  ASSERT_THAT(bases(c), ElementsAre(0, 0x80, 0x100));
  EXPECT_EQ(c.transactions[0].lanes, 1u);
  EXPECT_EQ(c.transactions[1].lanes, 1u);
  EXPECT_TRUE(c.straddles);
}

TEST(Coalescer, LanesNeedNotBeThreads) {
  Pattern pattern(0, 4, 2);
  pattern.lanes = {63, 5};
  EXPECT_EQ(run(pattern).transactions[0].lanes, (uint64_t{1} << 63) | (1u << 5));
}

TEST(Coalescer, PiecesOfAnyWords) {
  for (uint32_t i = 0; i < 64; ++i) {
    Transaction one{.words = uint64_t{1} << i}, but{.words = ~(uint64_t{1} << i)};
    EXPECT_EQ(one.pieces(), uint64_t{1} << i / 8);
    EXPECT_EQ(one.whole_pieces(), 0u);
    EXPECT_EQ(but.pieces(), 0xffu);
    EXPECT_EQ(but.whole_pieces(), 0xff ^ (uint64_t{1} << i / 8));
  }
}

TEST(Coalescer, BroadcastGroupsByAddress) {
  Coalesced c;
  coalesce_broadcast(Pattern(std::vector<Address>{8, 4, 8, 4, 8}).request(1), 64, c);
  ASSERT_EQ(c.transactions.size(), 2u);
  EXPECT_EQ(c.transactions[0].lanes, 0b10101u);
  EXPECT_EQ(c.transactions[0].words, 0b100u);
  EXPECT_EQ(c.transactions[1].words, 0b010u);
}

TEST(Coalescer, ConflictsAreTheMostThreadsAtOneAddress) {
  Pattern pattern(std::vector<Address>{0, 4, 0, 0x80, 0, 0x80});
  MemoryRequest request = pattern.request(1);
  Coalesced c;
  coalesce(request, 128, c);
  count_conflicts(request, 128, c);
  EXPECT_EQ(c.transactions[0].conflicts, 3u);
  EXPECT_EQ(c.transactions[1].conflicts, 2u);
}

}  // namespace
}  // namespace heddle::testing
