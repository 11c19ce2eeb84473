// Threads that run ahead of a stack: who leads, and how the stack passes over what is done.
#include "sm/divergence/mimd/mimd.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "numbers.hpp"
#include "outcome.hpp"
#include "sm/divergence/pdom/pdom.hpp"

namespace heddle {
namespace {

using test::exits;
using test::goes;
using test::threads_of;
using test::waits;

/// One warp of four threads.
class MimdWarp : public ::testing::Test {
 protected:
  MimdWarp() { m.arrive({0_tile, 4, 0}); }

  /// Of this thread.
  GroupId single(uint32_t mask) const {
    for (GroupId g; g.value() < m.group_limit(); ++g)
      if (m.is_single(g) && m.alive(g) && threads_of(m, g) == mask) return g;
    return kNoGroup;
  }
  uint32_t lead() const { return threads_of(m, leader); }
  uint32_t pc(GroupId g) const { return m.place(g).pc.value(); }
  void take(GroupId g, const Outcome& outcome) {
    m.hold(g);
    EXPECT_FALSE(m.ready(g));
    m.resolve(g, outcome);
  }
  /// The first three threads go to 5, the last to 1; they meet at 9.
  void part() { take(leader, goes({{{1_pc, 0}, 0b1000}, {{5_pc, 0}, 0b0111}}, {9_pc, 0})); }

  Mimd m{test::four_wide()};
  const GroupId leader = 0_group;
};

TEST_F(MimdWarp, IsOneGroupWhileItIsTogether) {
  EXPECT_EQ(lead(), 0b1111u);
  EXPECT_TRUE(m.ready(leader));
  m.advance(leader);
  EXPECT_EQ(pc(leader), 1u);
  take(leader, goes({{{4_pc, 0}, 0b1111}}));
  EXPECT_EQ(pc(leader), 4u);
  for (uint32_t t = 0; t < 4; t++) EXPECT_EQ(single(1u << t), kNoGroup);
}

TEST_F(MimdWarp, ThePathThatAStackRunsFirstLeads) {
  part();
  EXPECT_EQ(lead(), 0b0111u);
  EXPECT_EQ(pc(leader), 5u);
  GroupId other = single(0b1000);
  ASSERT_NE(other, kNoGroup);
  EXPECT_TRUE(m.ready(other));
  EXPECT_EQ(pc(other), 1u);
  EXPECT_EQ(m.warp_of(other), m.warp_of(leader));
}

TEST_F(MimdWarp, WhatIsDoneIsPassedOver) {
  part();
  GroupId other = single(0b1000);
  for (int n = 0; n < 2; n++) m.advance(other);  // 1, 2
  take(other, goes({{{9_pc, 0}, 0b1000}}));      // a jump
  m.advance(other);                              // 9: it does not wait there
  for (int n = 0; n < 4; n++) m.advance(leader);
  // The others are at 9, the single thread at 10: they follow it.
  EXPECT_EQ(lead(), 0b0111u);
  EXPECT_EQ(pc(leader), 9u);
  EXPECT_EQ(pc(other), 10u);
  m.advance(leader);
  EXPECT_EQ(lead(), 0b1111u);
  EXPECT_EQ(pc(leader), 10u);
  EXPECT_FALSE(m.alive(other));
}

TEST_F(MimdWarp, TheOtherPathLeadsFromWhereItIs) {
  part();
  GroupId other = single(0b1000);
  m.advance(other);
  for (int n = 0; n < 4; n++) m.advance(leader);
  EXPECT_EQ(lead(), 0b1000u);
  EXPECT_EQ(pc(leader), 2u);
  for (uint32_t t = 0; t < 3; t++) EXPECT_EQ(pc(single(1u << t)), 9u);
}

TEST_F(MimdWarp, AnOutcomeThatIsNotKnownYetHoldsTheStack) {
  part();
  GroupId other = single(0b1000);
  m.hold(other);
  for (int n = 0; n < 4; n++) m.advance(leader);
  EXPECT_EQ(lead(), 0u);
  EXPECT_TRUE(m.is_overtaken(leader));
  EXPECT_FALSE(m.ready(leader));
  EXPECT_TRUE(m.alive(leader));
  m.resolve(other, goes({{{9_pc, 0}, 0b1000}}));
  EXPECT_EQ(lead(), 0b1111u);
  EXPECT_EQ(pc(leader), 9u);
}

TEST_F(MimdWarp, ThreadsThatExitAheadAreNotWaitedFor) {
  part();
  take(single(0b1000), exits(0b1000));
  EXPECT_EQ(single(0b1000), kNoGroup);
  for (int n = 0; n < 4; n++) m.advance(leader);
  EXPECT_EQ(lead(), 0b0111u);
  EXPECT_EQ(pc(leader), 9u);
  take(leader, exits(0b0111));
  EXPECT_FALSE(m.alive(leader));
}

TEST_F(MimdWarp, ThoseWhoWaitAtARendezvousLetOthersLead) {
  part();
  take(leader, waits(0b0111, {6_pc, 0}));
  ASSERT_EQ(m.stuck().size(), 1u);
  m.turn_to_others(m.stuck()[0], [](const Threads&) { return false; });
  EXPECT_EQ(lead(), 0b1000u);
  EXPECT_TRUE(m.ready(leader));
  for (uint32_t t = 0; t < 3; t++) EXPECT_FALSE(m.ready(single(1u << t)));
  m.release(Threads(0_tile, 0b0111), {6_pc, 0});
  for (uint32_t t = 0; t < 3; t++) EXPECT_TRUE(m.ready(single(1u << t)));
}

TEST_F(MimdWarp, AWholeWarpWaitsAsOneGroup) {
  take(leader, waits(0b1111, {1_pc, 0}));
  EXPECT_EQ(lead(), 0b1111u);
  EXPECT_FALSE(m.ready(leader));
  EXPECT_TRUE(m.at_rendezvous(leader));
  // Those that are released first do not wait for the others.
  m.release(Threads(0_tile, 0b0001), {1_pc, 0});
  EXPECT_TRUE(m.ready(single(0b0001)));
  EXPECT_EQ(lead(), 0b1110u);
  m.release(Threads(0_tile, 0b1110), {1_pc, 0});
  EXPECT_EQ(lead(), 0b1111u);
  EXPECT_TRUE(m.ready(leader));
}

/// A loop around two branches, one of them nested, and an inner loop; each block is one
/// instruction. A thread decides by itself which way it takes, each time that it comes to a branch.
class LoopingProgram {
 public:
  explicit LoopingProgram(uint32_t seed) : seed_(seed) {}

  /// How often the thread has been at the block.
  uint32_t visits(uint32_t pc, uint32_t thread) const { return visits_[pc][thread]; }

  template <class D>
  void execute(D& d, GroupId g) {
    uint32_t pc = d.place(g).pc.value(), threads = threads_of(d, g), taken = 0;
    for (uint32_t t = 0; t < 4; t++)
      if (threads >> t & 1) taken |= static_cast<uint32_t>(takes(pc, t, visits_[pc][t]++)) << t;
    const Block& block = kBlocks[pc];
    if (block.target == kNext) return d.advance(g);
    d.hold(g);
    d.resolve(g, block.target == kEnd ? exits(threads) : outcome(pc, threads, taken));
  }

 private:
  static constexpr uint32_t kNext = 100, kEnd = 101, kJump = 102;
  struct Block {
    uint32_t target, join;  // of a branch, whose threads meet at `join`
  };
  static constexpr Block kBlocks[] = {{5, 6},     {3, 4},     {4, kJump}, {kNext, 0},
                                      {6, kJump}, {kNext, 0}, {6, 7},     {9, 9},
                                      {kNext, 0}, {kNext, 0}, {0, 11},    {kEnd, 0}};

  static Outcome outcome(uint32_t pc, uint32_t threads, uint32_t taken) {
    const Block& block = kBlocks[pc];
    if (block.join == kJump) taken = threads;
    Outcome out;
    out.split_point.pc = LinkedPc(pc);
    if (block.join != kJump) out.reconvergence = {LinkedPc(block.join), 0};
    if (threads != taken) out.send({LinkedPc(pc + 1), 0}, Threads(0_tile, threads & ~taken), false);
    if (taken != 0) out.send({LinkedPc(block.target), 0}, Threads(0_tile, taken), false);
    return out;
  }
  bool takes(uint32_t pc, uint32_t thread, uint32_t visit) const {
    std::mt19937 dice(seed_ * 7919 + thread * 977 + pc * 131 + visit * 31);
    bool random = (dice() >> 7 & 1) != 0;
    if (pc == 6) return random && visit % 4 != 3;  // stays in the inner loop
    if (pc == 10) return random && visit < 5;      // and in the outer one
    return random;
  }

  uint32_t seed_;
  std::array<std::array<uint32_t, 4>, std::size(kBlocks)> visits_{};
};

/// Whatever single threads have done before, the leading groups come in the order of pdom's, and no
/// thread misses or repeats an instruction.
TEST(Mimd, LeadsAsAStackWouldRun) {
  for (uint32_t seed = 0; seed < 300; seed++) {
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> order;  // pc, thread, visit: when
    Pdom pdom(test::four_wide());
    pdom.arrive({0_tile, 4, 0});
    LoopingProgram program(seed);
    for (uint32_t step = 0; pdom.alive(0_group); step++) {
      uint32_t pc = pdom.place(0_group).pc.value(), threads = threads_of(pdom, 0_group);
      for (uint32_t t = 0; t < 4; t++)
        if (threads >> t & 1) order[{pc, t, program.visits(pc, t)}] = step;
      program.execute(pdom, 0_group);
    }
    Mimd mimd(test::four_wide());
    mimd.arrive({0_tile, 4, 0});
    LoopingProgram again(seed);
    std::mt19937 dice(seed);
    uint32_t executed = 0, last = 0;
    while (mimd.alive(0_group)) {
      std::vector<GroupId> ready;
      for (GroupId g; g.value() < mimd.group_limit(); ++g)
        if (mimd.alive(g) && mimd.ready(g)) ready.push_back(g);
      ASSERT_TRUE(mimd.ready(0_group)) << "seed " << seed;  // no outcome is unknown here
      GroupId g = ready[dice() % ready.size()];
      uint32_t pc = mimd.place(g).pc.value(), threads = threads_of(mimd, g);
      for (uint32_t t = 0; t < 4; t++) {
        if (!(threads >> t & 1)) continue;
        auto at = order.find({pc, t, again.visits(pc, t)});
        ASSERT_NE(at, order.end()) << "seed " << seed << ", thread " << t << " at " << pc;
        executed++;
        if (mimd.is_single(g)) continue;
        EXPECT_GE(at->second, last) << "seed " << seed;
        last = at->second;
      }
      again.execute(mimd, g);
    }
    EXPECT_EQ(executed, order.size()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace heddle
