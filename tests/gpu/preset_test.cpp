// Every preset that ships makes a machine that runs, with every mechanism.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "effort.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

TEST(Presets, MakeMachinesThatRun) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  test::TimedKernel kernel(R"(ld.param.u64 %rd1, [pout];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mov.u32 %r3, %ntid.x;
mad.lo.u32 %r1, %r2, %r3, %r1;
mul.wide.u32 %rd2, %r1, 4;
add.u64 %rd1, %rd1, %rd2;
and.b32 %r4, %r1, 1;
setp.eq.u32 %p1, %r4, 0;
@%p1 bra E;
add.u32 %r1, %r1, 1;
E: st.global.u32 [%rd1], %r1;
)");
  for (const ConfigInfo& preset : find_presets())
    for (const ConfigInfo& arch : archs()) {
      SCOPED_TRACE(preset.name + " " + arch.name);
      MachineConfig c = load_machine(preset.name, arch.name);
      kernel.clear();
      LaunchResult r = kernel.run(c, 96, 40);
      EXPECT_EQ(r.blocks, 40u);
      EXPECT_EQ(r.sms.size(), c.sms);
      std::vector<uint32_t> out = kernel.output(96 * 40);
      for (uint32_t n = 0; n < out.size(); n++) ASSERT_EQ(out[n], n + n % 2);
    }
}

}  // namespace
}  // namespace heddle
