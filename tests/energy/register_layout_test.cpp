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

TEST(RegisterLayout, ARowMovesWholeWhoeverIsActive) {
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

}  // namespace
}  // namespace heddle
