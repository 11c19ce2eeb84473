// A module's functions are analysed once, however often and on however many devices it is launched.
#include <gtest/gtest.h>

#include "config/load.hpp"
#include "gpu/timed_engine.hpp"
#include "host/heddle.hpp"
#include "program/analysis/module_analysis.hpp"

namespace heddle {
namespace {

constexpr const char* kTwoKernels = R"(
.version 7.0
.target sm_80
.address_size 64
.func (.reg .b32 %out) twice(.reg .b32 %in)
{
  add.u32 %out, %in, %in;
  ret;
}
.visible .entry first(.param .u64 a)
{
  .reg .b32 %r<3>; .reg .b64 %d<3>;
  ld.param.u64 %d1, [a];
  mov.u32 %r1, %tid.x;
  call (%r2), twice, (%r1);
  st.global.u32 [%d1], %r2;
  ret;
}
.visible .entry second(.param .u64 a)
{
  .reg .b32 %r<3>; .reg .b64 %d<3>;
  ld.param.u64 %d1, [a];
  mov.u32 %r1, %tid.x;
  call (%r2), twice, (%r1);
  st.global.u32 [%d1+4], %r2;
  ret;
}
)";

Device timed_device(const std::string& scalarization = "none") {
  const std::string overrides[] = {"arch.scalarization=" + scalarization};
  DeviceOptions options;
  options.engine = std::make_shared<TimedEngine>(load_machine("small", "pdom", overrides));
  return Device(options);
}

void launch(Device& device, const ProgramPtr& program, std::string_view kernel) {
  Module module = device.load(program);
  Buffer<uint32_t> out = device.buffer<uint32_t>(2);
  device.launch(module.kernel(kernel), {{1}, {32}}, out);
}

ProgramPtr load() { return load_module(std::make_shared<Source>("two.ptx", kTwoKernels)); }

TEST(AnalysisOnce, LaunchesShareTheAnalyses) {
  const ProgramPtr program = load();
  const ModuleAnalysis& analysis = program->analysis();
  EXPECT_EQ(analysis.functions_analysed(), 0u);
  Device device = timed_device();
  launch(device, program, "first");
  EXPECT_EQ(analysis.functions_analysed(), 2u);
  launch(device, program, "first");
  EXPECT_EQ(analysis.functions_analysed(), 2u);
  launch(device, program, "second");
  EXPECT_EQ(analysis.functions_analysed(), 3u);
  Device other = timed_device();
  launch(other, program, "second");
  EXPECT_EQ(other.load(program).kernel("first").attributes().registers,
            device.load(program).kernel("first").attributes().registers);
  EXPECT_EQ(analysis.functions_analysed(), 3u);
  EXPECT_EQ(analysis.functions_scalarized(), 0u);
}

TEST(AnalysisOnce, ScalarizationIsKeptByRule) {
  const ProgramPtr program = load();
  const ModuleAnalysis& analysis = program->analysis();
  Device device = timed_device("divergent");
  for (int i = 0; i < 2; i++) launch(device, program, "first");
  EXPECT_EQ(analysis.functions_scalarized(), 2u);
  Device other = timed_device("convergent");
  for (int i = 0; i < 2; i++) launch(other, program, "first");
  EXPECT_EQ(analysis.functions_scalarized(), 4u);
  EXPECT_EQ(analysis.functions_analysed(), 2u);
}

}  // namespace
}  // namespace heddle
