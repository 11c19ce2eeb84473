// The DRAM channel alone, with the timing of fung2007's Table 2: tCL 9, tRP 13, tRC 34, tRAS 21,
// tRCD 12, tRRD 8, and 8 bytes per tick: a request of 128 bytes holds the data bus for 16.
#include <gmock/gmock.h>

#include <optional>

#include "memory_timing/full/dram_channel.hpp"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr Address kRow = 4096, kSameBank = 8 * 4096;  // the next row of the same bank

struct Bench {
  explicit Bench(const char* policy = "fr-fcfs") {
    MemoryConfig config;
    config.dram_policy = policy;
    channel.emplace(config);
  }
  void read(Address address, uint64_t tag, uint64_t from = 0) {
    channel->enqueue(address, 128, false, tag, from);
  }
  void write(Address address, uint64_t from = 0) { channel->enqueue(address, 128, true, 0, from); }
  /// Runs until idle; returns (tag, tick) of every reply.
  std::vector<std::pair<uint64_t, uint64_t>> run() {
    std::vector<std::pair<uint64_t, uint64_t>> result;
    while (channel->due() != kNeverTick) {
      uint64_t now = channel->due();
      channel->tick(now, [&](uint64_t tag) { result.emplace_back(tag, now); });
    }
    return result;
  }
  std::optional<DramChannel> channel;
};

TEST(Dram, ClosedRow) {
  Bench b;
  b.read(0, 1);
  // ACT 0, column at tRCD 12, data from 21, 16 ticks.
  EXPECT_THAT(b.run(), ElementsAre(Pair(1, 37)));
  EXPECT_EQ(b.channel->counters().row_misses, 1u);
  EXPECT_EQ(b.channel->counters().busy, 16u);
}

TEST(Dram, RowHitsFollowWithoutAGap) {
  Bench b;
  b.read(0, 1);
  b.read(128, 2);
  b.read(256, 3);
  EXPECT_THAT(b.run(), ElementsAre(Pair(1, 37), Pair(2, 53), Pair(3, 69)));
  EXPECT_EQ(b.channel->counters().row_hits, 2u);
}

TEST(Dram, LoneRowHit) {
  Bench b;
  b.read(0, 1);
  b.run();
  b.read(128, 2, 100);
  EXPECT_THAT(b.run(), ElementsAre(Pair(2, 100 + 9 + 16)));
}

TEST(Dram, ConflictPaysPrechargeAndActivate) {
  Bench b;
  b.read(0, 1);
  b.run();
  b.read(kSameBank, 2, 100);
  // PRE 100, ACT 113 (tRP), column 125 (tRCD), data 134 to 150.
  EXPECT_THAT(b.run(), ElementsAre(Pair(2, 150)));
  EXPECT_EQ(b.channel->counters().row_conflicts, 1u);
}

TEST(Dram, EarlyConflictWaitsForTheBurst) {
  Bench b;
  b.read(0, 1);
  b.read(kSameBank, 2);
  // ACT 0, column 12, its burst until 28 (later than tRAS 21): PRE 28, ACT 41 (tRC 34 is past),
  // column 53, data 62 to 78.
  EXPECT_THAT(b.run(), ElementsAre(Pair(1, 37), Pair(2, 78)));
}

TEST(Dram, RowCycleBoundsShortAccesses) {
  Bench b;
  b.channel->enqueue(0, 8, false, 1, 0);
  b.channel->enqueue(kSameBank, 8, false, 2, 0);
  // Column 12, burst of 1. PRE at tRAS 21, ACT at 34 (21 + 13, and tRC 34), column 46, data 55.
  EXPECT_THAT(b.run(), ElementsAre(Pair(1, 22), Pair(2, 56)));
}

TEST(Dram, BanksOverlap) {
  Bench b;
  b.read(0, 1);
  b.read(kRow, 2);  // the next bank
  // ACT 0 and ACT 8 (tRRD); columns 12 and 20; the second's data waits for the bus: column 28.
  EXPECT_THAT(b.run(), ElementsAre(Pair(1, 37), Pair(2, 53)));
  EXPECT_EQ(b.channel->counters().row_misses, 2u);
}

TEST(Dram, ActivatesKeepTheirDistance) {
  Bench b;
  b.channel->enqueue(0, 8, false, 1, 0);
  b.channel->enqueue(kRow, 8, false, 2, 0);
  b.channel->enqueue(2 * kRow, 8, false, 3, 0);
  // ACT 0, 8, 16 (tRRD): data 12 + 9 + 1 after each.
  EXPECT_THAT(b.run(), ElementsAre(Pair(1, 22), Pair(2, 30), Pair(3, 38)));
}

TEST(Dram, FirstReadyReorders) {
  Bench b("fr-fcfs");
  b.read(0, 1);
  b.read(kSameBank, 2);
  b.read(128, 3);
  // 1 and 3 share a row: 37 and 53. Then PRE at 44 (the burst of the column at 28), ACT 57,
  // column 69, data 78 to 94.
  EXPECT_THAT(b.run(), ElementsAre(Pair(1, 37), Pair(3, 53), Pair(2, 94)));
}

TEST(Dram, FirstComeDoesNot) {
  Bench b("fcfs");
  b.read(0, 1);
  b.read(kSameBank, 2);
  b.read(128, 3);
  // 2: PRE 28, ACT 41, column 53: 78. 3: PRE 69, ACT 82, column 94, data 103 to 119.
  EXPECT_THAT(b.run(), ElementsAre(Pair(1, 37), Pair(2, 78), Pair(3, 119)));
  EXPECT_EQ(b.channel->counters().row_conflicts, 2u);
}

TEST(Dram, WritesHoldTheBusAndAreNotAnswered) {
  Bench b;
  b.write(0);
  b.read(128, 1);
  EXPECT_THAT(b.run(), ElementsAre(Pair(1, 53)));
  EXPECT_EQ(b.channel->counters().writes, 1u);
  EXPECT_EQ(b.channel->counters().bytes, 256u);
}

TEST(Dram, TheQueueIsBounded) {
  Bench b;
  for (uint64_t i = 0; i < 32; ++i) {
    EXPECT_TRUE(b.channel->room());
    b.read(i * 128, i);
  }
  EXPECT_FALSE(b.channel->room());
  b.read(0, 99);  // a write-back could still come
  EXPECT_EQ(b.run().size(), 33u);
  EXPECT_TRUE(b.channel->room());
}

TEST(Dram, NobodyStarves) {
  // Hits on an open row never end, but the conflict is served once it has waited long enough.
  Bench b;
  b.read(0, 1);
  b.run();
  b.read(kSameBank, 7777, 100);
  uint64_t now = 100, served = 0;
  for (uint64_t i = 0; served == 0 && now < 20'000; ++now) {
    while (b.channel->room()) b.read(128 * (i++ % 16), 2, now);
    if (b.channel->due() <= now)
      b.channel->tick(now, [&](uint64_t tag) { served = tag == 7777 ? now : served; });
  }
  EXPECT_GT(served, 100 + DramChannel::kMaxWait);
  EXPECT_LT(served, 100 + DramChannel::kMaxWait + 200);
}

TEST(Dram, ClosedRowsAreForgotten) {
  Bench b;
  b.read(0, 1);
  b.run();
  b.channel->close_rows();
  b.read(0, 2, 100);
  EXPECT_THAT(b.run(), ElementsAre(Pair(2, 137)));
}

}  // namespace
}  // namespace heddle
