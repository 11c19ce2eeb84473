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

}  // namespace
}  // namespace heddle
