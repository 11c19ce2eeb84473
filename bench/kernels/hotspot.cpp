// A heat stencil on 512 x 512 floats, four steps: tiles with halos in shared memory.
#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::bench {

namespace {

constexpr int kSide = 512, kSteps = 4, kHotspotTile = 16;

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

class Hotspot : public workload::Driver {
 public:
  explicit Hotspot(const workload::Setup& setup)
      : Driver(setup),
        start_(kSide * kSide),
        power_(kSide * kSide),
        from_(buffer<float>(kSide * kSide)),
        to_(buffer<float>(kSide * kSide)),
        device_power_(buffer<float>(kSide * kSide)) {
    for (unsigned i = 0; i < start_.size(); i++) {
      start_[i] = 320.0f + static_cast<float>(i * 7919u % 101u);
      power_[i] = static_cast<float>(i * 104729u % 97u) * 0.01f;
    }
    from_.write(start_);
    device_power_.write(power_);
  }

  void run() override {
    constexpr uint32_t kTiles = kSide / kHotspotTile;
    for (int i = 0; i < kSteps; i++) {
      launch("hotspot", {{kTiles, kTiles}, {kHotspotTile, kHotspotTile}}, from_, device_power_,
             to_);
      std::swap(from_, to_);
    }
  }

  std::string verify() const override {
    std::vector<float> expected = start_;
    for (int i = 0; i < kSteps; i++) expected = step(expected, power_);
    return workload::compare("cells", from_.read(), expected, {.absolute = 1e-2});
  }

 private:
  std::vector<float> start_, power_;
  Buffer<float> from_, to_, device_power_;
};

}  // namespace

std::unique_ptr<workload::Driver> make_hotspot(const workload::Setup& setup) {
  return std::make_unique<Hotspot>(setup);
}

}  // namespace heddle::bench
