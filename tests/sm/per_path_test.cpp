// The scoreboards of rhu2013, Figures 5 and 7, step by step through the code of Figure 6; and that
// they never miss a dependence.
#include "sm/dependence/per_path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "drawn.hpp"
#include "numbers.hpp"
#include "outcome.hpp"
#include "sm/check/hazard_checker.hpp"
#include "sm/divergence/dual_path/dual_path.hpp"
#include "timed_op.hpp"

namespace heddle {
namespace {

using test::drawn;
using test::op;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint32_t kLeft = 0, kRight = 1, kRegisters = 9;

class Scoreboards : public ::testing::Test {
 protected:
  explicit Scoreboards(uint32_t entries = 0) : board(machine(entries)) {
    board.start(2, kRegisters, 4);
  }
  static MachineConfig machine(uint32_t entries) {
    MachineConfig config = test::four_wide();
    config.arch.scoreboard_entries = entries;
    return config;
  }

  Packet packet(uint32_t path, const char* threads, bool from_memory) {
    Packet p;
    p.path = path;
    p.group = GroupId(path);
    p.threads.add(0_tile, drawn(threads));
    p.from_memory = from_memory;
    return p;
  }
  /// Issues, which must be possible, and returns what completes later.
  struct Flight {
    Packet packet;
    TimedOp op;
  };
  Flight issue(uint32_t path, const char* threads, const TimedOp& o, bool from_memory = false) {
    EXPECT_EQ(check(path, threads, o).verdict, Verdict::Free);
    Flight f{packet(path, threads, from_memory), o};
    board.issue(f.packet, o);
    return f;
  }
  void write_back(const Flight& f) { board.complete(f.packet, f.op); }
  Answer check(uint32_t path, const char* threads, const TimedOp& o) {
    return board.check({GroupId(path), 0_warp, path}, Threads(0_tile, drawn(threads)), o);
  }
  /// Registers with the bits of a path: "r0" pending, "r0s" with its shadow bit.
  std::vector<std::string> bits(uint32_t path) const {
    std::vector<std::string> out;
    for (uint32_t r = 0; r < kRegisters; r++)
      if (board.is_pending(0_warp, path, r))
        out.push_back(fmt::format("r{}{}", r, board.has_shadow(0_warp, path, r) ? "s" : ""));
    return out;
  }

  PerPath board;
};

/// Figure 5: after the first load of path A. A warp with one path has the left half only.
TEST_F(Scoreboards, Rhu2013Figure5) {
  issue(kLeft, "1111", op({}, {0}), true);
  EXPECT_THAT(bits(kLeft), ElementsAre("r0"));
  EXPECT_THAT(bits(kRight), IsEmpty());
  EXPECT_EQ(check(kLeft, "1111", op({0, 2}, {5})).verdict, Verdict::Memory);
  EXPECT_EQ(check(kLeft, "1111", op({1}, {0})).verdict, Verdict::Memory);
  EXPECT_EQ(check(kLeft, "1111", op({1, 2}, {5})).verdict, Verdict::Free);
}

/// Figure 7, with the four scenarios of §3.2. B and D run as the left path, C, E and F as the right
/// one, A and G as the left one.
TEST_F(Scoreboards, Rhu2013Figure7) {
  const char *all = "1111", *b = "1000", *c = "0111", *d = "0100", *e = "0011", *f = "0111";
  Flight load_r0 = issue(kLeft, all, op({}, {0}), true);  // A: load r0
  board.regroup(0_warp, {});                              // BR B-C
  // (a) "when a path diverges, the pending bits of its scoreboard are copied to its shadow bits"
  EXPECT_THAT(bits(kLeft), ElementsAre("r0s"));
  EXPECT_THAT(bits(kRight), IsEmpty());
  // (b) Scenario 1: C waits for A's r0, which the left scoreboard has.
  Answer answer = check(kRight, c, op({0, 2}, {5}));  // C: add r5, r0, r2
  EXPECT_EQ(answer.verdict, Verdict::Memory);
  EXPECT_FALSE(answer.is_false);
  Flight load_r1 = issue(kLeft, b, op({}, {1}), true);  // B: load r1
  EXPECT_THAT(bits(kLeft), ElementsAre("r0s", "r1"));
  // B's r1 is not C's while both run.
  EXPECT_EQ(check(kRight, c, op({1}, {6})).verdict, Verdict::Free);
  // (c) Write-back clears both bits, and frees both paths.
  write_back(load_r0);
  EXPECT_THAT(bits(kLeft), ElementsAre("r1"));
  write_back(issue(kRight, c, op({0, 2}, {5})));
  board.regroup(0_warp, {});  // BR D-E: C parts, B is suspended
  EXPECT_THAT(bits(kLeft), ElementsAre("r1s"));
  // Scenario 3: r1 of B is another register than r1 of D and E, which wait for it all the same.
  for (auto [path, threads] : {std::pair{kLeft, d}, std::pair{kRight, e}}) {
    answer = check(path, threads, op({1, 3}, {4}));
    EXPECT_EQ(answer.verdict, Verdict::Memory);
    EXPECT_TRUE(answer.is_false);
    EXPECT_FALSE(check(path, threads, op({1, 3}, {4})).is_false);  // it is said once
  }
  write_back(load_r1);
  // Scenario 4: both write r4, at the same time.
  Flight add_r4 = issue(kLeft, d, op({1, 3}, {4}));
  Flight sub_r4 = issue(kRight, e, op({1, 3}, {4}));
  EXPECT_THAT(bits(kLeft), ElementsAre("r4"));
  EXPECT_THAT(bits(kRight), ElementsAre("r4"));
  write_back(add_r4);
  EXPECT_THAT(bits(kRight), ElementsAre("r4"));
  write_back(sub_r4);
  board.regroup(0_warp, {});                             // D and E are F again
  Flight load_r7 = issue(kRight, f, op({}, {7}), true);  // F: load r7
  board.regroup(0_warp, {});                             // B and F are G again
  // (d) Scenario 2: G, on the left, waits for F's r7.
  EXPECT_THAT(bits(kRight), ElementsAre("r7s"));
  answer = check(kLeft, all, op({1, 7}, {8}));  // G: add r8, r1, r7
  EXPECT_EQ(answer.verdict, Verdict::Memory);
  EXPECT_FALSE(answer.is_false);
  write_back(load_r7);
  EXPECT_EQ(check(kLeft, all, op({1, 7}, {8})).verdict, Verdict::Free);
}

/// "this false dependency also ensures that r1 generated in path B is written back before the
/// dependent instruction in path G executes"
TEST_F(Scoreboards, AResultOfASuspendedPathReachesWhereAllAreTogether) {
  board.regroup(0_warp, {});
  Flight load_r1 = issue(kLeft, "1000", op({}, {1}), true);  // B
  board.regroup(0_warp, {});                                 // BR D-E
  board.regroup(0_warp, {});                                 // F
  board.regroup(0_warp, {});                                 // G
  EXPECT_EQ(check(kLeft, "1111", op({1, 7}, {8})).verdict, Verdict::Memory);
  EXPECT_EQ(check(kRight, "1111", op({1, 7}, {8})).verdict, Verdict::Memory);
  write_back(load_r1);
  EXPECT_THAT(bits(kLeft), IsEmpty());
  EXPECT_EQ(check(kRight, "1111", op({1, 7}, {8})).verdict, Verdict::Free);
}

TEST_F(Scoreboards, NamesTheTileOfTheWriter) {
  Packet p = packet(kLeft, "1111", false);
  p.threads = Threads(1_tile, 1);
  board.issue(p, op({}, {3}));
  EXPECT_EQ(check(kLeft, "1111", op({3}, {})).tile, 1_tile);
}

/// Nobody writes: nobody would be woken by its completion either.
TEST_F(Scoreboards, AnInstructionThatNoThreadExecutesIsNotPending) {
  Packet p = packet(kLeft, "0000", false);
  board.issue(p, op({}, {3}));
  EXPECT_THAT(bits(kLeft), IsEmpty());
  board.complete(p, op({}, {3}));
}

/// §7.2: those whose load has returned do not wait for the others' load, but for the rest.
TEST_F(Scoreboards, HalvesOfALoadHaveAScoreboardEach) {
  Flight load_r0 = issue(kLeft, "1111", op({}, {0}), true);
  Flight load_r1 = issue(kLeft, "1111", op({}, {1}), true);
  board.complete_part(load_r0.packet, Threads(0_tile, drawn("1010")), load_r0.op);
  load_r0.packet.threads.remove(Threads(0_tile, drawn("1010")));
  EXPECT_EQ(check(kLeft, "1111", op({0}, {2})).verdict, Verdict::Memory);
  ASSERT_TRUE(board.has_returned(Threads(0_tile, drawn("1010")), op({0}, {2})));
  EXPECT_FALSE(board.has_returned(Threads(0_tile, drawn("0101")), op({0}, {2})));
  board.split({0_group, 0_warp, kLeft}, Threads(0_tile, drawn("1010")));
  EXPECT_EQ(check(kRight, "1010", op({0}, {2})).verdict, Verdict::Free);
  EXPECT_EQ(check(kRight, "1010", op({1}, {2})).verdict, Verdict::Memory);
  EXPECT_EQ(check(kLeft, "0101", op({0}, {2})).verdict, Verdict::Memory);
  issue(kRight, "1010", op({}, {0}));  // another value of the same register
  write_back(load_r0);
  EXPECT_EQ(check(kLeft, "0101", op({0}, {2})).verdict, Verdict::Free);
  EXPECT_EQ(check(kRight, "1010", op({0}, {2})).verdict, Verdict::Arithmetic);
  EXPECT_FALSE(check(kRight, "1010", op({0}, {2})).is_false);
}

/// Groups of one path that may all write a register, on several tiles.
TEST_F(Scoreboards, ARegisterIsPendingWhileAnyGroupWritesIt) {
  std::vector<Packet> writers(3, packet(kLeft, "1111", false));
  for (uint32_t n : {0u, 1u, 2u}) {
    writers[n].threads = Threads(TileId(n % 2), 1u << n);
    board.issue(writers[n], op({}, {3}));
  }
  for (uint32_t n : {1u, 2u, 0u}) {
    Answer answer = check(kLeft, "1111", op({3}, {}));
    EXPECT_EQ(answer.verdict, Verdict::Arithmetic);
    if (n == 2) {
      EXPECT_EQ(answer.tile, 0_tile);  // all writers on tile 1 have completed
    }
    board.complete(writers[n], op({}, {3}));
  }
  EXPECT_EQ(check(kLeft, "1111", op({3}, {})).verdict, Verdict::Free);
}

struct FewEntries : Scoreboards {
  FewEntries() : Scoreboards(2) {}
};

TEST_F(FewEntries, EachPathHasItsOwn) {
  Flight load = issue(kLeft, "1000", op({}, {1}), true);
  issue(kLeft, "1000", op({}, {2}));
  EXPECT_EQ(check(kLeft, "1000", op({}, {3})).verdict, Verdict::Memory);
  EXPECT_EQ(check(kLeft, "1000", op({4}, {})).verdict, Verdict::Free);
  EXPECT_EQ(check(kRight, "0111", op({}, {3})).verdict, Verdict::Free);
  write_back(load);
  EXPECT_EQ(check(kLeft, "1000", op({}, {3})).verdict, Verdict::Free);
}

/// Random walks over a dual-path stack: what the scoreboards let issue, the oracle lets, too; and
/// what they call false, it would have let.
class RandomWalk : public ::testing::TestWithParam<bool> {};

TEST_P(RandomWalk, NeverMissesADependence) {
  std::mt19937 random(7);
  MachineConfig config = test::four_wide();
  config.dual_path.forwarding = GetParam();
  uint32_t waited = 0, falsely = 0;
  for (uint32_t round = 0; round < 200; round++) {
    DualPath dual(config);
    PerPath board(config);
    HazardChecker oracle;
    board.start(1, kRegisters, dual.group_limit());
    oracle.start(1, kRegisters);
    dual.arrive({0_tile, 4, 0});
    struct Flight {
      PacketId number;
      Packet packet;
      TimedOp op;
    };
    std::vector<Flight> flights;
    LinkedPc fresh = 100_pc;  // places that nobody has been at
    for (uint32_t step = 0; step < 150; step++) {
      const PacketId number(step);
      for (WarpId warp : dual.regrouped()) board.regroup(warp, {});
      dual.regrouped().clear();
      while (flights.size() > 6 || (!flights.empty() && random() % 4 == 0)) {
        size_t n = random() % flights.size();
        board.complete(flights[n].packet, flights[n].op);
        oracle.complete(flights[n].number, flights[n].packet.threads, flights[n].op);
        flights.erase(flights.begin() + static_cast<ptrdiff_t>(n));
      }
      std::vector<GroupId> ready;
      for (GroupId g; g.value() < dual.group_limit(); ++g)
        if (dual.alive(g) && dual.ready(g)) ready.push_back(g);
      ASSERT_FALSE(ready.empty());
      GroupId g = ready[random() % ready.size()];
      Packet p;
      p.group = g;
      p.path = dual.path_of(g);
      dual.threads(g, p.threads);
      uint32_t mask = p.threads.begin()->mask;
      if (random() % 3 == 0) {  // a branch, or a jump to where the path ends
        dual.hold(g);
        const auto& stack = dual.stack(0_warp);
        Place end = kNowhere;
        for (const DualPath::Entry& e : stack)
          for (const DualPath::Path& path : e.path)
            if (path.group == g) end = e.reconvergence;
        uint32_t some = mask & static_cast<uint32_t>(random());
        if (some != 0 && some != mask && random() % 2)
          dual.resolve(
              g, test::goes({{{fresh, 0}, mask & ~some}, {{fresh + 1, 0}, some}}, {fresh + 2, 0}));
        else
          dual.resolve(g, test::goes({{end == kNowhere ? Place{fresh, 0} : end, mask}}));
        fresh += 3;
        continue;
      }
      TimedOp o = op({static_cast<uint16_t>(random() % kRegisters)},
                     {static_cast<uint16_t>(random() % kRegisters)});
      Answer answer = board.check({g, 0_warp, p.path}, p.threads, o);
      if (answer.verdict == Verdict::Free) {
        ASSERT_NO_THROW(oracle.issue(number, p.threads, o)) << round << ", " << step;
        board.issue(p, o);
        flights.push_back({number, p, o});
        dual.advance(g);
      } else {
        waited++;
        falsely += answer.is_false;
        if (answer.is_false) {
          ASSERT_NO_THROW(HazardChecker(oracle).issue(number, p.threads, o));
        }
      }
    }
  }
  EXPECT_GT(waited, 1000u);
  EXPECT_GT(falsely, 10u);
}

INSTANTIATE_TEST_SUITE_P(DualPath, RandomWalk, ::testing::Bool(),
                         [](const auto& p) { return p.param ? "Forwarding" : "Plain"; });

}  // namespace
}  // namespace heddle
