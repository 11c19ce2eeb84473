// The parts of temporal lanes by themselves: bundles, register banks, shared memory between lanes.
#include "sm/units/temporal_lanes.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "numbers.hpp"
#include "sm/units/lane_banks.hpp"
#include "sm/units/lane_registers.hpp"

namespace heddle {
namespace {

MachineConfig lucas() {
  MachineConfig c;
  c.arch.datapath = "temporal";
  c.core.warp = 32;
  c.core.max_warps = 32;
  c.core.max_threads = 1024;
  c.core.units[static_cast<size_t>(Unit::Sp)] = {.lanes = 8, .count = 1};
  c.registers.registers = 16384;
  c.registers.banks = 8;
  c.registers.ports = 1;
  return c;
}

TEST(Bundles, AreCountedAndRankedThreadByThread) {
  std::mt19937 random(1);
  for (uint32_t width : {1u, 2u, 4u, 8u, 16u, 32u})
    for (int n = 0; n < 200; n++) {
      auto mask = static_cast<uint32_t>(random() & random());
      Bundles bundles(width);
      uint32_t rank = 0;
      for (uint32_t b = 0; b < 32; b += width) {
        uint32_t run = width == 32 ? ~0u : ((1u << width) - 1) << b;
        for (uint32_t t = b; t < b + width; t++)
          if (mask >> t & 1) {
            EXPECT_EQ(bundles.rank(mask, t), rank);
          }
        rank += (mask & run) != 0;
      }
      EXPECT_EQ(bundles.count(Threads(0_tile, mask)), rank);
    }
}

/// What reading takes when each bank gives one word per cycle, counted word by word.
uint32_t reads_of(uint32_t mask, uint32_t width, std::initializer_list<uint32_t> sources) {
  std::vector<uint32_t> bank(8);
  for (uint32_t b = 0; b < 32 / width; b++) {
    uint32_t run = width == 32 ? ~0u : ((1u << width) - 1) << (b * width);
    for (uint32_t s : sources) bank[(s + b) % 8] += (mask & run) != 0;
  }
  return *std::ranges::max_element(bank);
}

TEST(LaneRegisters, TakeAsLongAsTheBusiestBank) {
  std::mt19937 random(2);
  for (uint32_t width : {1u, 2u, 4u, 8u}) {
    MachineConfig c = lucas();
    c.arch.bundle = width;
    LaneRegisters registers(c);
    registers.start(20);
    for (int n = 0; n < 100; n++) {
      auto mask = static_cast<uint32_t>(random() | 1);
      uint32_t a = random() % 20, b = random() % 20;
      TimedOp op;
      op.source_count = 3;
      op.sources[0] = static_cast<uint16_t>(a);
      op.sources[1] = static_cast<uint16_t>(b);
      op.sources[2] = 25;  // a predicate
      EXPECT_EQ(registers.read(Threads(0_tile, mask), op), reads_of(mask, width, {a, b}));
    }
  }
}

TEST(LaneRegisters, EveryEighthThreadMeetsAtOneBank) {
  LaneRegisters registers(lucas());
  registers.start(20);
  TimedOp op;
  op.source_count = 2;
  op.sources[0] = 1;
  op.sources[1] = 9;
  EXPECT_EQ(registers.read(Threads(0_tile, 0x01010101), op), 8);
  op.sources[1] = 2;
  EXPECT_EQ(registers.read(Threads(0_tile, 0x01010101), op), 4);
  EXPECT_EQ(registers.read(Threads(0_tile, 0xffffffff), op), 8);
}

TEST(LaneSetGroups, FillAsManyLanesAsTheirHomeHas) {
  LaneSetGroups sets(2, 3, 16);
  for (GroupId g; g < 5_group; ++g) {
    sets.enter(g, WarpId(g.value() / 2), 0);  // two groups of a warp
    sets.wakes(g);
    EXPECT_EQ(sets.held(), std::min(g.value() + 1, 3u));
  }
  sets.enter(9_group, 8_warp, 1);
  EXPECT_EQ(sets.held(), 4);
  EXPECT_EQ(sets.active(), 3);
  EXPECT_EQ(sets.warps(), 4);
  for (GroupId g; g < 3_group; ++g) sets.falls_asleep(g);
  EXPECT_EQ(sets.active(), 2);
  for (GroupId g; g < 3_group; ++g) sets.leave(g, WarpId(g.value() / 2));
  EXPECT_EQ(sets.held(), 3);
  EXPECT_EQ(sets.warps(), 3) << "a group of the second is there";
}

LaneBanks::Passed pass(LaneBanks& banks, std::vector<Address> words, Cycle first,
                       uint32_t bundle = 1, bool atomic = false, uint32_t bytes = 4,
                       uint32_t pace = 1) {
  for (Address& w : words) w *= 4;
  std::vector<uint8_t> threads(words.size());
  std::iota(threads.begin(), threads.end(), uint8_t{0});
  return banks.pass({words, threads, bytes, atomic}, bundle, pace, first);
}

TEST(LaneBanks, OneThreadAfterTheOther) {
  LaneBanks banks(16, 256);
  EXPECT_EQ(pass(banks, {0, 16, 32, 48}, 10_cycle).last, 13_cycle);
  // Another lane: its words want bank 0 in cycles 10 to 13 as well, and have it from 14 on.
  auto late = pass(banks, {64, 80}, 10_cycle);
  EXPECT_EQ(late.last, 15_cycle);
  EXPECT_EQ(late.conflicts, 4) << "cycles 10 to 13";
  // Bank 1 is free.
  auto beside = pass(banks, {1, 17}, 10_cycle);
  EXPECT_EQ(beside.last, 11_cycle);
  EXPECT_EQ(beside.conflicts, 0);
  // A third lane waits while the second does, and two cycles more.
  EXPECT_EQ(pass(banks, {96}, 11_cycle).conflicts, 2);
}

TEST(LaneBanks, GiveOneWordToAllButChangeItForOne) {
  LaneBanks banks(16, 256);
  EXPECT_EQ(pass(banks, {5}, 10_cycle).last, 10_cycle);
  EXPECT_EQ(pass(banks, {5}, 10_cycle).last, 10_cycle);
  EXPECT_EQ(pass(banks, {5}, 10_cycle, 1, true).last, 11_cycle);
  EXPECT_EQ(pass(banks, {5}, 11_cycle).last, 12_cycle);
}

TEST(LaneBanks, ThreadsOfABundleMeet) {
  LaneBanks banks(16, 256);
  EXPECT_EQ(pass(banks, {0, 1, 2, 3, 4, 5, 6, 7}, 10_cycle, 4).last, 11_cycle);
  auto meeting = pass(banks, {0, 16, 32, 48, 4, 5, 6, 7}, 20_cycle, 4);
  EXPECT_EQ(meeting.last, 24_cycle);
  EXPECT_EQ(meeting.conflicts, 3);
  EXPECT_EQ(pass(banks, {9, 9, 9, 9}, 30_cycle, 4).last, 30_cycle);
}

TEST(LaneBanks, APortIsAWordWide) {
  LaneBanks banks(16, 256);
  auto passed = pass(banks, {0, 2, 4}, 10_cycle, 1, false, 8);
  EXPECT_EQ(passed.last, 15_cycle);
  EXPECT_EQ(passed.conflicts, 0);
}

TEST(LaneBanks, FollowTheLaneFromBundleToBundle) {
  LaneBanks banks(16, 256);
  EXPECT_EQ(pass(banks, {0, 1, 2, 3}, 10_cycle, 1, false, 4, 5).last, 25_cycle);
  // Another lane meets it at bank 1, waits a cycle, and all its further threads with it.
  auto late = pass(banks, {16, 17, 19}, 11_cycle, 1, false, 4, 4);
  EXPECT_EQ(late.last, 20_cycle);
  EXPECT_EQ(late.conflicts, 1);
  // A thread of more words than there are cycles from one to the next.
  EXPECT_EQ(pass(banks, {0, 4, 8}, 40_cycle, 1, false, 16, 3).last, 51_cycle);
}

}  // namespace
}  // namespace heddle
