// How many words register files move for packets.
#include "energy/register_layout.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "energy/energy.hpp"

namespace heddle {
namespace {

struct Masks {
  uint32_t mask;
};
using Packet1 = std::vector<Masks>;

RegisterLayout layout_of(const std::string& preset, const std::string& arch) {
  MachineConfig config = load_preset(preset);
  apply_arch(config, arch);
  return register_layout(config);
}

TEST(RegisterLayout, ARowMovesWholeForAnyActiveThreads) {
  RegisterLayout rows = layout_of("lucas2015", "pdom");
  EXPECT_EQ(rows.words(Packet1{{0xffffffff}}), 32u);
  EXPECT_EQ(rows.words(Packet1{{1}}), 32u);
  EXPECT_EQ(rows.words(Packet1{}), 0u);
  EXPECT_EQ(rows.bundle, 8u);  // 256 bits, Table I
  EXPECT_EQ(layout_of("fung2007", "pdom").words(Packet1{{1}}), 16u);
}

TEST(RegisterLayout, BanksOfLanesMoveWhatIsActive) {
  for (const char* arch : {"dwf", "dwf_ideal", "dwf_crossbar", "mimd", "large_warp", "tbc"}) {
    RegisterLayout layout = layout_of("small", arch);
    EXPECT_EQ(layout.words(Packet1{{1}}), 1u) << arch;
    EXPECT_EQ(layout.words(Packet1{{0xf0}, {0x3}}), 6u) << arch;
    EXPECT_EQ(layout.words(Packet1{{0xffffffff}}), 32u) << arch;
  }
  EXPECT_FALSE(layout_of("small", "dwf").crosses);
  EXPECT_TRUE(layout_of("small", "dwf_crossbar").crosses);
}

/// By counting bundles one by one.
TEST(RegisterLayout, LanesMoveWholeBundles) {
  std::mt19937 random(1);
  for (const char* arch : {"tsimt", "stsimt-2", "stsimt-4", "stsimt-8"}) {
    MachineConfig config = load_preset("lucas2015");
    apply_arch(config, arch);
    uint32_t n = config.arch.bundle;
    RegisterLayout layout = register_layout(config);
    EXPECT_EQ(layout.bundle, n);
    for (int i = 0; i < 1000; i++) {
      uint32_t mask = random() & random();
      uint32_t words = 0;
      for (uint32_t first = 0; first < 32; first += n)
        if ((mask >> first & ((uint64_t{1} << n) - 1)) != 0) words += n;
      ASSERT_EQ(layout.words(Packet1{{mask}}), words) << arch << " " << mask;
    }
  }
}

/// One active thread of 32 costs a temporal file the 32nd part of all of them; a file of rows the
/// same.
TEST(RegisterLayout, OneThreadSpendsThe32ndPart) {
  auto spent = [](const char* arch, uint32_t mask) {
    MachineConfig config = load_preset("lucas2015");
    apply_arch(config, arch);
    Counters counters;
    counters.core.register_words_read = 1000 * register_layout(config).words(Packet1{{mask}});
    Energy e = energy_of(counters, config, config.sms);
    EXPECT_EQ(e.total(), e[EnergyPart::Registers] + e[EnergyPart::Operands]);
    return e[EnergyPart::Registers];
  };
  EXPECT_GT(spent("tsimt", 1), 0u);
  EXPECT_EQ(spent("tsimt", 1) * 32, spent("tsimt", ~0u));
  EXPECT_EQ(spent("pdom", 1), spent("pdom", ~0u));
  // Table I's banks: 1500 fJ a word and 2000 fJ an access, of 8 words or of 1.
  EXPECT_EQ(spent("pdom", 1), 1000u * (32 * 1500 + 4 * 2000));
  EXPECT_EQ(spent("tsimt", 1), 1000u * (1500 + 2000));
  EXPECT_EQ(spent("stsimt-4", 1), 1000u * (4 * 1500 + 2000));
  EXPECT_EQ(spent("tsimt16", 1), spent("tsimt", 1)) << "the file of a lane is the same";
}

}  // namespace
}  // namespace heddle
