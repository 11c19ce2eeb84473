// Thread block compaction on the class by itself.
#include "sm/divergence/tbc/tbc.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "numbers.hpp"
#include "outcome.hpp"

namespace heddle {
namespace {

using ::testing::ElementsAre;

/// Warps of four threads, blocks of 32: tile 0 is a block of eight warps.
MachineConfig machine() {
  MachineConfig c = test::four_wide();
  c.tbc.block = 32;
  return c;
}

/// Place and threads of each warp that can issue, in the order of their numbers.
std::vector<std::pair<uint32_t, uint32_t>> warps(const Tbc& tbc) {
  std::vector<std::pair<uint32_t, uint32_t>> out;
  for (GroupId g; g.value() < tbc.group_limit(); ++g) {
    if (!tbc.ready(g)) continue;
    Threads threads;
    tbc.threads(g, threads);
    out.emplace_back(tbc.place(g).pc.value(), threads.begin()->mask);
  }
  return out;
}
using List = std::vector<std::pair<uint32_t, uint32_t>>;

/// The warp at this number executes a branch to 20 for the threads of `taken`, with 30 as
/// reconvergence point.
void branch(Tbc& tbc, GroupId g, uint32_t taken) {
  Threads threads;
  tbc.threads(g, threads);
  uint32_t mask = threads.begin()->mask;
  LinkedPc pc = tbc.place(g).pc;
  tbc.hold(g);
  Outcome outcome;
  outcome.branch = true;
  outcome.split_point.pc = pc;
  outcome.reconvergence = {30_pc, 0};
  if (mask & ~taken)
    outcome.destinations.push_back({{pc + 1, 0}, Threads(0_tile, mask & ~taken), false});
  if (mask & taken)
    outcome.destinations.push_back({{20_pc, 0}, Threads(0_tile, mask & taken), false});
  tbc.resolve(g, outcome);
}

/// Of three warps, the first two part half and half: where stacks per warp would have five warps to
/// run, one goes to the target and two go on.
TEST(Tbc, CompactsAtABranchWhenAllWarpsHaveCome) {
  Tbc tbc(machine());
  tbc.arrive({0_tile, 12, 0});
  EXPECT_EQ(warps(tbc), (List{{0, 0x00f}, {0, 0x0f0}, {0, 0xf00}}));
  constexpr uint32_t kTaken = 0b0000'1100'0011;
  branch(tbc, 1_group, kTaken);
  EXPECT_EQ(warps(tbc), (List{{0, 0x00f}, {0, 0xf00}}));  // it waits
  branch(tbc, 2_group, kTaken);
  EXPECT_EQ(tbc.running(0_warp), 1u);
  branch(tbc, 0_group, kTaken);
  EXPECT_EQ(warps(tbc), (List{{20, kTaken}}));  // the target runs first
  EXPECT_EQ(tbc.running(0_warp), 1u);
  const auto& stack = tbc.stack(0_warp);
  ASSERT_EQ(stack.size(), 3u);
  EXPECT_EQ(stack[0].mask[0], 0xfffu);
  EXPECT_EQ(stack[0].place, (Place{30_pc, 0}));
  EXPECT_EQ(stack[1].mask[0], 0b1111'0011'1100u);
  EXPECT_EQ(stack[2].mask[0], kTaken);
  // At the reconvergence point the entry is popped, and the other's warps are formed.
  for (uint32_t pc = 20; pc < 30; pc++) tbc.advance(0_group);
  EXPECT_EQ(warps(tbc), (List{{1, 0b0000'0011'1100}, {1, 0b1111'0000'0000}}));
  for (uint32_t pc = 1; pc < 30; pc++) tbc.advance(1_group);
  EXPECT_EQ(warps(tbc), (List{{1, 0b0000'0011'1100}}));  // it waits for the last
  for (uint32_t pc = 1; pc < 30; pc++) tbc.advance(0_group);
  EXPECT_EQ(warps(tbc), (List{{30, 0x00f}, {30, 0x0f0}, {30, 0xf00}}));
  EXPECT_EQ(tbc.stack(0_warp).size(), 1u);
  EXPECT_EQ(tbc.reconverged().size(), 1u);
}

/// Threads keep their lanes: those of one lane go to warps of their own.
TEST(Tbc, ThreadsOfOneLaneAreNotCompacted) {
  Tbc tbc(machine());
  tbc.arrive({0_tile, 12, 0});
  constexpr uint32_t kTaken = 0b0001'0001'0001;
  for (GroupId g : {0_group, 1_group, 2_group}) branch(tbc, g, kTaken);
  EXPECT_EQ(warps(tbc), (List{{20, 0x001}, {20, 0x010}, {20, 0x100}}));
}

/// Warps wait at a branch also when nobody turns off; nothing is pushed then.
TEST(Tbc, WaitsAtEveryBranch) {
  Tbc tbc(machine());
  tbc.arrive({0_tile, 8, 0});
  branch(tbc, 0_group, 0);
  EXPECT_EQ(warps(tbc), (List{{0, 0xf0}}));
  branch(tbc, 1_group, 0);
  EXPECT_EQ(warps(tbc), (List{{1, 0x0f}, {1, 0xf0}}));
  EXPECT_EQ(tbc.stack(0_warp).size(), 1u);
}

/// A jump parts nobody, and waits for nobody.
/// narasiman2011 §5.1: warps of a block synchronise at every branch, also one that all take.
TEST(Tbc, JumpsWait) {
  Tbc tbc(machine());
  tbc.arrive({0_tile, 8, 0});
  for (GroupId g : {0_group, 1_group}) {
    Outcome jump = test::goes({{{7_pc, 0}, g == 0_group ? 0x0fu : 0xf0u}});
    jump.branch = true;
    tbc.hold(g);
    tbc.resolve(g, jump);
    EXPECT_EQ(tbc.ready(0_group), g == 1_group);
  }
  EXPECT_EQ(warps(tbc), (List{{7, 0x0f}, {7, 0xf0}}));
}

/// Threads that exit leave room: the next branch compacts the others.
TEST(Tbc, CompactsAroundThreadsThatHaveExited) {
  Tbc tbc(machine());
  tbc.arrive({0_tile, 8, 0});
  for (GroupId g : {0_group, 1_group}) {
    Outcome outcome = test::exits(g == 0_group ? 0x03 : 0xc0);
    outcome.branch = true;
    outcome.destinations.push_back({{1_pc, 0}, Threads(0_tile, g == 0_group ? 0x0c : 0x30), false});
    tbc.hold(g);
    tbc.resolve(g, outcome);
  }
  EXPECT_EQ(warps(tbc), (List{{1, 0x3c}}));
  tbc.hold(0_group);
  Outcome end = test::exits(0x3c);
  end.branch = true;
  tbc.resolve(0_group, end);
  EXPECT_FALSE(tbc.alive(0_group));
  EXPECT_FALSE(tbc.alive(1_group));
  tbc.arrive({0_tile, 8, 1});  // its number is free again
  EXPECT_EQ(warps(tbc), (List{{0, 0x0f}, {0, 0xf0}}));
}

/// A warp waits at a barrier as a whole, the others go on.
TEST(Tbc, WarpsWaitAtABarrierOneByOne) {
  Tbc tbc(machine());
  tbc.arrive({0_tile, 8, 0});
  tbc.hold(0_group);
  tbc.resolve(0_group, test::waits(0x07, {5_pc, 0}));
  EXPECT_EQ(warps(tbc), (List{{0, 0xf0}}));
  tbc.release(Threads(0_tile, 0x03), {5_pc, 0});
  EXPECT_FALSE(tbc.ready(0_group));
  tbc.release(Threads(0_tile, 0x04), {5_pc, 0});
  EXPECT_EQ(warps(tbc), (List{{5, 0x0f}, {0, 0xf0}}));
}

/// Every live thread belongs to one warp, those of lower entries to the first.
TEST(Tbc, MembersCoverTheBlock) {
  Tbc tbc(machine());
  tbc.arrive({0_tile, 12, 0});
  for (GroupId g : {0_group, 1_group, 2_group}) branch(tbc, g, 0b0001'0001'0001);
  std::vector<uint32_t> members;
  for (GroupId g; g < 3_group; ++g) {
    Threads all;
    tbc.members(g, all);
    members.push_back(all.begin()->mask);
  }
  EXPECT_THAT(members, ElementsAre(0xeefu, 0x010u, 0x100u));
}

}  // namespace
}  // namespace heddle
