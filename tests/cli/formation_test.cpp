// Statistics of dynamic warp formation, as a user asks for them.
#include <gmock/gmock.h>

#include "cli/program.hpp"
#include "json/json.hpp"

namespace heddle {
namespace {

using FormationCliTest = CliTest;

/// fung2007's pool over time.
TEST_F(FormationCliTest, ThePoolCanBeSampled) {
  Ran ran =
      run("run mandelbrot --size tiny --preset fung2007 --arch dwf --json s.json --sample 500 "
          "--sample-of dwf.pool.warp_cycles,dwf.pool.most_warps,derived.dwf_pool_warps");
  ASSERT_EQ(ran.status, 0) << ran.err;
  auto json = parse_json(read_file(folder_ / "s.json"));
  const auto& columns = json["launches"][0]["samples"]["columns"];
  ASSERT_GT(columns["dwf.pool.warp_cycles"].size(), 2u);
  uint64_t sum = 0;
  for (const auto& value : columns["dwf.pool.warp_cycles"]) sum += value.get<uint64_t>();
  EXPECT_GT(sum, 0u);
  EXPECT_EQ(sum, json["total"]["dwf"]["pool"]["warp_cycles"]);
  EXPECT_EQ(columns["dwf.pool.most_warps"].back(), json["total"]["dwf"]["pool"]["most_warps"]);
  EXPECT_GT(columns["derived.dwf_pool_warps"][0], 0);
}

}  // namespace
}  // namespace heddle
