// The judges of the core's rules object to machines that break them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "numbers.hpp"
#include "sm/check/group_coverage.hpp"
#include "sm/check/lane_occupancy.hpp"

namespace heddle {
namespace {

using ::testing::HasSubstr;

std::string objection(auto&& call) {
  try {
    call();
  } catch (const InvariantError& e) {
    return e.what();
  }
  return "none";
}

class Coverage : public ::testing::Test {
 protected:
  Coverage() { coverage.begin(2); }
  void group(GroupId g, const Threads& members) { coverage.add(g, members, members); }
  GroupCoverage coverage;
};

TEST_F(Coverage, EveryThreadOnceIsRight) {
  group(0_group, Threads(0_tile, 0x0000ffff));
  group(1_group, Threads(0_tile, 0x00ff0000));
  group(2_group, Threads(1_tile, 0x0000ffff));
  coverage.check(0_tile, 0xffffffff, 0xff000000);  // the others wait at a barrier
  coverage.check(1_tile, 0x000000ff, 0);           // some have exited, and it is not resolved yet
}

TEST_F(Coverage, AThreadInTwoGroups) {
  group(0_group, Threads(1_tile, 0b0111));
  EXPECT_EQ(objection([&] { group(5_group, Threads(1_tile, 0b1100)); }),
            "groups: threads 0x4 of tile 1 belong to group 5 and to another");
}

TEST_F(Coverage, ALostThread) {
  group(0_group, Threads(0_tile, 0b0111));
  EXPECT_EQ(objection([&] { coverage.check(0_tile, 0b1111, 0); }),
            "groups: threads 0x8 of tile 0 live, and neither belong to a group nor wait at a "
            "rendezvous");
}

TEST_F(Coverage, AThreadThatIssuesWithStrangers) {
  EXPECT_THAT(
      objection([&] { coverage.add(3_group, Threads(0_tile, 0b0011), Threads(0_tile, 0b0110)); }),
      HasSubstr("threads 0x4 of tile 0 would issue with group 3 and are not its own"));
}

class Occupancy : public ::testing::Test {
 protected:
  /// On a unit of eight lanes; a wave takes two cycles.
  void take(uint32_t unit, Cycle start, const Threads& threads) {
    lanes.take({Unit::Sp, unit, 8, start, 2}, threads, [](TileId, uint32_t lane) { return lane; });
  }
  LaneOccupancy lanes;
};

TEST_F(Occupancy, WavesAndDisjointPacketsAreRight) {
  take(0, 10_cycle, Threads(0_tile, 0x0000ffff));  // two waves: up to 14
  take(0, 14_cycle, Threads(0_tile, 0x0000ffff));
  take(1, 10_cycle, Threads(1_tile, 0xffffffff));
  take(0, 18_cycle, Threads(2_tile, 0x0f));
  take(0, 18_cycle, Threads(3_tile, 0xf0));  // other lanes of the same cycles
}

TEST_F(Occupancy, TwoPacketsInOneCycle) {
  take(0, 10_cycle, Threads(0_tile, 0x01));
  EXPECT_EQ(
      objection([&] { take(0, 11_cycle, Threads(1_tile, 0x01)); }),
      "lanes: in cycle 11, lane 0 of sp unit 0 executes for thread 0 of tile 1 and already for "
      "thread 0 of tile 0");
}

TEST_F(Occupancy, TwoThreadsOfAPacketOnOneLane) {
  Threads regrouped(0_tile, 0x10);
  regrouped.add(1_tile, 0x10);  // the same lane of another warp
  EXPECT_THAT(objection([&] { take(0, 0_cycle, regrouped); }), HasSubstr("lane 4"));
}

TEST(CheckAccounts, WantEverySlotCharged) {
  CoreCounters c;
  c.size_for(32);
  for (int n = 0; n < 10; n++) c.charge(Cause::Memory, 2);
  c.cycles = 10;
  check_accounts(c, 10, 2);
  EXPECT_THAT(objection([&] { check_accounts(c, 11, 2); }), HasSubstr("10 cycles where 11"));
  CoreCounters lost = c;
  lost.slots[static_cast<size_t>(Cause::Memory)]--;
  EXPECT_THAT(objection([&] { check_accounts(lost, 10, 2); }),
              HasSubstr("19 slots charged to causes where 20"));
  CoreCounters uncharged = c;
  uncharged.warp_instructions++;
  EXPECT_THAT(objection([&] { check_accounts(uncharged, 10, 2); }), HasSubstr("with a packet"));
}

}  // namespace
}  // namespace heddle
