// Exact cycles of the simple memory models (ideal, fixed, open-row) and of CoreSide.
#include <gmock/gmock.h>

#include "memory_timing/bandwidth.hpp"
#include "memory_timing/memory_driver.hpp"

namespace heddle::testing {
namespace {

MachineConfig fixed(uint32_t latency, double rate = 0) {
  MachineConfig config = bare("fixed");
  config.memory.latency = latency;
  config.memory.bytes_per_cycle = rate;
  config.memory.queue = 64;
  return config;
}

MachineConfig with_l1(MachineConfig config) {  // brunie2012: 48 KB, 6 ways, 128 bytes, 3 cycles
  config.memory.l1.bytes = 48 * 1024;
  config.memory.l1.ways = 6;
  config.memory.l1.hit_latency = 3;
  return config;
}

TEST(IdealMemory, EverythingTakesTheLatency) {
  MachineConfig config = bare("ideal");
  config.memory.latency = 7;
  Driver d(config);
  for (uint32_t i = 0; i < 5; ++i) EXPECT_TRUE(d.offer(Pattern(0, 128), i));
  d.drain();
  for (uint32_t i = 0; i < 5; ++i) EXPECT_EQ(d.done(i), Cycle{7});
  EXPECT_EQ(d.count(MemoryEvent::Kind::Missed), 0u);
}

TEST(FixedMemory, MissTakesTheLatencyAndAHitTheL1) {
  Driver d(with_l1(fixed(330)));
  EXPECT_EQ(d.time(Pattern(0, 4)), 330u + 3u);
  EXPECT_EQ(d.count(MemoryEvent::Kind::Missed), 1u);
  EXPECT_EQ(d.time(Pattern(0, 4)), 3u);
  EXPECT_EQ(d.count(MemoryEvent::Kind::Missed), 1u);
  EXPECT_EQ(d.time(Pattern(0, 4), AccessType::Store), 0u);  // posted
  EXPECT_EQ(d.time(Pattern(0, 4), AccessType::Atomic), 330u);
  EXPECT_EQ(d.time(Pattern(0, 4)), 333u);  // the atomic has evicted the line
}

TEST(FixedMemory, TransactionsEnterOnePerCycle) {
  // 32 hits in 32 lines: the last enters in cycle 31 and has its data 3 cycles later.
  Driver d(with_l1(fixed(100)));
  d.time(Pattern(0, 128));
  d.forget();
  EXPECT_EQ(d.time(Pattern(0, 128)), 31u + 3u);
  EXPECT_EQ(d.count(MemoryEvent::Kind::Part), 31u);
  EXPECT_EQ(d.memory().counters(0).port_stalls, 2 * 31u);
  EXPECT_EQ(d.memory().counters(0).transactions, 64u);
}

TEST(FixedMemory, PortsAndWidthMultiply) {
  MachineConfig config = with_l1(fixed(100));
  config.memory.transactions_per_cycle = 4;
  config.memory.l1.read_ports = 2;
  Driver d(config);
  d.time(Pattern(0, 128));
  EXPECT_EQ(d.time(Pattern(0, 128)), 15u + 3u);  // two per cycle, 16 cycles
}

TEST(FixedMemory, AcceptRefusesWhileARequestEnters) {
  Driver d(with_l1(fixed(100)));
  EXPECT_TRUE(d.offer(Pattern(0, 128, 3), 1));  // enters in cycles 0, 1 and 2
  EXPECT_FALSE(d.offer(Pattern(0, 4), 2));
  d.step();
  EXPECT_FALSE(d.offer(Pattern(0, 4), 2));
  d.step();
  EXPECT_FALSE(d.offer(Pattern(0, 4), 2));
  d.step();
  EXPECT_TRUE(d.offer(Pattern(0, 4), 2));
  EXPECT_TRUE(d.offer(Pattern(0, 0), 3, AccessType::Constant));  // another input slot
}

TEST(FixedMemory, SeparatePortsTakeAStoreBesideALoad) {
  MachineConfig config = with_l1(fixed(100));
  config.memory.l1.shared_port = false;
  Driver d(config);
  EXPECT_TRUE(d.offer(Pattern(0, 128, 3), 1));
  EXPECT_TRUE(d.offer(Pattern(0, 128, 3), 2, AccessType::Store));
  d.drain();
  EXPECT_EQ(d.done(2), Cycle{2});
}

TEST(FixedMemory, PartsCarryTheirLanes) {
  Driver d(with_l1(fixed(100)));
  d.time(Pattern(0x80, 4));
  d.forget();
  EXPECT_TRUE(d.offer(Pattern(0x40, 4), 5));  // lanes 0-15 miss, lanes 16-31 hit
  Cycle begin = d.now();
  d.drain();
  std::vector<Seen> expected = {{begin, 0, {5, MemoryEvent::Kind::Missed, 0}},
                                {begin + 4, 0, {5, MemoryEvent::Kind::Part, 0xffff0000}},
                                {begin + 103, 0, {5, MemoryEvent::Kind::Done, 0x0000ffff}}};
  EXPECT_EQ(d.seen(), expected);
}

TEST(FixedMemory, TogetherIsOneDone) {
  MachineConfig config = with_l1(fixed(100));
  config.memory.transactions_per_cycle = config.memory.l1.read_ports = 2;
  Driver d(config);
  EXPECT_EQ(d.time(Pattern(0x40, 4)), 103u);
  EXPECT_EQ(d.count(MemoryEvent::Kind::Part), 0u);
}

TEST(FixedMemory, BandwidthBounds) {
  // Ten misses of 128 bytes at 10 bytes per cycle start 12.8 cycles apart, in whole cycles:
  // 0, 13 (12.8), 26 (25.6), ... 116 (115.2).
  Driver d(with_l1(fixed(50, 10)));
  EXPECT_TRUE(d.offer(Pattern(0, 128, 10), 1));
  d.drain();
  EXPECT_EQ(d.done(1), Cycle{116 + 50 + 3});
}

TEST(FixedMemory, StoresTakeBandwidthButNobodyWaits) {
  Driver d(fixed(50, 32));
  EXPECT_TRUE(d.offer(Pattern(0, 4), 1, AccessType::Store));  // 128 bytes: the path until cycle 4
  d.step();
  EXPECT_TRUE(d.offer(Pattern(0x1000, 4), 2));
  d.drain();
  EXPECT_EQ(d.done(1), Cycle{0});
  EXPECT_EQ(d.done(2), Cycle{4 + 50});
  EXPECT_EQ(d.memory().counters(0).dram_bytes, 256u);
}

TEST(FixedMemory, AFullMshrMakesTheNextWait) {
  MachineConfig config = with_l1(fixed(100));
  config.memory.l1.mshr_entries = 1;
  Driver d(config);
  EXPECT_TRUE(d.offer(Pattern(0, 128, 2), 1));
  d.drain();
  EXPECT_EQ(d.done(1), Cycle{203});  // the second leaves in cycle 100, when the first returns
  EXPECT_EQ(d.memory().counters(0).l1.mshr_full, 1u);
}

TEST(FixedMemory, AFullQueueMakesTheNextWait) {
  MachineConfig config = fixed(10, 4);  // a word is a piece of 32 bytes: 8 cycles
  config.memory.queue = 1;
  Driver d(config);
  // Starts in 0, 8, 16, each holding the path for 8 cycles. The second waits in the queue from 1
  // on; the third enters in cycle 9, one after the second has left the queue.
  EXPECT_TRUE(d.offer(Pattern(0, 128, 3), 1, AccessType::Store));
  d.drain();
  EXPECT_EQ(d.done(1), Cycle{9});
}

TEST(FixedMemory, ConstantsSerialiseByAddress) {
  MachineConfig config = fixed(100);
  config.memory.constant.bytes = 8192;
  config.memory.constant.line = 64;
  config.memory.constant.hit_latency = 2;
  Driver d(config);
  EXPECT_EQ(d.time(Pattern(0, 0), AccessType::Constant), 102u);
  EXPECT_EQ(d.time(Pattern(0, 0), AccessType::Constant), 2u);       // broadcast
  EXPECT_EQ(d.time(Pattern(0, 4, 16), AccessType::Constant), 17u);  // 16 addresses: 15 + 2
}

TEST(FixedMemory, InstructionsPassBesideTheL1) {
  Driver d(with_l1(fixed(100)));
  EXPECT_TRUE(d.offer(Pattern(0x1000, 128), 1));  // enters for 32 cycles
  EXPECT_TRUE(d.offer(Pattern(kCodeWindow, 0, 1), 2, AccessType::Instruction));
  d.drain();
  EXPECT_EQ(d.done(2), Cycle{100});
}

TEST(FixedMemory, FlushForgets) {
  Driver d(with_l1(fixed(100)));
  d.time(Pattern(0, 4));
  EXPECT_EQ(d.time(Pattern(0, 4)), 3u);
  d.memory().flush();
  EXPECT_EQ(d.time(Pattern(0, 4)), 103u);
  d.memory().reset_counters();
  EXPECT_EQ(d.memory().counters(0).requests, 0u);
}

TEST(FixedMemory, ARequestWithoutThreadsIsDoneAtOnce) {
  Driver d(fixed(100));
  EXPECT_EQ(d.time(Pattern(0, 4, 0)), 0u);
}

TEST(Bandwidth, NeverDrifts) {
  // 7.142857 bytes per cycle: a million transfers of 128 bytes take 128e6 / 7.142857 cycles.
  Bandwidth path(7.142857);
  Cycle now;
  for (int i = 0; i < 1'000'000; ++i) {
    path.start(now, 128);
    now = path.free_at();
  }
  EXPECT_EQ(now, Cycle{17'920'001});  // 17920000.3584..., rounded up
}

TEST(Bandwidth, SeveralPerCycle) {
  Bandwidth path(256);
  int started = 0;
  for (Cycle now{10}; now < Cycle{110}; ++now)
    for (; path.free_at() <= now; ++started) path.start(now, 128);
  EXPECT_EQ(started, 199);  // one in the first cycle, two in each other
}

/// narasiman2011, Table 1, but with 8 bytes per cycle: without an L1, a word moves a piece of 32
/// bytes, which then takes the 4 cycles that a line of 128 takes at 32.
MachineConfig open_row() {
  MachineConfig config = bare("open-row");
  config.memory.bytes_per_cycle = 8;
  config.memory.queue = 64;
  config.memory.banks = 8;
  config.memory.row = 4096;
  return config;
}

TEST(OpenRowMemory, HitAndConflict) {
  Driver d(open_row());
  EXPECT_EQ(d.time(Pattern(0, 4)), 300u);         // no row is open
  EXPECT_EQ(d.time(Pattern(128, 4)), 100u);       // the same row
  EXPECT_EQ(d.time(Pattern(8 * 4096, 4)), 300u);  // the same bank, another row
  EXPECT_EQ(d.time(Pattern(4096, 4)), 300u);      // another bank
  EXPECT_EQ(d.time(Pattern(8 * 4096, 4)), 100u);  // the first bank's row is still open
  MemoryCounters c = d.memory().counters(0);
  EXPECT_EQ(c.row_hits, 2u);
  EXPECT_EQ(c.row_misses, 2u);
  EXPECT_EQ(c.row_conflicts, 1u);
  d.memory().flush();
  EXPECT_EQ(d.time(Pattern(8 * 4096, 4)), 300u);
}

TEST(OpenRowMemory, BanksOverlapAndRowsDoNot) {
  // Two rows of different banks: the second starts 4 cycles after the first.
  Driver different(open_row());
  EXPECT_EQ(different.time(Pattern(0, 4096, 2)), 304u);
  // Two rows of one bank: the second starts when the first is open, after 200 cycles.
  Driver same(open_row());
  EXPECT_EQ(same.time(Pattern(0, 8 * 4096, 2)), 500u);
}

TEST(OpenRowMemory, AStreamInOneRowRunsAtTheDataRate) {
  Driver d(open_row());
  d.time(Pattern(0, 4));
  // 32 hits: one starts every 4 cycles; the last at 31 * 4, and its data 100 later.
  EXPECT_EQ(d.time(Pattern(0, 128)), 31u * 4 + 100);
}

TEST(OpenRowMemory, FirstComeFirstServedInABank) {
  MachineConfig config = open_row();
  config.sms = 2;
  Driver d(config);
  d.time(Pattern(0, 4));
  Cycle begin = d.now();
  // Core 0 accesses another row of bank 0; core 1's access to the open row arrives a cycle later.
  // It waits 200 cycles until the other row is open, and then for its own row.
  EXPECT_TRUE(d.offer(Pattern(8 * 4096, 4), 1));
  d.step();
  EXPECT_TRUE(d.offer(Pattern(0, 4), 2, AccessType::Load, 1));
  d.drain();
  EXPECT_EQ(d.done(1) - begin, 300u);
  EXPECT_EQ(d.done(2) - begin, 200u + 300);
}

TEST(OpenRowMemory, OtherBanksDoNotWait) {
  MachineConfig config = open_row();
  config.sms = 2;
  Driver d(config);
  d.time(Pattern(0, 4));
  d.time(Pattern(4096, 4));
  Cycle begin = d.now();
  // Core 0 conflicts twice in bank 0, starting in 0 and 200; core 1's hit in bank 1 comes in cycle
  // 2 and starts when the data path is free again, in 4.
  EXPECT_TRUE(d.offer(Pattern(8 * 4096, 8 * 4096, 2), 1));
  d.step();
  d.step();
  EXPECT_TRUE(d.offer(Pattern(4096, 4), 2, AccessType::Load, 1));
  d.drain();
  EXPECT_EQ(d.done(2) - begin, 4u + 100);
  EXPECT_EQ(d.done(1) - begin, 200u + 300);
}

}  // namespace
}  // namespace heddle::testing
