// The host API as a program uses it: modules, buffers, symbols, launches, streams, errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <xmmintrin.h>

#include <thread>

#include "host/heddle.hpp"
#include "host/kernels.hpp"

namespace heddle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class DeviceTest : public testing::Test {
 protected:
  std::string message_of(auto&& call) {
    try {
      call();
    } catch (const UsageError& e) {
      return e.what();
    }
    return "no UsageError";
  }
  Device device;
  Module module = device.load_text(kHostTestPtx, "test.ptx");
};

TEST_F(DeviceTest, LaunchesWithTypedArguments) {
  auto x = device.buffer(std::vector<float>{1, 2, 3, 4, 5}, "x");
  RunCounts counts = device.launch(module.kernel("scale"), {{2}, {4}}, x, 2.0f, uint32_t{4});
  EXPECT_THAT(x.read(), ElementsAre(2, 4, 6, 8, 5));
  EXPECT_EQ(counts.blocks, 2u);
  // The threads that exit end at their branch.
  EXPECT_EQ(counts.warp_instructions, 15u + 7);
  EXPECT_EQ(counts.thread_instructions, 4u * 14 + 4u * 7);
  EXPECT_EQ(device.totals().thread_instructions, counts.thread_instructions);
}

TEST_F(DeviceTest, LaunchesWithAParameterBlock) {
  auto x = device.buffer(std::vector<float>{1, 2}, "x");
  Kernel kernel = module.kernel("scale");
  std::vector<std::byte> block(16);
  Address address = x.address();
  float a = 3;
  uint32_t n = 2;
  std::memcpy(block.data() + kernel.parameters()[0].offset, &address, 8);
  std::memcpy(block.data() + kernel.parameters()[1].offset, &a, 4);
  std::memcpy(block.data() + kernel.parameters()[2].offset, &n, 4);
  device.launch_block(kernel, {{1}, {32}}, block);
  EXPECT_THAT(x.read(), ElementsAre(3, 6));
  block.push_back({});
  EXPECT_THAT(message_of([&] {
                device.launch_block(kernel, {{1}, {32}}, block);
              }),
              HasSubstr("16 bytes of parameters, the launch gives 17"));
}

TEST_F(DeviceTest, ListsKernelsParametersAndAttributes) {
  EXPECT_THAT(module.kernels(),
              ElementsAre("scale", "count", "reverse", "crash", "fixed", "small", "spin"));
  FunctionAttributes a = module.kernel("scale").attributes();
  ASSERT_EQ(a.parameters.size(), 3u);
  EXPECT_EQ(a.parameters[1].name, "a");
  EXPECT_EQ(a.parameters[1].offset, 8u);
  EXPECT_EQ(a.parameters[1].size, 4u);
  EXPECT_EQ(a.parameter_bytes, 16u);
  EXPECT_GT(a.registers, 0u);
  EXPECT_EQ(module.kernel("fixed").attributes().max_threads_per_block, 64u);
  EXPECT_EQ(module.kernel("small").attributes().max_threads_per_block, 64u);
  EXPECT_THAT(message_of([&] { module.kernel("scael"); }), HasSubstr("'test.ptx' has: scale, "));
  EXPECT_THAT(message_of([&] { module.kernel(); }), HasSubstr("several kernels"));
}

TEST_F(DeviceTest, SymbolsAreReadAndWritten) {
  DeviceSymbol counter = module.symbol("counter");
  EXPECT_EQ(counter.size, 4u);
  uint32_t value = 0;
  device.copy_from_symbol(std::as_writable_bytes(std::span(&value, 1)), counter);
  EXPECT_EQ(value, 7u);
  value = 100;
  device.copy_to_symbol(counter, std::as_bytes(std::span(&value, 1)));
  device.launch(module.kernel("count"), {{1}, {8}});
  device.copy_from_symbol(std::as_writable_bytes(std::span(&value, 1)), counter);
  EXPECT_EQ(value, 128u);
  float factor = 0;
  device.copy_from_symbol(std::as_writable_bytes(std::span(&factor, 1)), module.symbol("factors"),
                          4);
  EXPECT_EQ(factor, 3.0f);
  EXPECT_TRUE(module.symbol("factors").constant);
  EXPECT_EQ(module.symbols().size(), 2u);
  EXPECT_FALSE(module.find_symbol("dynamic"));
  EXPECT_THAT(message_of([&] { module.symbol("nothing"); }), HasSubstr("'nothing'"));
  EXPECT_THAT(
      message_of([&] { device.copy_to_symbol(counter, std::as_bytes(std::span(&value, 1)), 1); }),
      HasSubstr("symbol 'counter': it has 4 bytes"));
}

TEST_F(DeviceTest, VariablesGoWithTheModule) {
  uint64_t before = device.memory().bytes_in_use();
  {
    Module second = device.load(module.program());
    EXPECT_NE(second.symbol("counter").address, module.symbol("counter").address);
    EXPECT_GT(device.memory().bytes_in_use(), before);
  }
  EXPECT_EQ(device.memory().bytes_in_use(), before);
}

TEST_F(DeviceTest, DynamicSharedMemory) {
  auto out = device.buffer<uint32_t>(64);
  Kernel reverse = module.kernel("reverse");
  device.launch(reverse, {{1}, {64}, 256}, out);
  EXPECT_EQ(out.read()[0], 63u);
  EXPECT_EQ(out.read()[63], 0u);
  LaunchConfig large{{1}, {64}, 100 * 1024};
  EXPECT_THAT(message_of([&] { device.launch(reverse, large, out); }),
              HasSubstr("the limit is 49152"));
  reverse.allow_dynamic_shared(100 * 1024);
  EXPECT_NO_THROW(device.launch(reverse, large, out));
  EXPECT_THAT(message_of([&] { reverse.allow_dynamic_shared(228 * 1024); }),
              HasSubstr("over the limit of 232448"));
}

TEST_F(DeviceTest, TooLittleSharedMemoryIsAFault) {
  auto out = device.buffer<uint32_t>(64);
  EXPECT_THROW(device.launch(module.kernel("reverse"), {{1}, {64}, 16}, out), ExecutionError);
}

TEST_F(DeviceTest, ArgumentsAreChecked) {
  Kernel scale = module.kernel("scale");
  auto x = device.buffer<float>(4);
  LaunchConfig one{{1}, {1}};
  EXPECT_THAT(message_of([&] { device.launch(scale, one, x, 1.0f); }),
              HasSubstr("it has 3 parameters, the launch gives 2 arguments"));
  EXPECT_THAT(message_of([&] { device.launch(scale, one, x, 1.0, 4); }),
              HasSubstr("parameter 1 ('a') has 4 bytes, the argument has 8"));
}

TEST_F(DeviceTest, AFaultLeavesMemoryReadable) {
  auto x = device.buffer<uint32_t>(4, "x");
  try {
    device.launch(module.kernel("crash"), {{1}, {1}}, x);
    FAIL() << "no error";
  } catch (const ExecutionError& e) {
    EXPECT_EQ(e.site.kernel, "crash");
    EXPECT_THAT(e.what(), HasSubstr("test.ptx"));
    EXPECT_THAT(e.site.instruction, HasSubstr("st.global.u32"));
  }
  EXPECT_EQ(x.read()[0], 1u);
  device.launch(module.kernel("count"), {{1}, {1}});
}

TEST_F(DeviceTest, BuffersOwnTheirMemory) {
  uint64_t before = device.memory().bytes_in_use();
  {
    auto a = device.buffer<int>(10);
    Buffer<int> b = std::move(a);
    EXPECT_EQ(a.size(), 0u);
    EXPECT_THROW(a.read(), UsageError);
    b = device.buffer<int>(20);
    EXPECT_EQ(device.memory().bytes_in_use(), before + 80);
    std::vector<int> five{1, 2, 3, 4, 5};
    b.write(five, 15);
    EXPECT_EQ(b.read()[19], 5);
    EXPECT_THROW(b.write(five, 16), UsageError);
    EXPECT_THROW(b.read(five, 21), UsageError);
  }
  EXPECT_EQ(device.memory().bytes_in_use(), before);
  EXPECT_THROW(device.buffer<int>(0), UsageError);
  EXPECT_THROW(device.buffer<int>(~size_t{0}), UsageError);
}

TEST(Device, HandlesMayOutliveIt) {
  std::optional<Buffer<int>> buffer;
  std::optional<Kernel> kernel;
  {
    Device device;
    buffer = device.buffer<int>(4);
    kernel = device.load_text(kHostTestPtx).kernel("count");
  }
  EXPECT_EQ(buffer->read(), std::vector<int>(4));
  EXPECT_EQ(kernel->attributes().parameter_bytes, 0u);
}

TEST_F(DeviceTest, MovedHandlesStayValid) {
  Device moved = std::move(device);
  Module other = std::move(module);
  EXPECT_EQ(module.kernels(), other.kernels());
  Kernel kernel = other.kernel("scale");
  Kernel same = std::move(kernel);
  auto x = device.buffer(std::vector<float>{1, 2}, "x");
  moved.launch(kernel, {{1}, {2}}, x, 2.0f, uint32_t{2});
  EXPECT_THAT(x.read(), ElementsAre(2, 4));
}

TEST_F(DeviceTest, WhatIsOfAnotherDeviceIsRefused) {
  Device second;
  Module theirs = second.load_text(kHostTestPtx, "test.ptx");
  auto x = second.buffer<float>(4, "x");
  EXPECT_THAT(message_of([&] {
                device.launch(module.kernel("scale"), {{1}, {4}}, x, 2.0f, uint32_t{4});
              }),
              HasSubstr("buffer of another device"));
  const DeviceSymbol symbol = theirs.symbols().front();
  const std::byte byte{};
  EXPECT_THAT(message_of([&] { device.copy_to_symbol(symbol, std::span(&byte, 1)); }),
              HasSubstr("belongs to another device"));
  EXPECT_THAT(message_of([&] { second.free(symbol.address); }), HasSubstr("did not allocate"));
  EXPECT_THAT(message_of([&] { device.load(nullptr); }), HasSubstr("null"));
}

// Programs built with -ffast-math flush subnormals; others change the rounding mode.
TEST_F(DeviceTest, ArithmeticIsTheSameWhateverTheCallerHasSet) {
  const uint32_t usual = _mm_getcsr();
  for (uint32_t set : {usual | 0x8040u, usual | 0x4000u, usual & ~0x1f80u}) {
    auto x = device.buffer(std::vector<float>{1e-40f, 3.0000001f}, "x");
    _mm_setcsr(set);
    device.launch(module.kernel("scale"), {{1}, {2}}, x, 1.1f, uint32_t{2});
    const uint32_t left = _mm_getcsr();
    _mm_setcsr(usual);
    EXPECT_EQ(left, set);
    EXPECT_THAT(x.read(), ElementsAre(1e-40f * 1.1f, 3.0000001f * 1.1f));
  }
}

TEST_F(DeviceTest, RawMemory) {
  Address a = device.allocate(16, "a"), b = device.allocate(16, "b");
  device.fill(a, std::byte{0xab}, 16);
  device.copy(b, a, 16);
  uint64_t value = 0;
  device.copy_to_host(std::as_writable_bytes(std::span(&value, 1)), b + 8);
  EXPECT_EQ(value, 0xabababababababab);
  device.free(a);
  device.free(0);
  EXPECT_THROW(device.free(a), UsageError);
}

TEST_F(DeviceTest, StreamsAndEventsCountSimulatedWork) {
  Stream stream = device.stream();
  Event before = device.event(), after = device.event();
  EXPECT_THROW(elapsed(before, after), UsageError);
  stream.record(before);
  LaunchConfig config{{1}, {32}, 0, &stream};
  device.launch(module.kernel("count"), config);
  stream.record(after);
  stream.wait(after);
  stream.synchronize();
  EXPECT_TRUE(stream.idle());
  DeviceTotals spent = elapsed(before, after);
  EXPECT_EQ(spent.launches, 1u);
  EXPECT_EQ(spent.thread_instructions, 4u * 32);
  EXPECT_EQ(spent.warp_instructions, 4u);
  EXPECT_THROW(elapsed(after, before), UsageError);
  Device other;
  Stream foreign = other.stream();
  EXPECT_THROW(foreign.record(after), UsageError);
  EXPECT_THROW(foreign.wait(after), UsageError);
  config.stream = &foreign;
  EXPECT_THROW(device.launch(module.kernel("count"), config), UsageError);
  EXPECT_THROW(other.launch(module.kernel("count"), {{1}, {1}}), UsageError);
}

TEST(Device, InterruptsAndLimitsEndALaunch) {
  std::atomic<bool> stop = true;
  Device interrupted({.interrupted = &stop});
  EXPECT_THROW(interrupted.launch(interrupted.load_text(kHostTestPtx).kernel("spin"), {{1}, {1}}),
               InterruptedError);
  Device limited({.max_warp_instructions = 1000});
  EXPECT_THROW(limited.launch(limited.load_text(kHostTestPtx).kernel("spin"), {{1}, {1}}),
               LimitError);
}

TEST(Device, BadModulesAreInputErrors) {
  Device device;
  try {
    device.load_text(".version 7.0\n.target sm_80\nnonsense\n", "bad.ptx");
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("bad.ptx:3:1: error:"));
  }
  EXPECT_THROW(device.load_file("/nonexistent.ptx"), IoError);
}

TEST(Device, DevicesRunInParallel) {
  std::vector<std::thread> threads;
  std::vector<uint32_t> results(4);
  for (uint32_t i = 0; i < 4; i++)
    threads.emplace_back([i, &results] {
      Device device;
      Module module = device.load_text(kHostTestPtx);
      for (uint32_t k = 0; k <= i; k++) device.launch(module.kernel("count"), {{8}, {64}});
      device.copy_from_symbol(std::as_writable_bytes(std::span(&results[i], 1)),
                              module.symbol("counter"));
    });
  for (std::thread& t : threads) t.join();
  for (uint32_t i = 0; i < 4; i++) EXPECT_EQ(results[i], 7 + (i + 1) * 8 * (64 * 63 / 2));
}

}  // namespace
}  // namespace heddle
