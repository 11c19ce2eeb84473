// Exact cycles of the full hierarchy. All clocks are equal unless said otherwise; a lone load of
// 128 bytes that misses the L1 in cycle 0 is matched by the request network in tick 1, reaches its
// partition `network_latency` (4) later, in tick 5, and its answer, sent by the partition in tick
// x, is matched in x + 1 and has its tail (5 flits of 32 bytes) at the core in x + 1 + 4 + 4; from
// there it takes the L1's 3 cycles.
#include <gmock/gmock.h>

#include "base/error.hpp"
#include "memory_timing/memory_driver.hpp"

namespace heddle::testing {
namespace {

MachineConfig full() {
  MachineConfig config = bare("full");
  MemoryConfig& m = config.memory;
  m.l1.bytes = 16 * 1024;
  m.l1.hit_latency = 3;
  m.l2.bytes = 128 * 1024;
  m.l2.ways = 8;
  m.l2.line = 128;
  m.l2.hit_latency = 10;
  m.l2.write = "back";
  m.l2.allocate = "write";
  return config;
}

constexpr uint64_t kBack = 9 + 3;  // from the partition's reply to the core, and through the L1

TEST(FullMemory, MissInEverything) {
  // The request is in the partition in tick 5; the channel sees it in memory tick 6: ACT 6, column
  // 18, data 27 to 43 (tCL 9, 16 ticks of 8 bytes). The memory's ticks come first in a cycle, so
  // the partition fills in tick 43 and answers 10 later.
  Driver d(full());
  EXPECT_EQ(d.time(Pattern(0, 4)), 43 + 10 + kBack);
  EXPECT_EQ(d.count(MemoryEvent::Kind::Missed), 1u);
  MemoryCounters c = d.memory().counters(0);
  EXPECT_EQ(c.l2.read_misses, 1u);
  EXPECT_EQ(c.network_flits_up, 1u);
  EXPECT_EQ(c.network_flits_down, 5u);
  EXPECT_EQ(c.dram_bytes, 128u);
  EXPECT_EQ(c.row_misses, 1u);
  EXPECT_EQ(c.dram_busy_cycles, 16u);
  EXPECT_EQ(c.dram_cycles, 65u);
}

TEST(FullMemory, ThePartitionsOwnLatencyIsForMisses) {
  MachineConfig config = full();
  config.memory.dram_latency = 100;
  config.sms = 2;
  Driver d(config);
  EXPECT_EQ(d.time(Pattern(0, 4)), 43 + 100 + 10 + kBack);
  EXPECT_EQ(d.time(Pattern(0, 4), AccessType::Load, 1), 5 + 10 + kBack);
}

TEST(FullMemory, HitInTheL2AndInTheL1) {
  MachineConfig config = full();
  config.sms = 2;
  Driver d(config);
  d.time(Pattern(0, 4));
  EXPECT_EQ(d.time(Pattern(0, 4), AccessType::Load, 1), 5 + 10 + kBack);
  EXPECT_EQ(d.time(Pattern(0, 4), AccessType::Load, 1), 3u);
  EXPECT_EQ(d.memory().counters(0).l2.reads, 2u);
}

TEST(FullMemory, SlowerClocksTakeLonger) {
  // Network at half the core's clock: matched in tick 1, in the partition in tick 5; answered in
  // tick 15, matched in 16, complete in 24, which is cycle 48; 3 more in the L1.
  MachineConfig config = full();
  config.clock.interconnect = 500'000;
  config.sms = 2;
  Driver d(config);
  d.time(Pattern(0, 4));
  while (d.now().value() % 2 != 0) d.step();
  EXPECT_EQ(d.time(Pattern(0, 4), AccessType::Load, 1), 51u);
}

TEST(FullMemory, RowHitAndConflictAtTheChannel) {
  MachineConfig config = full();
  config.memory.l2.bytes = 0;
  config.memory.l1.bytes = 0;
  Driver d(config);
  d.time(Pattern(0, 4));
  // Arrives in 5; the channel's column command in 6, data 15 to 31.
  EXPECT_EQ(d.time(Pattern(128, 4)), 31 + 9u);  // there is no L1
  // PRE 6, ACT 19, column 31, data 40 to 56.
  EXPECT_EQ(d.time(Pattern(8 * 4096, 4)), 56 + 9u);
}

TEST(FullMemory, AtomicsSerialiseOnOneAddress) {
  Driver d(full());
  d.time(Pattern(0, 4));
  // Answers of 32 bytes and a header are 2 flits; the request carries as much: 2 flits, so it
  // arrives in tick 6. 32 threads on one address: 31 more ticks.
  uint64_t one = 6 + 10 + 1 + 4 + 1;
  EXPECT_EQ(d.time(Pattern(0, 0, 1), AccessType::Atomic), one);
  EXPECT_EQ(d.time(Pattern(0, 0, 32), AccessType::Atomic), one + 31);
  EXPECT_EQ(d.time(Pattern(0, 4, 8), AccessType::Atomic), one);  // eight addresses of one piece
}

TEST(FullMemory, StoresAreDoneAtOnceAndStayInTheL2) {
  Driver d(full());
  EXPECT_EQ(d.time(Pattern(0, 4), AccessType::Store), 0u);
  MemoryCounters c = d.memory().counters(0);
  EXPECT_EQ(c.l2.writes, 1u);
  EXPECT_EQ(c.dram_reads + c.dram_writes, 0u);  // writing a whole line needs no fetch
  EXPECT_EQ(c.network_flits_up, 5u);
  EXPECT_EQ(d.time(Pattern(0, 4)), 5 + 10 + kBack);
}

TEST(FullMemory, DirtyLinesAreWrittenBack) {
  MachineConfig config = full();
  config.memory.l2.bytes = 1024;  // one set of 8 ways
  Driver d(config);
  for (Address line = 0; line < 9; ++line) d.time(Pattern(line * 128, 4), AccessType::Store);
  MemoryCounters c = d.memory().counters(0);
  EXPECT_EQ(c.l2.write_backs, 1u);
  EXPECT_EQ(c.dram_writes, 1u);
}

TEST(FullMemory, PartitionsWorkSideBySide) {
  // Two chunks in two partitions: the second transaction enters a cycle later and stays a cycle
  // behind; the network delivers its reply to the core after the first (5 flits).
  MachineConfig config = full();
  config.memory.partitions = 2;
  Driver d(config);
  EXPECT_EQ(d.time(Pattern(0, 256, 2)), 43 + 10 + kBack + 5);
}

TEST(FullMemory, FlushClosesEverything) {
  Driver d(full());
  uint64_t first = d.time(Pattern(0, 4));
  d.memory().flush();
  d.memory().reset_counters();
  EXPECT_EQ(d.time(Pattern(0, 4)), first);
  EXPECT_EQ(d.memory().counters(0).row_misses, 1u);
}

TEST(FullMemory, InstructionsGoToTheL2) {
  Driver d(full());
  Pattern code(kCodeWindow + 64, 0, 1);
  uint64_t first = d.time(code, AccessType::Instruction);
  EXPECT_GT(first, 40u);
  EXPECT_EQ(d.time(code, AccessType::Instruction), 5u + 10 + 1 + 4 + 1);  // 40 bytes: 2 flits
  EXPECT_EQ(d.memory().counters(0).l1.reads, 0u);
}

}  // namespace
}  // namespace heddle::testing
