// lucas2015 §3.8: what temporal lanes add, and Table I from the configuration.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "sm/cost.hpp"

namespace heddle {
namespace {

HardwareCost cost_of(const char* arch) {
  MachineConfig config = load_preset("lucas2015");
  apply_arch(config, arch);
  return hardware_cost(config);
}

TEST(TemporalCost, IsTableOne) {
  HardwareCost cost = cost_of("tsimt");
  ASSERT_EQ(cost.files.size(), 2u);
  EXPECT_NEAR(cost.files[0].area(), 0.4943, 1e-9);
  EXPECT_NEAR(cost.files[1].area(), 2.2667, 1e-9);
  EXPECT_EQ(cost.files[0].components[0].size, "1024 Byte");
  EXPECT_EQ(cost.files[0].components[0].number, 64u);
  EXPECT_EQ(cost.files[1].components[0].size, "8192 Byte");
  EXPECT_EQ(cost.files[1].components[1].number, 1u);
}

TEST(TemporalCost, WiderLanesLieInBetween) {
  double narrow = cost_of("tsimt").files[0].area();
  for (const char* arch : {"stsimt-2", "stsimt-4"}) {
    EXPECT_GT(cost_of(arch).files[0].area(), narrow) << arch;
    EXPECT_LT(cost_of(arch).files[0].area(), 2.2667) << arch;
    narrow = cost_of(arch).files[0].area();
  }
}

TEST(TemporalCost, LanesHaveAnInstructionAndAMask) {
  auto registers = [](const char* arch) { return cost_of(arch).structures.back(); };
  EXPECT_EQ(registers("tsimt").entries, 8u);
  EXPECT_EQ(registers("tsimt").bits, 8u * (64 + 32));
  EXPECT_EQ(registers("stsimt-4").entries, 2u);
  EXPECT_TRUE(cost_of("pdom").files.empty());
}

}  // namespace
}  // namespace heddle
