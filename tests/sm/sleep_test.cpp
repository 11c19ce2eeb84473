// A core that sleeps until its next event and one that is looked at in every cycle count the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "config/load.hpp"
#include "effort.hpp"
#include "lone_block.hpp"
#include "numbers.hpp"
#include "sm/core.hpp"

namespace heddle {
namespace {

struct Ran {
  Cycle cycles;
  uint64_t ticks = 0;
  CoreCounters counters;
  std::vector<uint32_t> output;
};

/// One block on one core, either awake in every cycle or only when it says so.
Ran run(const std::string& body, const MachineConfig& config, uint32_t threads, bool sleeps) {
  test::LoneBlock block(body, threads, 1024);
  ValidMachine valid(config);
  auto memory = make_memory_system(valid);
  auto core = make_core(valid, 0, memory->port(0), {.check = true});
  block.start(*core, make_timed_code(block.kernel, config));
  Ran r;
  Cycle now;
  for (;; ++now) {
    if (sleeps) {
      Cycle next = std::min(core->next_wake(), memory->next_event());
      EXPECT_NE(next, kNeverCycle);
      if (next == kNeverCycle) break;
      now = std::max(now, next);
    }
    EXPECT_LT(now, 200000_cycle);
    if (now >= 200000_cycle) break;
    memory->tick(now);
    if (!sleeps || core->next_wake() <= now || !memory->port(0).events().empty()) {
      core->tick(now);
      r.ticks++;
    }
    if (core->empty()) break;
  }
  r.cycles = now + 1;
  core->catch_up(r.cycles);
  r.counters = core->counters();
  r.output.resize(threads);
  block.device.read(block.out, std::as_writable_bytes(std::span(r.output)));
  return r;
}

constexpr const char* kBodies[] = {
    // Memory, a loop whose length differs by thread, a divergent branch.
    R"(and.b32 %r1, %tid, 7;
    mov.u32 %r2, 0;
L:  ld.global.u32 %r3, [%slot];
    add.u32 %r2, %r2, %r3;
    add.u32 %r2, %r2, %r1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra D;
    sub.u32 %r1, %r1, 1;
    bra L;
D:  st.global.u32 [%slot], %r2;)",
    // Barriers, shared memory with conflicts, an atomic.
    R"(shl.b32 %r1, %tid, 3;
    and.b32 %r1, %r1, 1020;
    mov.u32 %r4, %tid;
    atom.shared.add.u32 %r2, [%r1], 1;
    bar.sync 0;
    ld.shared.u32 %r3, [%r1];
    mul.lo.u32 %r3, %r3, 3;
    bar.sync 0;
    st.shared.u32 [%r1], %r3;
    red.global.add.u32 [%out], 1;
    bar.sync 0;
    setp.ne.u32 %p1, %tid, 0;
    @%p1 st.global.u32 [%slot], %r3;)",
    // Slow arithmetic, with threads that end early.
    R"(cvt.rn.f32.u32 %f1, %tid;
    setp.gt.u32 %p1, %tid, 40;
    @%p1 exit;
    sqrt.approx.f32 %f2, %f1;
    rcp.approx.f32 %f3, %f2;
    div.u32 %r2, 1000, 7;
    cvt.rzi.u32.f32 %r1, %f2;
    add.u32 %r1, %r1, %r2;
    st.global.u32 [%slot], %r1;)",
};

TEST(Sleep, ChangesNothing) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  for (const char* divergence : {"pdom", "serialize", "mimd", "large_warp", "tbc"})
    for (const char* dependence : {"exact", "scoreboard", "barrel"})
      for (const char* model : {"ideal", "fixed", "open-row", "full"})
        for (uint32_t warp : {16u, 32u, 64u}) {
          MachineConfig c = load_preset("small");
          c.sms = 1;
          c.arch.divergence = divergence;
          c.arch.dependence = dependence;
          c.arch.scoreboard_entries = std::string_view(dependence) == "scoreboard" ? 3 : 0;
          c.memory.model = model;
          c.memory.latency = 77;
          c.memory.bytes_per_cycle = 16;
          c.core.warp = c.core.lanes = warp;
          c.core.max_threads = 512;
          c.large_warp.size = c.tbc.block = 64;
          c.core.max_warps = 512 / warp;
          for (const char* body : kBodies) {
            Ran awake = run(body, c, 128, false), asleep = run(body, c, 128, true);
            SCOPED_TRACE(testing::Message()
                         << divergence << ' ' << dependence << ' ' << model << ' ' << warp << '\n'
                         << body);
            ASSERT_EQ(asleep.cycles, awake.cycles);
            EXPECT_LE(asleep.ticks, awake.ticks);
            EXPECT_EQ(asleep.counters.slots, awake.counters.slots);
            EXPECT_EQ(asleep.counters.occupancy, awake.counters.occupancy);
            EXPECT_EQ(asleep.counters.busy_cycles, awake.counters.busy_cycles);
            EXPECT_EQ(asleep.counters.active_cycles, awake.counters.active_cycles);
            EXPECT_EQ(asleep.counters.resident_warp_cycles, awake.counters.resident_warp_cycles);
            uint64_t slots = c.core.schedulers * c.core.issue_per_scheduler;
            EXPECT_EQ(asleep.counters.issue_slots, asleep.cycles.value() * slots);
            EXPECT_EQ(std::accumulate(asleep.counters.slots.begin(), asleep.counters.slots.end(),
                                      uint64_t{0}),
                      asleep.counters.issue_slots);
          }
        }
}

/// Fetch groups are switched when the last warp of one stalls, be anybody ready to issue or not.
TEST(Sleep, ChangesNothingUnderTwoLevelScheduling) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  for (const char* divergence : {"pdom", "large_warp", "tbc"})
    for (const char* model : {"fixed", "open-row", "full"})
      for (uint64_t timeout : {0, 5}) {
        MachineConfig c = load_preset("narasiman2011");
        c.arch.divergence = divergence;
        c.arch.schedule = "two-level";
        c.arch.fetch_group = 1;
        c.arch.group_timeout = timeout;
        c.large_warp.size = c.tbc.block = 64;
        c.memory.model = model;
        c.memory.latency = 77;
        uint64_t switches = 0;
        for (const char* body : kBodies) {
          Ran awake = run(body, c, 128, false), asleep = run(body, c, 128, true);
          SCOPED_TRACE(testing::Message() << divergence << ' ' << model << '\n' << body);
          ASSERT_EQ(asleep.cycles, awake.cycles);
          EXPECT_EQ(asleep.counters.slots, awake.counters.slots);
          EXPECT_EQ(asleep.counters.active_lanes, awake.counters.active_lanes);
          EXPECT_EQ(asleep.counters.schedule.group_switches,
                    awake.counters.schedule.group_switches);
          EXPECT_EQ(asleep.counters.schedule.group_timeouts,
                    awake.counters.schedule.group_timeouts);
          switches += awake.counters.schedule.group_switches;
        }
        EXPECT_GT(switches, 0u);
      }
}

TEST(Sleep, ChangesNothingForTemporalLanesAndScalarUnits) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  for (const char* arch :
       {"tsimt", "tsimt+", "stsimt-4", "tsimt_unlocked", "simt_scalar", "tsimt_scalar"})
    for (const char* model : {"ideal", "full"}) {
      MachineConfig c = load_machine("lucas2015", arch, {});
      c.sms = 1;
      c.memory.model = model;
      for (const char* body : kBodies) {
        Ran awake = run(body, c, 112, false), asleep = run(body, c, 112, true);
        SCOPED_TRACE(testing::Message() << arch << ' ' << model << '\n' << body);
        ASSERT_EQ(asleep.cycles, awake.cycles);
        EXPECT_LT(asleep.ticks, awake.ticks);
        const CoreCounters &a = asleep.counters, &b = awake.counters;
        EXPECT_EQ(a.slots, b.slots);
        EXPECT_EQ(a.busy_cycles, b.busy_cycles);
        EXPECT_EQ(a.resident_warp_cycles, b.resident_warp_cycles);
        EXPECT_EQ(a.shared_conflicts, b.shared_conflicts);
        EXPECT_EQ(a.temporal.issue_conflicts, b.temporal.issue_conflicts);
        EXPECT_EQ(a.temporal.lanes_static, b.temporal.lanes_static);
        EXPECT_EQ(a.temporal.lanes_dynamic, b.temporal.lanes_dynamic);
        EXPECT_EQ(a.temporal.warps, b.temporal.warps);
        EXPECT_EQ(a.temporal.lane_threads, b.temporal.lane_threads);
        EXPECT_EQ(a.scalar.instructions, b.scalar.instructions);
        EXPECT_EQ(a.scalar.instructions > 0, c.arch.scalarization != "none");
        EXPECT_EQ(asleep.output, awake.output);
      }
    }
}

/// While a load is on its way the core is not looked at.
TEST(Sleep, IsLong) {
  MachineConfig c = load_preset("small");
  c.sms = 1;
  c.memory.model = "ideal";
  c.memory.latency = 900;
  Ran r = run("ld.global.u32 %r1, [%slot];\nadd.u32 %r1, %r1, 1;\nst.global.u32 [%slot], %r1;", c,
              32, true);
  EXPECT_GT(r.cycles, 900_cycle);
  EXPECT_LT(r.ticks, 150u);
}

}  // namespace
}  // namespace heddle
