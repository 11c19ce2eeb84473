// Verdicts of every dependence on hand-made packets, and the oracle that judges them all.
#include "sm/dependence/dependence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"
#include "numbers.hpp"
#include "sm/check/hazard_checker.hpp"
#include "timed_op.hpp"

namespace heddle {
namespace {

using test::op;

constexpr uint32_t kTiles = 4, kSlots = 16, kGroups = 8;

Packet packet(uint32_t group, const Threads& threads, bool from_memory = false) {
  Packet p;
  p.group = GroupId(group);
  p.threads = threads;
  p.from_memory = from_memory;
  return p;
}

std::unique_ptr<Dependence> dependence(const char* name, uint32_t entries = 0) {
  MachineConfig config;
  config.arch.dependence = name;
  config.arch.scoreboard_entries = entries;
  auto out = make_dependence(config);
  out->start(kTiles, kSlots, kGroups);
  return out;
}

Verdict verdict(Dependence& d, uint32_t group, const Threads& threads, const TimedOp& o) {
  return d.check({GroupId(group), WarpId(group), 0}, threads, o).verdict;
}

class EveryExactKind : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryExactKind, ReadAfterWriteAndWriteAfterWriteWait) {
  auto d = dependence(GetParam());
  Threads all(0_tile, ~0u);
  Packet add = packet(0, all);
  TimedOp writes_3 = op({1, 2}, {3});
  d->issue(add, writes_3);
  EXPECT_EQ(verdict(*d, 0, all, op({3}, {4})), Verdict::Arithmetic);
  EXPECT_EQ(verdict(*d, 0, all, op({5}, {3})), Verdict::Arithmetic);
  EXPECT_EQ(verdict(*d, 0, all, op({1}, {2})), Verdict::Free);  // sources are read at issue
  d->complete(add, writes_3);
  EXPECT_EQ(verdict(*d, 0, all, op({3}, {4})), Verdict::Free);
}

TEST_P(EveryExactKind, MemoryIsTold) {
  auto d = dependence(GetParam());
  Threads all(2_tile, ~0u);
  Packet load = packet(0, all, true);
  d->issue(load, op({1}, {3, 4}));
  Answer answer = d->check({}, all, op({4}, {5}));
  EXPECT_EQ(answer.verdict, Verdict::Memory);
  EXPECT_EQ(answer.tile, 2_tile);
  d->complete(load, op({1}, {3, 4}));
  Packet add = packet(0, all);
  d->issue(add, op({1}, {3}));
  EXPECT_EQ(verdict(*d, 0, all, op({3}, {})), Verdict::Arithmetic);
}

/// A group splits while a result is in flight for some of its threads, and merges again: rows
/// follow the threads.
TEST_P(EveryExactKind, SplitAndMergedGroups) {
  auto d = dependence(GetParam());
  Packet load = packet(0, Threads(1_tile, 0x00ff), true);
  d->issue(load, op({}, {3}));
  EXPECT_EQ(verdict(*d, 1, Threads(1_tile, 0xff00), op({3}, {4})), Verdict::Free);
  EXPECT_EQ(verdict(*d, 0, Threads(1_tile, 0x0001), op({3}, {4})), Verdict::Memory);
  EXPECT_EQ(verdict(*d, 2, Threads(1_tile, 0x0180), op({3}, {4})), Verdict::Memory);
  Packet other = packet(1, Threads(1_tile, 0xff00));
  d->issue(other, op({}, {3}));
  EXPECT_EQ(verdict(*d, 1, Threads(1_tile, 0xff00), op({3}, {})), Verdict::Arithmetic);
  d->complete(load, op({}, {3}));
  // Merged: still waits for the other half.
  EXPECT_EQ(verdict(*d, 2, Threads(1_tile, 0xffff), op({3}, {4})), Verdict::Arithmetic);
  EXPECT_EQ(verdict(*d, 0, Threads(1_tile, 0x00ff), op({3}, {4})), Verdict::Free);
  d->complete(other, op({}, {3}));
  EXPECT_EQ(verdict(*d, 2, Threads(1_tile, 0xffff), op({3}, {4})), Verdict::Free);
}

TEST_P(EveryExactKind, NamesTheTileThatIsBusy) {
  auto d = dependence(GetParam());
  Threads wide(0_tile, ~0u);
  wide.add(1_tile, ~0u);
  Packet half = packet(0, Threads(1_tile, 1));
  d->issue(half, op({}, {3}));
  Answer answer = d->check({}, wide, op({3}, {}));
  EXPECT_EQ(answer.verdict, Verdict::Arithmetic);
  EXPECT_EQ(answer.tile, 1_tile);
}

/// Against the definition, on random packets; and the oracle never objects to what is free.
TEST_P(EveryExactKind, IsTheDefinition) {
  std::mt19937 random(23);
  auto d = dependence(GetParam());
  HazardChecker oracle;
  oracle.start(kTiles, kSlots);
  struct Flight {
    PacketId number;
    Packet p;
    TimedOp o;
  };
  std::vector<Flight> flights;
  uint32_t waited = 0;
  for (PacketId step; step < 4000_packet; ++step) {
    Threads t(TileId(random() % kTiles), 1u << (random() % 4) | 1u << (random() % 4));
    TimedOp o =
        op({static_cast<uint16_t>(random() % kSlots)}, {static_cast<uint16_t>(random() % kSlots)});
    bool busy = false, memory = false;
    for (uint16_t slot : {o.sources[0], o.destinations[0]}) {
      if (busy) break;
      for (const Flight& f : flights)
        if (f.p.threads.begin()->tile == t.begin()->tile && f.o.destinations[0] == slot &&
            (f.p.threads.begin()->mask & t.begin()->mask)) {
          busy = true;
          memory |= f.p.from_memory;
        }
    }
    Verdict v = verdict(*d, 0, t, o);
    ASSERT_EQ(v, !busy ? Verdict::Free : memory ? Verdict::Memory : Verdict::Arithmetic);
    waited += busy;
    if (busy) {
      ASSERT_THROW(HazardChecker(oracle).issue(step, t, o), InvariantError);
    } else {
      Packet p = packet(0, t, random() % 2);
      d->issue(p, o);
      ASSERT_NO_THROW(oracle.issue(step, t, o));
      flights.push_back({step, p, o});
    }
    while (flights.size() > 12 || (!flights.empty() && random() % 3 == 0)) {
      size_t n = random() % flights.size();
      d->complete(flights[n].p, flights[n].o);
      oracle.complete(flights[n].number, flights[n].p.threads, flights[n].o);
      flights.erase(flights.begin() + static_cast<ptrdiff_t>(n));
    }
  }
  EXPECT_GT(waited, 100u);
}

INSTANTIATE_TEST_SUITE_P(Dependence, EveryExactKind, ::testing::Values("exact", "scoreboard"),
                         [](const auto& p) { return std::string(p.param); });

TEST(Scoreboard, IsFullWithAllEntriesInUse) {
  auto d = dependence("scoreboard", 2);
  Threads all(0_tile, ~0u);
  Packet load = packet(0, all, true), add = packet(0, all);
  d->issue(load, op({}, {1}));
  EXPECT_EQ(verdict(*d, 0, all, op({}, {2})), Verdict::Free);
  d->issue(add, op({}, {2}));
  EXPECT_EQ(verdict(*d, 0, all, op({}, {3})), Verdict::Memory);  // a load is among those it awaits
  EXPECT_EQ(verdict(*d, 0, all, op({5}, {})), Verdict::Free);    // writes nothing: no entry
  EXPECT_EQ(verdict(*d, 1, Threads(1_tile, ~0u), op({}, {3})), Verdict::Free);  // another group
  d->complete(load, op({}, {1}));
  EXPECT_EQ(verdict(*d, 0, all, op({}, {3})), Verdict::Free);
  d->issue(load, op({}, {3}));
  d->complete(load, op({}, {3}));
  d->complete(add, op({}, {2}));
  EXPECT_EQ(verdict(*d, 0, all, op({}, {2})), Verdict::Free);
}

TEST(Barrel, OneInstructionAtATime) {
  auto d = dependence("barrel");
  Threads all(0_tile, ~0u);
  Packet add = packet(0, all), store = packet(0, all, true);
  d->issue(add, op({1}, {2}));
  EXPECT_EQ(verdict(*d, 0, all, op({7}, {8})), Verdict::Arithmetic);  // independent, and waits
  EXPECT_EQ(verdict(*d, 1, Threads(1_tile, ~0u), op({7}, {8})), Verdict::Free);
  d->complete(add, op({1}, {2}));
  EXPECT_EQ(verdict(*d, 0, all, op({2}, {8})), Verdict::Free);
  d->issue(store, op({1}, {}));
  EXPECT_EQ(verdict(*d, 0, all, op({}, {})), Verdict::Memory);
  d->complete(store, op({1}, {}));
  EXPECT_EQ(verdict(*d, 0, all, op({}, {})), Verdict::Free);
}

/// A load that has returned for some threads is still the one instruction of their group.
TEST(Barrel, ALoadIsCompleteWhenAllItsThreadsAre) {
  auto d = dependence("barrel");
  Packet load = packet(0, Threads(0_tile, 0xff), true);
  d->issue(load, op({}, {1}));
  d->complete_part(load, Threads(0_tile, 0x0f), op({}, {1}));
  EXPECT_FALSE(d->has_returned(Threads(0_tile, 0x0f), op({1}, {})));
  EXPECT_EQ(verdict(*d, 0, Threads(0_tile, 0x0f), op({}, {})), Verdict::Memory);
  load.threads.remove(Threads(0_tile, 0x0f));
  d->complete(load, op({}, {1}));
  EXPECT_EQ(verdict(*d, 0, Threads(0_tile, 0xff), op({}, {})), Verdict::Free);
}

TEST(Barrel, FollowsThreadsThatSplit) {
  auto d = dependence("barrel");
  Packet left = packet(0, Threads(0_tile, 0x0f));
  d->issue(left, op({}, {}));
  EXPECT_EQ(verdict(*d, 1, Threads(0_tile, 0xf0), op({}, {})), Verdict::Free);
  EXPECT_EQ(verdict(*d, 1, Threads(0_tile, 0x18), op({}, {})), Verdict::Arithmetic);
}

TEST(HazardChecker, ObjectsToReadingTooEarly) {
  HazardChecker oracle;
  oracle.start(kTiles, kSlots);
  oracle.issue(1_packet, Threads(2_tile, 0b0110), op({}, {3}));
  EXPECT_NO_THROW(oracle.issue(2_packet, Threads(2_tile, 0b1001), op({3}, {4})));  // other threads
  EXPECT_NO_THROW(oracle.issue(3_packet, Threads(1_tile, 0b0110), op({3}, {4})));  // another tile
  EXPECT_NO_THROW(
      oracle.issue(4_packet, Threads(2_tile, 0b0110), op({2}, {5})));  // other registers
  EXPECT_THROW(oracle.issue(5_packet, Threads(2_tile, 0b0100), op({3}, {6})), InvariantError);
}

TEST(HazardChecker, ObjectsToOverwritingTooEarly) {
  HazardChecker oracle;
  oracle.start(kTiles, kSlots);
  oracle.issue(1_packet, Threads(0_tile, 1), op({}, {3}));
  EXPECT_THROW(oracle.issue(2_packet, Threads(0_tile, 1), op({}, {3})), InvariantError);
}

TEST(HazardChecker, IsContentOnceTheResultIsThere) {
  HazardChecker oracle;
  oracle.start(kTiles, kSlots);
  TimedOp o = op({}, {3, 4});
  oracle.issue(1_packet, Threads(0_tile, ~0u), o);
  oracle.complete(1_packet, Threads(0_tile, ~0u), o);
  EXPECT_NO_THROW(oracle.issue(2_packet, Threads(0_tile, ~0u), op({3, 4}, {3})));
}

TEST(HazardChecker, CatchesADependenceThatForgets) {
  // A scoreboard that looks at the first source only.
  auto broken = [](Dependence& d, const Threads& t, TimedOp o) {
    o.source_count = 1;
    return verdict(d, 0, t, o);
  };
  auto d = dependence("exact");
  HazardChecker oracle;
  oracle.start(kTiles, kSlots);
  Threads all(0_tile, ~0u);
  Packet load = packet(0, all, true);
  d->issue(load, op({}, {5}));
  oracle.issue(0_packet, all, op({}, {5}));
  TimedOp add = op({1, 5}, {6});
  ASSERT_EQ(broken(*d, all, add), Verdict::Free);
  EXPECT_THROW(oracle.issue(1_packet, all, add), InvariantError);
}

TEST(Dependence, UnknownNamesAreRefused) {
  MachineConfig config;
  config.arch.dependence = "hope";
  EXPECT_THROW(make_dependence(config), UsageError);
}

}  // namespace
}  // namespace heddle
