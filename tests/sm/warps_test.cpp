// Hardware warps of every width over tiles of 32 threads.
#include "sm/divergence/warps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "numbers.hpp"

namespace heddle {
namespace {

struct Formed {
  WarpId warp;
  uint64_t mask;
};

MachineConfig with_warp(uint32_t width) {
  MachineConfig config;
  CoreConfig& core = config.core;
  core.warp = width;
  core.max_threads = 1024;
  core.max_warps = 1024 / width;
  core.max_blocks = 4;
  return config;
}

std::vector<Formed> form(Warps& warps, TileId first_tile, uint32_t threads) {
  std::vector<Formed> out;
  warps.form({first_tile, threads, 0}, [&](WarpId w, uint64_t m) { out.push_back({w, m}); });
  return out;
}

TEST(Warps, SixteenWideAreHalvesOfATile) {
  Warps warps(with_warp(16));
  auto formed = form(warps, 2_tile, 40);  // 16, 16 and 8 threads
  ASSERT_EQ(formed.size(), 3u);
  EXPECT_EQ(formed[0].mask, 0xffffu);
  EXPECT_EQ(formed[2].mask, 0xffu);
  Threads t;
  warps.threads(formed[1].warp, 0x8001, t);
  ASSERT_EQ(t.end() - t.begin(), 1);
  EXPECT_EQ(t.begin()->tile, 2_tile);
  EXPECT_EQ(t.begin()->mask, 0x80010000u);
  EXPECT_EQ(warps.mask_of(formed[1].warp, TileMask{2_tile, 0xffff1234}), 0xffffu);
  EXPECT_EQ(warps.mask_of(formed[0].warp, TileMask{2_tile, 0xffff1234}), 0x1234u);
  EXPECT_EQ(warps.mask_of(formed[2].warp, TileMask{2_tile, 0xffffffff}), 0u);
  EXPECT_EQ(warps.warp_of(2_tile, 15), formed[0].warp);
  EXPECT_EQ(warps.warp_of(2_tile, 16), formed[1].warp);
  EXPECT_EQ(warps.warp_of(3_tile, 0), formed[2].warp);
}

TEST(Warps, SixtyFourWideSpanTwoTiles) {
  Warps warps(with_warp(64));
  auto formed = form(warps, 4_tile, 100);
  ASSERT_EQ(formed.size(), 2u);
  EXPECT_EQ(formed[0].mask, ~uint64_t{0});
  EXPECT_EQ(formed[1].mask, (uint64_t{1} << 36) - 1);
  Threads t;
  warps.threads(formed[1].warp, formed[1].mask, t);
  ASSERT_EQ(t.end() - t.begin(), 2);
  EXPECT_EQ(t.begin()[0].tile, 6_tile);
  EXPECT_EQ(t.begin()[0].mask, ~0u);
  EXPECT_EQ(t.begin()[1].tile, 7_tile);
  EXPECT_EQ(t.begin()[1].mask, 0xfu);
  EXPECT_EQ(warps.mask_of(formed[0].warp, TileMask{5_tile, 1}), uint64_t{1} << 32);
  EXPECT_EQ(warps.mask_of(formed[0].warp, TileMask{6_tile, 1}), 0u);
  EXPECT_EQ(warps.mask_of(formed[1].warp, TileMask{5_tile, 1}), 0u);
}

/// Masks and threads are two names of the same; every thread has one warp.
TEST(Warps, MasksAndThreadsAreInverse) {
  for (uint32_t width : {4u, 8u, 16u, 32u, 64u}) {
    std::mt19937_64 random(width);
    Warps warps(with_warp(width));
    for (uint32_t threads : {1u, 31u, 32u, 33u, 64u, 200u}) {
      auto formed = form(warps, 8_tile, threads);
      ASSERT_EQ(formed.size(), (threads + width - 1) / width);
      std::map<WarpId, uint64_t> chosen;
      Threads all;
      uint32_t total = 0;
      for (const Formed& f : formed) {
        total += static_cast<uint32_t>(std::popcount(f.mask));
        uint64_t mask = f.mask & random();
        Threads own;
        warps.threads(f.warp, mask, own);
        EXPECT_EQ(own.size(), static_cast<uint32_t>(std::popcount(mask)));
        EXPECT_EQ(warps.mask_of(f.warp, own), mask);
        for (TileMask p : own) {
          all.add(p.tile, p.mask);
          for (uint32_t m = p.mask; m != 0; m &= m - 1)
            EXPECT_EQ(warps.warp_of(p.tile, static_cast<uint32_t>(std::countr_zero(m))), f.warp);
        }
        if (mask) chosen[f.warp] = mask;
      }
      EXPECT_EQ(total, threads);
      std::map<WarpId, uint64_t> seen;
      warps.for_each_warp(all, [&](WarpId w, uint64_t m) {
        EXPECT_FALSE(seen.contains(w));
        seen[w] = m;
      });
      EXPECT_EQ(seen, chosen) << width << " wide, " << threads << " threads";
      for (auto it = formed.rbegin(); it != formed.rend(); ++it) warps.free(it->warp);
    }
  }
}

TEST(Warps, NumbersBeginAtZeroAndAreUsedAgain) {
  Warps warps(with_warp(32));
  auto first = form(warps, 0_tile, 96);
  EXPECT_EQ(first[0].warp, 0_warp);
  EXPECT_EQ(first[1].warp, 1_warp);
  EXPECT_EQ(first[2].warp, 2_warp);
  warps.free(1_warp);
  EXPECT_EQ(form(warps, 3_tile, 32)[0].warp, 1_warp);
}

}  // namespace
}  // namespace heddle
