// Cycles until threads that parted are together again, derived by hand. On `plain_machine` the
// first instruction issues in cycle 1; a branch issued in cycle b resolves in b + 1, and what
// follows it, being fetched anew, issues in b + 2.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::plain_machine;
using test::TimedKernel;

struct Reconvergence {
  uint64_t diverged, times, cycles;
  bool operator==(const Reconvergence&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Reconvergence& r) {
  return out << r.diverged << " diverged, " << r.times << " times, " << r.cycles << " cycles";
}

/// Of the branch at `pc`.
Reconvergence at(uint32_t pc, const std::string& body, const MachineConfig& config,
                 uint32_t threads = 32) {
  for (const BranchCounters& b : TimedKernel(body).run(config, threads).branches)
    if (b.pc == pc) return {b.diverged, b.reconvergences, b.reconverge_cycles};
  return {};
}

constexpr const char* kBothSides = R"(
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 16;
  @%p1 bra left;
  add.u32 %r2, %r1, 1;
  bra join;
left:
  add.u32 %r2, %r1, 2;
join:
  mov.u32 %r3, 0;)";

/// 0, 1 and 2 issue in 1, 2, 3; the branch resolves in 4. The left side's add (5) issues in 5 and
/// is at the join; what was fetched behind it is of no use, so the right side's add (3) issues in
/// 6, its bra (4) in 7, and resolves in 8.
TEST(Reconverge, BothSides) {
  EXPECT_EQ(at(2, kBothSides, plain_machine()), (Reconvergence{1, 1, 4}));
}

/// The branch resolves in 4, the add issues in 5: together from 6 on.
TEST(Reconverge, OneSide) {
  EXPECT_EQ(at(2, R"(
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 16;
  @%p1 bra join;
  add.u32 %r2, %r1, 1;
join:
  mov.u32 %r3, 0;)",
               plain_machine()),
            (Reconvergence{1, 1, 2}));
}

constexpr const char* kLoop = R"(
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 3;
again:
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra out;
  sub.u32 %r2, %r2, 1;
  bra again;
out:
  mov.u32 %r3, 0;)";

/// The exit branch (3) issues in 4 and resolves in 5; round by round, sub (4) in 6, bra (5) in 7,
/// setp (2) in 9, the branch in 10, resolved in 11: six cycles each. A quarter of the threads
/// leaves at 5, 11, 17, and the last at 23: apart for 18, 12 and 6 cycles.
TEST(Reconverge, ALoopThatThreadsLeaveOneAfterTheOther) {
  EXPECT_EQ(at(3, kLoop, plain_machine()), (Reconvergence{3, 3, 36}));
}

/// A warp of 8 threads has all four numbers of rounds too; four such warps part at the same places.
TEST(Reconverge, IsCountedPerWarp) {
  MachineConfig narrow = plain_machine();
  narrow.core.warp = narrow.core.lanes = 8;
  narrow.core.max_warps = 128;
  for (UnitConfig& u : narrow.core.units) u.lanes = 8;
  Reconvergence r = at(3, kLoop, narrow);
  EXPECT_EQ(r.diverged, 12u);
  EXPECT_EQ(r.times, 12u);
  EXPECT_GE(r.cycles, 4 * 36u);  // they share the scheduler
}

/// Both sides end: their threads never meet.
TEST(Reconverge, SidesThatEndNeverMeet) {
  EXPECT_EQ(at(2, R"(
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 16;
  @%p1 bra left;
  add.u32 %r2, %r1, 1;
  exit;
left:
  add.u32 %r2, %r1, 2;
  exit;)",
               plain_machine()),
            (Reconvergence{1, 0, 0}));
}

/// Threads below 8 leave from the inner branch (4), those from 8 to 15 go to the join, where the
/// upper half waits. The upper half (9) runs first: the outer branch resolves in 4, its add issues
/// in 5. Then the inner setp and branch issue in 6 and 7, and resolve in 8. The side that leaves is
/// the branch's target: its add issues in 9, its exit in 10. The other's add issues in 12, its bra
/// in 13, and both branches' threads are together when that resolves in 14.
TEST(Reconverge, ThoseWhoEndAreNotWaitedFor) {
  constexpr const char* kNested = R"(
  mov.u32 %r1, %tid.x;
  setp.ge.u32 %p1, %r1, 16;
  @%p1 bra upper;
  setp.lt.u32 %p2, %r1, 8;
  @%p2 bra leave;
  add.u32 %r2, %r1, 1;
  bra join;
leave:
  add.u32 %r2, %r1, 2;
  exit;
upper:
  add.u32 %r2, %r1, 3;
join:
  mov.u32 %r3, 0;)";
  const Reconvergence outer = at(2, kNested, plain_machine());
  EXPECT_EQ(outer.diverged, 1u);
  EXPECT_EQ(outer.times, 1u);
  const Reconvergence inner = at(4, kNested, plain_machine());
  EXPECT_EQ(inner.diverged, 1u);
  EXPECT_EQ(inner.times, 1u);
  EXPECT_LT(inner.cycles, outer.cycles);
}

TEST(Reconverge, MechanismsThatJoinNobodySayNothing) {
  for (const char* name : {"serialize", "mimd"}) {
    MachineConfig c = plain_machine();
    c.arch.divergence = name;
    Reconvergence r = at(2, kBothSides, c);
    EXPECT_EQ(r.times, 0u) << name;
    EXPECT_EQ(r.cycles, 0u) << name;
  }
}

}  // namespace
}  // namespace heddle
