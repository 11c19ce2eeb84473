// Where warps lie in the register files of temporal lanes (lucas2015 §3.1, §3.7, §5.4), and what is
// left there.
#include "sm/placement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/load.hpp"

namespace heddle {
namespace {

using testing::ElementsAre;

MachineConfig lucas_with(const char* arch) {
  MachineConfig config = load_machine("lucas2015", arch, {});
  config.registers.granularity = 1;
  return config;
}

/// The warps of a block take their place, if there is one: the files they lie in. Block b's first
/// thread is 128 b.
std::vector<uint32_t> place(Placement& p, uint32_t block, uint32_t threads) {
  std::vector<uint32_t> files;
  if (!p.fits()) return files;
  p.take(128 * block);
  for (uint32_t t = 0; t < threads; t += 32) files.push_back(p.file(128 * block + t));
  return files;
}

/// The same of the first blocks.
std::vector<uint32_t> files(const char* arch, uint32_t threads, uint32_t registers,
                            uint32_t blocks) {
  MachineConfig config = lucas_with(arch);
  Placement p(config);
  p.start(threads, registers, 0, 64);
  std::vector<uint32_t> found;
  for (uint32_t b = 0; b < blocks; b++)
    for (uint32_t file : place(p, b, threads)) found.push_back(file);
  return found;
}

TEST(Placement, HalvesOfTwoBlocksShareALane) {  // DG 1: three whole warps and a half
  EXPECT_THAT(files("tsimt+", 112, 20, 3), ElementsAre(0, 1, 2, 3, 4, 5, 6, 3, 7, 0, 1, 2))
      << "a third begins anew";
  EXPECT_THAT(files("tsimt", 112, 20, 2), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Placement, MoreThanHalfAWarpIsSharedAsWell) {  // DG 0: two whole warps and 20 threads
  EXPECT_THAT(files("tsimt+", 84, 20, 4), ElementsAre(0, 1, 2, 3, 4, 2, 5, 6, 7, 0, 1, 7));
}

TEST(Placement, BlocksWithoutAWholeWarpShareLanes) {  // NW, GAU 1
  EXPECT_THAT(files("tsimt+", 16, 20, 6), ElementsAre(0, 0, 1, 1, 2, 2));
  EXPECT_THAT(files("tsimt+", 8, 20, 6), ElementsAre(0, 0, 0, 0, 1, 1));
  EXPECT_THAT(files("tsimt", 16, 20, 6), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(Placement, ALaneWithoutRoomIsNotShared) {
  // 16 threads of 80 registers: a lane of 2048 has room for one.
  EXPECT_THAT(files("tsimt+", 16, 80, 3), ElementsAre(0, 1, 2));
}

TEST(Placement, AFreedHalfIsTakenAgain) {
  MachineConfig config = lucas_with("tsimt+");
  Placement p(config);
  p.start(48, 20, 0, 64);
  for (uint32_t b = 0; b < 4; b++) p.take(128 * b);
  auto half_of = [&](uint32_t b) { return p.file(128 * b + 32); };
  EXPECT_EQ(half_of(1), half_of(0));
  EXPECT_NE(half_of(2), half_of(0));
  EXPECT_EQ(half_of(3), half_of(2));
  p.free(128 + 32);
  p.take(128 * 4);
  EXPECT_EQ(half_of(4), half_of(0));
  p.take(128 * 5);
  EXPECT_NE(half_of(5), half_of(0));
  EXPECT_NE(half_of(5), half_of(2));
}

TEST(Placement, AWholeWarpGoesBesideAHalf) {
  MachineConfig config = lucas_with("tsimt+");
  Placement p(config);
  p.start(112, 40, 0, 64);
  EXPECT_THAT(place(p, 0, 112), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(place(p, 1, 112), ElementsAre(4, 5, 6, 3));
  EXPECT_FALSE(p.fits());
  EXPECT_EQ(p.resident(), 8);
  p.free(128);  // one warp has exited, which is not room for a block
  EXPECT_FALSE(p.fits());
  for (uint32_t warp : {0u, 1u, 3u}) p.free(32 * warp);
  EXPECT_EQ(p.resident(), 4);
  p.free(128);
  EXPECT_EQ(p.resident(), 4) << "it went before";
  EXPECT_THAT(place(p, 2, 112), ElementsAre(0, 1, 3, 4)) << "the third beside half a warp";
}

TEST(Placement, FullWarpsOfDg0LeaveTwoLanesEmpty) {
  // Blocks of 84 threads with more registers than half a lane has for a warp.
  MachineConfig config = lucas_with("tsimt");
  Placement p(config);
  p.start(84, 40, 0, 64);
  EXPECT_THAT(place(p, 0, 84), ElementsAre(0, 1, 2));
  EXPECT_THAT(place(p, 1, 84), ElementsAre(3, 4, 5));
  EXPECT_FALSE(p.fits()) << "lanes 6 and 7 have room, for two warps of three";
  p.free_block(0);
  EXPECT_EQ(p.resident(), 3);
  EXPECT_THAT(place(p, 0, 84), ElementsAre(0, 1, 2)) << "again";
}

TEST(Placement, WarpsTooLargeForALaneHaveOneAlone) {
  MachineConfig config = lucas_with("tsimt");
  Placement p(config);
  p.start(64, 100, 0, 64);  // 3200 registers of 2048
  EXPECT_EQ(p.oversized(), 2);
  EXPECT_THAT(place(p, 0, 64), ElementsAre(0, 1));
  EXPECT_THAT(place(p, 1, 64), ElementsAre(2, 3));
  EXPECT_THAT(place(p, 2, 64), ElementsAre(4, 5));
  EXPECT_THAT(place(p, 3, 64), ElementsAre(6, 7));
  EXPECT_FALSE(p.fits());
}

TEST(Placement, WithoutLaneLockThereIsOneFile) {
  MachineConfig config = lucas_with("tsimt_unlocked");
  Placement p(config);
  p.start(96, 40, 0, 64);  // 3840 registers of 16384
  for (uint32_t block = 0; block < 4; block++)
    EXPECT_THAT(place(p, block, 96), ElementsAre(0, 0, 0));
  EXPECT_FALSE(p.fits());
}

TEST(Placement, ThreadsAreNumberedByTheSlotOfTheirWarp) {
  for (uint32_t width : {16u, 32u, 64u}) {
    MachineConfig config = load_machine("fermi", "pdom", {});
    config.registers.allocation = "warp";
    config.core.warp = width;
    Placement p(config);
    p.start(4 * width, 4, 0, 64);
    p.take(0);
    p.take(4 * width);
    for (uint32_t t = 0; t < 8 * width; t++) EXPECT_EQ(p.number(t), t) << width;
    p.free(3 * width);
    p.free(width);
    p.take(8 * width);
    EXPECT_EQ(p.number(8 * width + 3), width + 3) << "the first that is free";
    EXPECT_EQ(p.number(10 * width - 1), 4 * width - 1) << "the second";
    EXPECT_EQ(p.number(10 * width), 8 * width);
  }
}

}  // namespace
}  // namespace heddle
