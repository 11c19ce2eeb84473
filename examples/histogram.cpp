// Features that a larger program needs: symbols, dynamic shared memory, two kernels on two streams
// with events, and error handling.
#include <cstdio>

#include "host/heddle.hpp"

namespace {

constexpr uint32_t kCount = 10000, kBins = 64, kBinWidth = 256 / kBins;

std::vector<uint8_t> make_data() {
  std::vector<uint8_t> data(kCount);
  for (uint32_t i = 0; i < kCount; i++) data[i] = static_cast<uint8_t>(i * i / 7);
  return data;
}

bool check(const std::vector<uint8_t>& data, const std::vector<uint32_t>& sums) {
  std::vector<uint32_t> bins(kBins);
  for (uint8_t value : data) bins[value / kBinWidth]++;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < kBins; i++) {
    sum += bins[i];
    if (sums[i] != sum) return false;
  }
  return true;
}

}  // namespace

int main() try {
  std::vector<uint8_t> data = make_data();
  heddle::Device device;
  heddle::Module module = device.load_file(HEDDLE_EXAMPLES "/histogram.ptx");
  heddle::Kernel histogram = module.kernel("histogram"), cumulate = module.kernel("cumulate");

  uint32_t width = kBinWidth;
  device.copy_to_symbol(module.symbol("bin_width"), std::as_bytes(std::span(&width, 1)));
  auto input = device.buffer(data, "data");
  auto sums = device.buffer<uint32_t>(kBins, "sums");

  heddle::Stream counting = device.stream(), summing = device.stream();
  heddle::Event start = device.event(), counted = device.event();
  counting.record(start);
  heddle::LaunchConfig config{.grid = {(kCount + 127) / 128},
                              .block = {128},
                              .dynamic_shared = kBins * 4,
                              .stream = &counting};
  device.launch(histogram, config, input, kCount, kBins);
  counting.record(counted);
  summing.wait(counted);
  device.launch(cumulate, {.grid = {1}, .block = {1}, .stream = &summing}, sums, kBins);

  if (!check(data, sums.read())) {
    std::puts("the sums are wrong");
    return 1;
  }
  std::printf("%u values counted in %llu warp instructions\n", kCount,
              static_cast<unsigned long long>(elapsed(start, counted).warp_instructions));

  // One bin too many: the kernel stops, the message shows where, and memory stays readable.
  try {
    device.launch(cumulate, {.grid = {1}, .block = {1}}, sums, kBins + 1);
    std::puts("the overrun was not detected");
    return 1;
  } catch (const heddle::ExecutionError& e) {
    std::printf("as expected: %s, line %u: %s\n", e.site.kernel.c_str(), e.site.line,
                e.site.instruction.c_str());
  }
  return check(data, sums.read()) ? 0 : 1;  // the kernel rewrote the sums before the overrun
} catch (const heddle::Error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
