// A heat stencil on 512 x 512 floats, four steps: tiles with halos in shared memory.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "peer/makers.hpp"

namespace heddle::peer {

namespace {

constexpr int kSide = 512, kSteps = 4, kTile = 16;

std::vector<float> step(const std::vector<float>& t, const std::vector<float>& power) {
  std::vector<float> next(t.size());
  auto at = [&](int y, int x) {
    return t[std::clamp(y, 0, kSide - 1) * kSide + std::clamp(x, 0, kSide - 1)];
  };
  for (int y = 0; y < kSide; y++)
    for (int x = 0; x < kSide; x++) {
      float c = at(y, x);
      float around = at(y - 1, x) + at(y + 1, x) + at(y, x - 1) + at(y, x + 1);
      next[y * kSide + x] =
          c + 0.1f * power[y * kSide + x] + 0.2f * (around - 4.0f * c) + 0.01f * (80.0f - c);
    }
  return next;
}

class Hotspot : public Workload {
 public:
  Hotspot(Device& device, const std::filesystem::path& folder)
      : device_(device),
        kernel_(device.load_file(folder / "hotspot.ptx").kernel()),
        start_(kSide * kSide),
        power_(kSide * kSide) {
    for (unsigned i = 0; i < start_.size(); i++) {
      start_[i] = 320.0f + static_cast<float>(i * 7919u % 101u);
      power_[i] = static_cast<float>(i * 104729u % 97u) * 0.01f;
    }
    expected_ = start_;
    for (int i = 0; i < kSteps; i++) expected_ = step(expected_, power_);
    for (auto* b : {&from_, &to_, &device_power_}) *b = device.buffer<float>(kSide * kSide);
  }
  void reset() override {
    from_.write(start_);
    device_power_.write(power_);
  }
  RunCounts run() override {
    RunCounts total;
    for (int i = 0; i < kSteps; i++) {
      total += device_.launch(kernel_, {{kSide / kTile, kSide / kTile}, {kTile, kTile}}, from_,
                              device_power_, to_);
      std::swap(from_, to_);
    }
    return total;
  }
  std::string verify() const override {
    std::vector<float> result = from_.read();
    for (size_t i = 0; i < result.size(); i++)
      if (!(std::fabs(result[i] - expected_[i]) <= 1e-2f))
        return fmt::format("cell {} is {}, not {}", i, result[i], expected_[i]);
    return {};
  }

 private:
  Device& device_;
  Kernel kernel_;
  std::vector<float> start_, power_, expected_;
  Buffer<float> from_, to_, device_power_;
};

}  // namespace

std::unique_ptr<Workload> make_hotspot(Device& device, const std::filesystem::path& folder) {
  return std::make_unique<Hotspot>(device, folder);
}

}  // namespace heddle::peer
