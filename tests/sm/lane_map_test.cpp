// The lane shuffles of brunie2012, Table 1.
#include "sm/units/lane_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "numbers.hpp"

namespace heddle {
namespace {

using ::testing::ElementsAre;

MachineConfig machine(const char* name, uint32_t width, uint32_t warps) {
  MachineConfig config;
  config.core.warp = width;
  config.core.max_threads = width * warps;
  config.arch.lane_map = name;
  return config;
}

/// Four warps of four threads, as the table draws them: the lanes of threads 0 … 3 of each.
std::vector<std::string> map_drawing(const char* name) {
  LaneMap map(machine(name, 4, 4));
  std::vector<std::string> out;
  for (WarpId warp; warp < 4_warp; ++warp) {
    std::string line;
    for (uint32_t thread = 0; thread < 4; thread++)
      line += static_cast<char>('0' + map.lane(thread, warp));
    out.push_back(line);
  }
  return out;
}

TEST(LaneMap, Table1) {
  EXPECT_THAT(map_drawing("identity"), ElementsAre("0123", "0123", "0123", "0123"));
  EXPECT_THAT(map_drawing("mirror-odd"), ElementsAre("0123", "3210", "0123", "3210"));
  EXPECT_THAT(map_drawing("mirror-half"), ElementsAre("0123", "0123", "3210", "3210"));
  EXPECT_THAT(map_drawing("xor"), ElementsAre("0123", "1032", "2301", "3210"));
  EXPECT_THAT(map_drawing("xor-rev"), ElementsAre("0123", "2301", "1032", "3210"));
}

TEST(LaneMap, MasksAreMappedThreadByThread) {
  std::mt19937_64 random(3);
  for (const char* name : {"identity", "mirror-odd", "mirror-half", "xor", "xor-rev"})
    for (uint32_t width : {4u, 32u, 64u}) {
      LaneMap map(machine(name, width, 16));
      for (WarpId warp; warp < 16_warp; ++warp) {
        uint64_t mask = random() & (width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1);
        uint64_t lanes = 0;
        std::set<uint32_t> different;
        for (uint32_t thread = 0; thread < width; thread++) {
          uint32_t lane = map.lane(thread, warp);
          ASSERT_LT(lane, width);
          different.insert(lane);
          lanes |= ((mask >> thread) & 1) << lane;
        }
        EXPECT_EQ(different.size(), width);
        EXPECT_EQ(map.lanes(mask, warp), lanes) << name << " " << width << " " << warp.value();
      }
    }
}

}  // namespace
}  // namespace heddle
