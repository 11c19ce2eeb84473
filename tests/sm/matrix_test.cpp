// The dependency matrices of brunie2012 §3.4 on a divergence-convergence graph as Figure 6 draws
// one (its masks are not in the text: the warp of four parts twice, then two of the three splits
// merge), and that they never miss a dependence.
#include "sm/dependence/matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "drawn.hpp"
#include "numbers.hpp"
#include "outcome.hpp"

namespace heddle {
namespace {

using test::drawn;
using ::testing::ElementsAre;

TimedOp writes(uint16_t destination) {
  TimedOp op;
  op.destination_count = 1;
  op.destinations[0] = destination;
  return op;
}
TimedOp reads(uint16_t source) {
  TimedOp op;
  op.source_count = 1;
  op.sources[0] = source;
  return op;
}

class Matrices : public ::testing::Test {
 protected:
  explicit Matrices(uint32_t entries = 0) : matrix(machine(entries)) { matrix.start(2, 16, 4); }
  static MachineConfig machine(uint32_t entries) {
    MachineConfig config = test::four_wide();
    config.arch.scoreboard_entries = entries;
    return config;
  }
  void paths(const char* first, const char* second = "0000", const char* others = "0000") {
    std::array<uint64_t, 3> now{drawn(first), drawn(second), drawn(others)};
    matrix.regroup(0_warp, now);
    std::ranges::copy(now, masks.begin());
  }
  /// Of path 0 or 1, in a cycle; returns its number.
  size_t issue(uint32_t path, uint16_t destination, Cycle now) {
    ops.push_back(writes(destination));
    Packet& p = packets.emplace_back();
    p.path = path;
    p.group = GroupId(path);
    p.issued = now;
    p.threads.add(0_tile, static_cast<uint32_t>(masks[path]));
    matrix.issue(p, ops.back());
    return packets.size() - 1;
  }
  void complete(size_t n) { matrix.complete(packets[n], ops[n]); }
  Answer check(uint32_t path, const TimedOp& op, Cycle now = 100_cycle) {
    return matrix.check({GroupId(path), 0_warp, path, now},
                        Threads(0_tile, static_cast<uint32_t>(masks[path])), op);
  }

  Matrix matrix;
  std::array<uint64_t, 3> masks{};
  std::deque<Packet> packets;
  std::deque<TimedOp> ops;
};

TEST_F(Matrices, Figure6) {
  // Rows are written with column 1 as the lowest bit.
  paths("1111");
  issue(0, 0, 1_cycle);
  EXPECT_THAT(matrix.rows(0_warp), ElementsAre(0b001));
  paths("1100", "0011");  // it parts
  EXPECT_THAT(matrix.rows(0_warp), ElementsAre(0b011));
  issue(0, 1, 2_cycle);
  issue(1, 2, 2_cycle);
  paths("1100", "0010", "0001");  // the second parts: one is inactive now
  EXPECT_THAT(matrix.rows(0_warp), ElementsAre(0b111, 0b001, 0b110));
  issue(0, 3, 3_cycle);
  issue(1, 4, 3_cycle);
  paths("1110", "0001");  // the first two merge, the third becomes the second
  EXPECT_THAT(matrix.rows(0_warp), ElementsAre(0b011, 0b001, 0b011, 0b001, 0b001));
  // The thread that was inactive waits for what it executed, and for nothing else.
  EXPECT_NE(check(1, reads(0)).verdict, Verdict::Free);
  EXPECT_EQ(check(1, reads(1)).verdict, Verdict::Free);
  EXPECT_NE(check(1, reads(2)).verdict, Verdict::Free);
  EXPECT_EQ(check(1, reads(3)).verdict, Verdict::Free);
  EXPECT_EQ(check(1, writes(4)).verdict, Verdict::Free);
  EXPECT_NE(check(0, writes(4)).verdict, Verdict::Free);
  EXPECT_FALSE(check(1, reads(2)).is_false);
}

/// Inactive splits are one column: what one of them executed, another seems to have.
TEST_F(Matrices, InactiveSplitsAreNotToldApart) {
  paths("1100", "0010", "0001");
  size_t n = issue(1, 5, 1_cycle);
  paths("1000", "0100", "0011");
  EXPECT_THAT(matrix.rows(0_warp), ElementsAre(0b100));
  paths("1000", "0001", "0110");
  EXPECT_THAT(matrix.rows(0_warp), ElementsAre(0b110));
  Answer answer = check(1, reads(5));
  EXPECT_NE(answer.verdict, Verdict::Free);
  EXPECT_TRUE(answer.is_false);
  EXPECT_FALSE(check(1, reads(5)).is_false);  // counted once
  complete(n);
  EXPECT_EQ(check(1, reads(5)).verdict, Verdict::Free);
}

class TwoEntries : public Matrices {
 protected:
  TwoEntries() : Matrices(2) {}
};

/// An entry is a step: both instructions of a cycle share one.
TEST_F(TwoEntries, HoldTwoSteps) {
  paths("1100", "0011");
  size_t first = issue(0, 0, 1_cycle);
  size_t second = issue(1, 1, 1_cycle);
  EXPECT_EQ(check(0, writes(2), 2_cycle).verdict, Verdict::Free);
  issue(0, 2, 2_cycle);
  EXPECT_EQ(check(1, writes(3), 2_cycle).verdict, Verdict::Free);  // in the same step
  EXPECT_NE(check(1, writes(3), 3_cycle).verdict, Verdict::Free);
  EXPECT_EQ(check(1, reads(3), 3_cycle).verdict, Verdict::Free);  // writes nothing
  complete(first);
  EXPECT_NE(check(1, writes(3), 3_cycle).verdict, Verdict::Free);  // the other half is under way
  complete(second);
  EXPECT_EQ(check(1, writes(3), 3_cycle).verdict, Verdict::Free);
}

/// However splits part, merge and change places, a dependence that the exact record has is found.
TEST_F(Matrices, NeverMissADependence) {
  std::mt19937 random(7);
  auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  std::vector<size_t> under_way;
  Exact exact;
  exact.start(2, 16, 4);
  uint32_t blocked = 0, false_ones = 0;
  for (Cycle now = 1_cycle; now < 20000_cycle; ++now) {
    if (below(3) == 0) {
      std::array<uint64_t, 3> next{};
      for (uint32_t thread = 0; thread < 4; thread++) next[below(3)] |= uint64_t{1} << thread;
      matrix.regroup(0_warp, next);
      masks = next;
    }
    if (!under_way.empty() && below(3) == 0) {
      size_t at = below(static_cast<uint32_t>(under_way.size()));
      complete(under_way[at]);
      exact.complete(packets[under_way[at]], ops[under_way[at]]);
      under_way.erase(under_way.begin() + static_cast<ptrdiff_t>(at));
    }
    uint32_t path = below(2);
    if (masks[path] == 0) continue;
    TimedOp op = below(2) ? reads(static_cast<uint16_t>(below(16)))
                          : writes(static_cast<uint16_t>(below(16)));
    Threads threads(0_tile, static_cast<uint32_t>(masks[path]));
    bool has = exact.check({}, threads, op).verdict != Verdict::Free;
    bool found = check(path, op, now).verdict != Verdict::Free;
    ASSERT_TRUE(found || !has) << now.value();
    blocked += has;
    false_ones += found && !has;
    if (found || op.destination_count == 0) continue;
    under_way.push_back(issue(path, op.destinations[0], now));
    exact.issue(packets.back(), ops.back());
  }
  EXPECT_GT(blocked, 1000u);
  EXPECT_GT(false_ones, 100u);
}

}  // namespace
}  // namespace heddle
