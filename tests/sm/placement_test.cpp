// lucas2015 §3.7: where partial warps lie in the register files of temporal lanes.
#include "sm/placement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/load.hpp"

namespace heddle {
namespace {

using testing::ElementsAre;

constexpr uint32_t kTiles = 32;

/// The files of the warps of as many blocks as fit, at most `most`; block b's first thread is 128
/// b.
std::vector<uint32_t> files(const char* arch, uint32_t threads, uint32_t registers, uint32_t most) {
  MachineConfig config = load_machine("lucas2015", arch, {});
  Placement placement(config);
  placement.start(threads, registers, 0, kTiles);
  std::vector<uint32_t> found;
  for (uint32_t b = 0; b < most && placement.fits(); b++) {
    placement.take(128 * b);
    for (uint32_t t = 0; t < threads; t += config.core.warp)
      found.push_back(placement.file(128 * b + t));
  }
  return found;
}

TEST(Placement, HalvesOfTwoBlocksShareALane) {  // DG 1: three whole warps and a half
  EXPECT_THAT(files("tsimt+", 112, 63, 9), ElementsAre(0, 1, 2, 3, 4, 5, 6, 3));
  EXPECT_THAT(files("tsimt", 112, 63, 9), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Placement, BlocksWithoutAWholeWarpGoRound) {  // NW, GAU 1
  for (const char* arch : {"tsimt", "tsimt+"})
    EXPECT_THAT(files(arch, 16, 20, 6), ElementsAre(0, 1, 2, 3, 4, 5)) << arch;
}

TEST(Placement, AFreedHalfIsTakenAgain) {
  MachineConfig config = load_machine("lucas2015", "tsimt+", {});
  Placement placement(config);
  placement.start(48, 20, 0, kTiles);
  for (uint32_t b = 0; b < 4; b++) placement.take(64 * b);
  auto half_of = [&](uint32_t b) { return placement.file(64 * b + 32); };
  EXPECT_EQ(half_of(1), half_of(0));
  EXPECT_NE(half_of(2), half_of(0));
  EXPECT_EQ(half_of(3), half_of(2));
  placement.free(64 + 32);
  placement.take(64 * 4);
  EXPECT_EQ(half_of(4), half_of(0));
  placement.take(64 * 5);
  EXPECT_NE(half_of(5), half_of(0));
  EXPECT_NE(half_of(5), half_of(2));
}

}  // namespace
}  // namespace heddle
