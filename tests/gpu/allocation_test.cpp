// What blocks take of a core, and when they give it back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/load.hpp"
#include "effort.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::plain_machine;
using test::TimedKernel;
using ::testing::HasSubstr;

/// All warps of a block exit but the last, which is busy.
constexpr const char* kEarly = R"(
    mov.u32 %r1, %warpid;
    mov.u32 %r3, %ntid.x;
    shr.u32 %r3, %r3, 5;
    sub.u32 %r3, %r3, 1;
    setp.ne.u32 %p1, %r1, %r3;
    @%p1 exit;
    mov.u32 %r2, 0;
LOOP:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p2, %r2, 400;
    @%p2 bra LOOP;)";

MachineConfig narrow_machine(const char* allocation, const char* datapath) {
  MachineConfig config = plain_machine();
  config.core.lanes = 8;
  for (UnitConfig& u : config.core.units) u.lanes = 8;
  test::timing(config, OpClass::Integer).latency = 100;
  config.registers.allocation = allocation;
  config.arch.datapath = datapath;
  return config;
}

TEST(Allocation, ABlockStartsWhenWarpsOfAnotherHaveExited) {
  for (const char* datapath : {"temporal", "spatial"}) {
    auto run = [&](const char* allocation) {
      MachineConfig config = narrow_machine(allocation, datapath);
      config.core.max_warps = 3;
      config.core.max_threads = 96;
      return TimedKernel(kEarly).run(config, 64, 3).sms[0].core;
    };
    CoreCounters block = run("block"), warp = run("warp");
    EXPECT_EQ(block.max_resident_blocks, 1) << datapath;
    EXPECT_EQ(block.max_resident_warps, 2) << datapath;
    EXPECT_EQ(warp.max_resident_blocks, 2) << datapath << ": never half a block";
    EXPECT_LE(warp.max_resident_warps, 3) << datapath << ": those that have exited are not there";
    EXPECT_LE(warp.resident_warp_cycles, warp.cycles * 3) << datapath;
    EXPECT_LT(warp.cycles, block.cycles * 3 / 4) << datapath;
  }
}

TEST(Allocation, BlocksOfWhichOneWarpIsLeftAreAsManyAsTheCoreTakes) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  struct Case {
    const char* arch;
    uint32_t threads, resident;
  };
  for (Case c : {Case{"tsimt", 128, 8}, Case{"tsimt+", 128, 16}, Case{"tsimt+", 512, 16},
                 Case{"pdom", 512, 16}, Case{"serialize", 512, 16}, Case{"dwf", 512, 16},
                 Case{"large_warp", 512, 16}, Case{"mimd", 128, 16}, Case{"mimd", 512, 16},
                 Case{"tbc", 512, 4}}) {
    MachineConfig config = load_machine("lucas2015", c.arch, {});
    config.sms = 1;
    if (!config.arch.temporal()) config.registers.allocation = "warp";
    CoreCounters core = TimedKernel(kEarly).run(config, c.threads, 20).sms[0].core;
    EXPECT_EQ(core.max_resident_blocks, c.resident) << c.arch << ' ' << c.threads;
    EXPECT_EQ(core.blocks, 20) << c.arch << ' ' << c.threads;
    EXPECT_LE(core.max_resident_warps, 32) << c.arch << ' ' << c.threads;
  }
}

TEST(Allocation, AWarpOfTwoTilesIsThereUntilBothHaveExited) {
  MachineConfig config = plain_machine();
  config.registers.allocation = "warp";
  config.core.warp = config.core.lanes = 64;
  for (UnitConfig& u : config.core.units) u.lanes = 64;
  config.core.max_threads = 64;
  config.core.max_warps = 1;
  EXPECT_EQ(TimedKernel(kEarly).run(config, 64, 3).sms[0].core.max_resident_blocks, 1);
}

TEST(Allocation, AWarpWithMoreRegistersThanTheCoreIsRefused) {
  // A lane that is too small for a warp would have been given spilled code; a core is what it is.
  for (const char* datapath : {"temporal", "spatial"})
    for (const char* allocation : {"block", "warp"}) {
      MachineConfig config = narrow_machine(allocation, datapath);
      config.registers.registers = 32;
      config.registers.granularity = 1;
      config.arch.lane_lock = !config.arch.temporal();
      try {
        TimedKernel(kEarly).run(config);
        FAIL() << datapath << ' ' << allocation;
      } catch (const UsageError& e) {
        EXPECT_THAT(e.what(), HasSubstr("needs more registers than a core")) << datapath;
      }
      config.registers.registers = 64;
      EXPECT_NO_THROW(TimedKernel(kEarly).run(config)) << datapath << ' ' << allocation;
    }
}

}  // namespace
}  // namespace heddle
