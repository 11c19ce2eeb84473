// The cache alone: replacement, sectors, MSHRs and write policies.
#include <gmock/gmock.h>

#include "memory_timing/cache.hpp"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Two ways of 128-byte lines in `sets` sets.
CacheConfig small(uint32_t sets = 1) {
  CacheConfig config;
  config.ways = 2;
  config.line = 128;
  config.bytes = uint64_t{256} * sets;
  return config;
}

struct Fixture {
  explicit Fixture(const CacheConfig& config) : cache(config, RandomStream(1, 1, 0)) {}
  bool hit(Address address, uint64_t pieces = 0xf) {
    return cache.read_hit(cache.locate(address, pieces));
  }
  void bring(Address address, uint64_t pieces = 0xf) {
    ASSERT_TRUE(cache.read_miss(cache.locate(address, pieces), 9, work));
    std::vector<Address> fetch = work.fetch;
    for (Address unit : fetch) cache.fill(unit, work, [](uint32_t) {});
  }
  std::vector<uint32_t> fill(Address unit) {
    std::vector<uint32_t> waiters;
    cache.fill(unit, work, [&](uint32_t w) { waiters.push_back(w); });
    return waiters;
  }
  Cache cache;
  CacheWork work;
};

TEST(Cache, MissThenHit) {
  Fixture f(small());
  EXPECT_FALSE(f.hit(0));
  f.bring(0);
  EXPECT_TRUE(f.hit(0));
  EXPECT_FALSE(f.hit(128));
  EXPECT_EQ(f.cache.counters().reads, 2u);
  EXPECT_EQ(f.cache.counters().read_misses, 1u);
}

TEST(Cache, LruKeepsWhatWasUsed) {
  Fixture f(small());
  f.bring(0);
  f.bring(128);
  EXPECT_TRUE(f.hit(0));
  f.bring(256);  // evicts 128
  EXPECT_TRUE(f.hit(0));
  EXPECT_FALSE(f.hit(128));
  EXPECT_EQ(f.cache.counters().evictions, 1u);
}

TEST(Cache, FifoDoesNot) {
  CacheConfig config = small();
  config.replacement = "fifo";
  Fixture f(config);
  f.bring(0);
  f.bring(128);
  EXPECT_TRUE(f.hit(0));
  f.bring(256);  // evicts 0, the oldest
  EXPECT_FALSE(f.hit(0));
  EXPECT_TRUE(f.hit(128));
}

TEST(Cache, RandomIsTheSameTwiceAndUsesAllWays) {
  CacheConfig config = small();
  config.replacement = "random";
  Fixture a(config), b(config);
  bool first = false, second = false;
  for (Address line = 0; line < 64; ++line) {
    a.bring(line * 128);
    b.bring(line * 128);
    if (line == 0) continue;
    bool kept = a.hit((line - 1) * 128);
    EXPECT_EQ(kept, b.hit((line - 1) * 128));
    (kept ? first : second) = true;
  }
  EXPECT_TRUE(first && second);
}

TEST(Cache, SetsNeedNotBeAPowerOfTwo) {
  Fixture f(small(3));
  for (Address line = 0; line < 6; ++line) f.bring(line * 128);  // two in each of three sets
  for (Address line = 0; line < 6; ++line) EXPECT_TRUE(f.hit(line * 128));
  f.bring(6 * 128);  // set 0 holds 0, 3 and now 6
  EXPECT_FALSE(f.hit(0));
  EXPECT_TRUE(f.hit(3 * 128));
}

TEST(Cache, SectorsComeOneByOne) {
  CacheConfig config = small();
  config.sector = 32;
  Fixture f(config);
  ASSERT_TRUE(f.cache.read_miss(f.cache.locate(0, 0b0101), 1, f.work));
  EXPECT_THAT(f.work.fetch, ElementsAre(0, 64));
  EXPECT_EQ(f.work.pending, 2u);
  EXPECT_THAT(f.fill(0), ElementsAre(1));
  EXPECT_THAT(f.fill(64), ElementsAre(1));
  EXPECT_TRUE(f.hit(0, 0b0101));
  EXPECT_FALSE(f.hit(0, 0b0111));
  ASSERT_TRUE(f.cache.read_miss(f.cache.locate(0, 0b1111), 2, f.work));
  EXPECT_THAT(f.work.fetch, ElementsAre(32, 96));
}

TEST(Cache, MissesOfOneLineMergeInOrder) {
  CacheConfig config = small();
  config.mshr_merges = 2;
  Fixture f(config);
  ASSERT_TRUE(f.cache.read_miss(f.cache.locate(0, 1), 5, f.work));
  EXPECT_THAT(f.work.fetch, ElementsAre(0));
  ASSERT_TRUE(f.cache.read_miss(f.cache.locate(64, 1), 4, f.work));
  EXPECT_THAT(f.work.fetch, IsEmpty());
  EXPECT_FALSE(f.cache.read_miss(f.cache.locate(96, 1), 3, f.work));  // the third may not wait
  EXPECT_EQ(f.cache.counters().mshr_merges, 1u);
  EXPECT_EQ(f.cache.counters().read_misses, 2u);
  EXPECT_THAT(f.fill(0), ElementsAre(5, 4));
  EXPECT_TRUE(f.hit(96, 1));
}

TEST(Cache, FullMshrsRefuseWithoutEffect) {
  CacheConfig config = small();
  config.mshr_entries = 1;
  Fixture f(config);
  ASSERT_TRUE(f.cache.read_miss(f.cache.locate(0, 1), 1, f.work));
  EXPECT_FALSE(f.cache.read_miss(f.cache.locate(128, 1), 2, f.work));
  EXPECT_EQ(f.cache.counters().reads, 1u);
  f.fill(0);
  EXPECT_TRUE(f.cache.read_miss(f.cache.locate(128, 1), 2, f.work));
}

TEST(Cache, WriteThroughUpdatesAndPassesOn) {
  Fixture f(small());
  ASSERT_TRUE(f.cache.write(f.cache.locate(0, 1, 1), f.work));
  EXPECT_TRUE(f.work.forward);
  EXPECT_FALSE(f.hit(0));  // a miss allocates nothing
  f.bring(0);
  ASSERT_TRUE(f.cache.write(f.cache.locate(0, 1, 1), f.work));
  EXPECT_TRUE(f.work.forward);
  EXPECT_TRUE(f.hit(0));
  EXPECT_EQ(f.cache.counters().write_misses, 1u);
}

CacheConfig write_back() {
  CacheConfig config = small();
  config.write = "back";
  config.allocate = "write";
  return config;
}

TEST(Cache, WriteBackFetchesOnAPartialMiss) {
  Fixture f(write_back());
  ASSERT_TRUE(f.cache.write(f.cache.locate(0, 0xf, 0x7), f.work));
  EXPECT_FALSE(f.work.forward);
  EXPECT_THAT(f.work.fetch, ElementsAre(0));
  EXPECT_THAT(f.fill(0), IsEmpty());
  f.bring(128);
  f.bring(256);  // evicts line 0, dirty since its fill
  EXPECT_EQ(f.cache.counters().write_backs, 1u);
  EXPECT_EQ(f.work.victim, 0u);
  EXPECT_EQ(f.cache.pieces_of(f.work.victim_dirty), 0xfu);
}

TEST(Cache, WriteBackOfAWholeLineFetchesNothing) {
  Fixture f(write_back());
  ASSERT_TRUE(f.cache.write(f.cache.locate(0, 0xf, 0xf), f.work));
  EXPECT_THAT(f.work.fetch, IsEmpty());
  EXPECT_TRUE(f.hit(0));
  f.cache.invalidate(f.cache.locate(0, 1), f.work);
  EXPECT_EQ(f.work.victim_dirty, 1u);
  EXPECT_FALSE(f.hit(0));
}

TEST(Cache, WriteBackWithoutAllocatePassesMissesOn) {
  CacheConfig config = write_back();
  config.allocate = "no-write";
  Fixture f(config);
  ASSERT_TRUE(f.cache.write(f.cache.locate(0, 0xf, 0xf), f.work));
  EXPECT_TRUE(f.work.forward);
  f.bring(0);
  ASSERT_TRUE(f.cache.write(f.cache.locate(0, 0xf, 0xf), f.work));
  EXPECT_FALSE(f.work.forward);
}

TEST(Cache, FlushEmpties) {
  Fixture f(small());
  f.bring(0);
  f.cache.flush();
  EXPECT_FALSE(f.hit(0));
}

}  // namespace
}  // namespace heddle
