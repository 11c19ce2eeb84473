// What threads can read about the machine they run on.
#include <gtest/gtest.h>

#include <algorithm>

#include "timed_kernel.hpp"

namespace heddle {
namespace {

TEST(Special, SmsAreNumberedAndCounted) {
  MachineConfig c = test::plain_machine();
  c.sms = 3;
  test::TimedKernel kernel(
      "ld.param.u64 %rd1, [pout]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 8; add.u64 %rd1, "
      "%rd1, %rd2; mov.u32 %r2, %smid; mov.u32 %r3, %nsmid; st.global.v2.u32 [%rd1], {%r2, %r3};");
  kernel.run(c, 32, 6);
  const auto out = kernel.output(12);
  uint32_t largest = 0;
  for (uint32_t block = 0; block < 6; block++) {
    largest = std::max(largest, out[2 * block]);
    EXPECT_EQ(out[2 * block + 1], 3u);
  }
  EXPECT_EQ(largest, 2u);
}

}  // namespace
}  // namespace heddle
