// Which launches are timed; the others run functionally and give the same values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/timed_engine.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

LaunchChoice launches(std::string_view text) {
  LaunchChoice choice;
  choose_launches(text, choice);
  return choice;
}

TEST(LaunchChoice, ByNumber) {
  EXPECT_TRUE(launches(":").all());
  EXPECT_FALSE(launches("2").all());
  EXPECT_TRUE(launches("2").has(2, "k"));
  EXPECT_FALSE(launches("2").has(3, "k"));
  EXPECT_TRUE(launches("3:").has(1000, "k"));
  EXPECT_FALSE(launches("3:").has(2, "k"));
  EXPECT_TRUE(launches(":4").has(4, "k"));
  EXPECT_FALSE(launches("2:4").has(5, "k"));
}

TEST(LaunchChoice, ByName) {
  LaunchChoice choice{.only = {"saxpy", "_Z1kv"}};
  EXPECT_TRUE(choice.has(1, "saxpy"));
  EXPECT_TRUE(choice.has(1, "_Z5saxpyif"));
  EXPECT_TRUE(choice.has(1, "_Z1kv"));
  EXPECT_FALSE(choice.has(1, "_Z4copyPf"));
}

TEST(LaunchChoice, RefusesWhatIsNoRange) {
  for (const char* text : {"0", "-1", "x", "3:x", "1:2:3", "4:3"})
    EXPECT_THROW(launches(text), UsageError) << text;
}

TEST(TimedEngine, RunsOtherLaunchesFunctionally) {
  test::TimedKernel kernel(
      "ld.param.u64 %rd1, [pout]; mov.u32 %r1, %nsmid; atom.global.add.u32 %r2, [%rd1], %r1;");
  MachineConfig config = test::plain_machine();
  config.sms = 3;
  TimedEngine engine(ValidMachine(config), {}, launches("2:3"));
  for (uint32_t n = 0; n < 4; n++) kernel.launch(engine);
  EXPECT_EQ(kernel.output(1)[0], 4u * 32 * 3);  // every launch, with the machine's number of cores
  ASSERT_EQ(engine.results().size(), 2u);
  EXPECT_EQ(engine.results()[0].number, 2u);
  EXPECT_GT(engine.results()[1].cycles, 0u);
  EXPECT_EQ(engine.launches(), 4u);
}

/// Some launch loads and stores 64 KiB; the last one, which is timed, accesses the same.
class Warming : public ::testing::TestWithParam<const char*> {
 protected:
  static constexpr uint32_t kBlocks = 32, kThreads = 128;

  static MachineConfig machine() {
    MachineConfig config = test::plain_machine();
    config.sms = 4;
    config.memory.model = "full";
    config.memory.partitions = 3;
    config.memory.l2.bytes = 65536;
    config.memory.l2.sector = 32;
    config.memory.l2.write = "back";
    config.memory.l2.allocate = GetParam();
    return config;
  }
  static MemoryCounters last(const char* body, std::string_view timed, bool warm) {
    test::TimedKernel kernel(body, 4 * kBlocks * kThreads * 4);
    LaunchChoice choice = launches(timed);
    choice.warm = warm;
    TimedEngine engine(ValidMachine(machine()), {}, choice);
    for (uint32_t n = 0; n < 3; n++) kernel.launch(engine, kThreads, kBlocks);
    return engine.results().back().sms[0].memory;
  }
};

constexpr const char* kIndex =
    "ld.param.u64 %rd1, [pout]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\n"
    "mad.lo.u32 %r3, %r2, 128, %r1; mul.wide.u32 %rd2, %r3, 16; add.u64 %rd1, %rd1, %rd2;\n";

TEST_P(Warming, LeavesWhatTimedLoadsLeave) {
  const std::string body = std::string(kIndex) + "ld.global.u32 %r4, [%rd1];";
  MemoryCounters timed = last(body.c_str(), ":", false), warm = last(body.c_str(), "3", true),
                 cold = last(body.c_str(), "3", false);
  EXPECT_EQ(timed.l2.read_misses, 0u);
  EXPECT_EQ(warm.l2.read_misses, 0u);
  EXPECT_EQ(warm.l2.reads, timed.l2.reads);
  EXPECT_EQ(warm.dram_reads, 0u);
  EXPECT_GT(cold.l2.read_misses, 500u);
}

TEST_P(Warming, LeavesWhatTimedStoresAndAtomicsLeave) {
  const std::string body = std::string(kIndex) +
                           "st.global.u32 [%rd1], %r1; setp.lt.u32 %p1, %r2, 4;\n"
                           "@%p1 red.global.add.u32 [%rd1 + 4], 1;";
  MemoryCounters timed = last(body.c_str(), ":", false), warm = last(body.c_str(), "3", true);
  EXPECT_EQ(warm.l2.read_misses, timed.l2.read_misses);
  EXPECT_EQ(warm.l2.write_misses, timed.l2.write_misses);
  EXPECT_EQ(warm.l2.evictions, timed.l2.evictions);
  EXPECT_EQ(warm.l2.write_backs, timed.l2.write_backs);
}

TEST_P(Warming, FollowsAddressesOfDeviceMemoryOnly) {
  const std::string body =
      ".shared .align 4 .b8 buffer[512];\nmov.u64 %rd3, buffer; cvta.shared.u64 %rd3, %rd3;\n" +
      std::string(kIndex) +
      "mul.wide.u32 %rd4, %r1, 4; add.u64 %rd3, %rd3, %rd4; setp.lt.u32 %p1, %r1, 64;\n"
      "selp.b64 %rd5, %rd3, %rd1, %p1; st.u32 [%rd3], %r1; ld.u32 %r4, [%rd5];";
  EXPECT_EQ(last(body.c_str(), "3", true).l2.read_misses, 0u);
}

INSTANTIATE_TEST_SUITE_P(Allocation, Warming, ::testing::Values("write", "no-write"));

TEST(LaunchChoice, RefusesToWarmAnL2ThatIsNotThere) {
  LaunchChoice choice{.first = 2, .warm = true};
  MachineConfig config = test::plain_machine();
  EXPECT_THROW(check_warming(choice, config), UsageError);
  config.memory.model = "full";
  config.memory.l2.bytes = 65536;
  EXPECT_NO_THROW(check_warming(choice, config));
  config.memory.keep_state = false;
  EXPECT_THROW(check_warming(choice, config), UsageError);
}

}  // namespace
}  // namespace heddle
