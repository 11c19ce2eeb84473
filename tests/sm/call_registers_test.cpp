// Registers per thread of kernels with calls: what occupancy counts is what attributes say.
#include <gtest/gtest.h>

#include "exec/executable.hpp"
#include "program/analysis/analysis.hpp"
#include "program/analysis/call_paths.hpp"
#include "sm/timed_code.hpp"

namespace heddle {
namespace {

constexpr const char* kCalls = R"(
.version 7.0
.target sm_80
.address_size 64
.func (.reg .b32 %out) wide(.reg .b32 %in)
{
  .reg .b32 %r<9>;
  add.u32 %r1, %in, 1; add.u32 %r2, %in, 2; add.u32 %r3, %in, 3; add.u32 %r4, %in, 4;
  mul.lo.u32 %r5, %r1, %r2; mul.lo.u32 %r6, %r3, %r4; add.u32 %r7, %r1, %r4;
  add.u32 %r8, %r5, %r6; add.u32 %out, %r7, %r8;
  ret;
}
.func (.reg .b32 %out) also_wide(.reg .b32 %in)
{
  .reg .b32 %r<9>;
  sub.u32 %r1, %in, 1; sub.u32 %r2, %in, 2; sub.u32 %r3, %in, 3; sub.u32 %r4, %in, 4;
  mul.lo.u32 %r5, %r1, %r2; mul.lo.u32 %r6, %r3, %r4; add.u32 %r7, %r1, %r4;
  add.u32 %r8, %r5, %r6; add.u32 %out, %r7, %r8;
  ret;
}
.visible .entry main(.param .u64 a)
{
  .reg .b32 %r<4>; .reg .b64 %d<2>;
  ld.param.u64 %d1, [a];
  mov.u32 %r1, %tid.x;
  call (%r2), wide, (%r1);
  call (%r3), also_wide, (%r1);
  add.u32 %r2, %r2, %r3;
  st.global.u32 [%d1], %r2;
  ret;
}
)";

TEST(CallRegisters, OccupancyAndAttributesAgree) {
  const auto module = load_module(std::make_shared<Source>("calls.ptx", kCalls));
  const auto units = [&](std::string_view name) {
    return analyse(*module, *module->find_function(name))->registers().units_used;
  };
  DeviceMemory memory;
  const TimedCodePtr code = make_timed_code(link(place_module(module, memory), "main"));
  EXPECT_GT(units("wide"), 3u);
  EXPECT_EQ(code->units, units("main") + std::max(units("wide"), units("also_wide")));
  EXPECT_EQ(code->units, registers_per_thread(*module, module->function_index.at("main")));
  for (const TimedOp& op : code->ops)
    for (uint32_t n = 0; n < op.destination_count; n++) EXPECT_LT(op.destinations[n], code->slots);
}

}  // namespace
}  // namespace heddle
