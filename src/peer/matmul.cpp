// C = A * B on 256 x 256 floats with 16 x 16 tiles in shared memory: regular arithmetic.
#include <fmt/format.h>

#include <cmath>

#include "peer/makers.hpp"

namespace heddle::peer {

namespace {

constexpr int kSide = 256, kTile = 16;

class Matmul : public Workload {
 public:
  Matmul(Device& device, const std::filesystem::path& folder)
      : device_(device),
        kernel_(device.load_file(folder / "matmul.ptx").kernel()),
        host_a_(kSide * kSide),
        host_b_(kSide * kSide),
        a_(device.buffer<float>(kSide * kSide, "A")),
        b_(device.buffer<float>(kSide * kSide, "B")),
        c_(device.buffer<float>(kSide * kSide, "C")) {
    for (int i = 0; i < kSide * kSide; i++) {
      host_a_[i] = static_cast<float>(i % 13) - 6;
      host_b_[i] = static_cast<float>(i % 7) - 3;
    }
  }
  void reset() override {
    a_.write(host_a_);
    b_.write(host_b_);
    c_.fill(std::byte{0});
  }
  RunCounts run() override {
    return device_.launch(kernel_, {{kSide / kTile, kSide / kTile}, {kTile, kTile}}, a_, b_, c_);
  }
  std::string verify() const override {
    std::vector<float> c = c_.read();
    for (int i = 0; i < kSide; i++)
      for (int j = 0; j < kSide; j++) {
        float expected = 0;
        for (int k = 0; k < kSide; k++) expected += host_a_[i * kSide + k] * host_b_[k * kSide + j];
        if (!(std::fabs(expected - c[i * kSide + j]) <= 1e-3f))
          return fmt::format("C[{}][{}] is {}, not {}", i, j, c[i * kSide + j], expected);
      }
    return {};
  }

 private:
  Device& device_;
  Kernel kernel_;
  std::vector<float> host_a_, host_b_;
  Buffer<float> a_, b_, c_;
};

}  // namespace

std::unique_ptr<Workload> make_matmul(Device& device, const std::filesystem::path& folder) {
  return std::make_unique<Matmul>(device, folder);
}

}  // namespace heddle::peer
