// Threads that leave a kernel early hold up nobody, however a mechanism groups threads: random
// kernels end under every arch, with the results of a run without timing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/archs.hpp"
#include "config/load.hpp"
#include "effort.hpp"
#include "exits_generator.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::ExitsGenerator;

constexpr uint32_t kThreads = 80, kBlocks = 2;

std::vector<uint32_t> without_timing(const std::string& text) {
  DeviceMemory memory;
  const ModuleImage image =
      place_module(load_module(std::make_shared<Source>("exits.ptx", text)), memory);
  const Address out = memory.allocate(4 * kThreads * kBlocks, Allocation::Kind::Buffer, "out");
  std::byte parameters[8];
  std::memcpy(parameters, &out, 8);
  Launch launch{{kBlocks, 1, 1}, {kThreads, 1, 1}, 0, {}, 0};
  launch.parameters = parameters;
  Environment environment{.memory = memory, .print = {}};
  run_functional(*link(image, "main"), launch, environment);
  std::vector<uint32_t> words(kThreads * kBlocks);
  memory.read(out, std::as_writable_bytes(std::span(words)));
  return words;
}

class RandomExits : public ::testing::TestWithParam<uint32_t> {};

TEST_P(RandomExits, EndUnderEveryArch) {
  const uint32_t kernels = quick_effort() ? 2 : full_effort() ? 200 : 12;
  for (uint32_t n = 0; n < kernels; n++) {
    const uint32_t seed = GetParam() + 8 * n;
    const std::string text = ExitsGenerator(seed).module();
    const std::vector<uint32_t> expected = without_timing(text);
    test::TimedKernel kernel(std::make_shared<Source>("exits.ptx", text), 4 * kThreads * kBlocks);
    for (const ConfigInfo& arch : archs()) {
      SCOPED_TRACE(fmt::format("seed {} under {}", seed, arch.name));
      kernel.clear();
      ASSERT_NO_THROW(kernel.run(load_machine("small", arch.name), kThreads, kBlocks)) << text;
      ASSERT_EQ(kernel.output(kThreads * kBlocks), expected) << text;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomExits, ::testing::Range(0u, 8u));

}  // namespace
}  // namespace heddle
