// C = A * B on 256 x 256 floats with 16 x 16 tiles in shared memory: regular arithmetic.
#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::bench {

namespace {

constexpr int kRows = 256, kMatmulTile = 16;

class Matmul : public workload::Driver {
 public:
  explicit Matmul(const workload::Setup& setup)
      : Driver(setup),
        host_a_(kRows * kRows),
        host_b_(kRows * kRows),
        a_(buffer<float>(kRows * kRows)),
        b_(buffer<float>(kRows * kRows)),
        c_(buffer<float>(kRows * kRows)) {
    for (int i = 0; i < kRows * kRows; i++) {
      host_a_[i] = static_cast<float>(i % 13) - 6;
      host_b_[i] = static_cast<float>(i % 7) - 3;
    }
    a_.write(host_a_);
    b_.write(host_b_);
  }

  void run() override {
    constexpr uint32_t kTiles = kRows / kMatmulTile;
    launch("matmul", {{kTiles, kTiles}, {kMatmulTile, kMatmulTile}}, a_, b_, c_);
  }

  std::string verify() const override {
    std::vector<float> expected(kRows * kRows);
    for (int i = 0; i < kRows; i++)
      for (int j = 0; j < kRows; j++)
        for (int k = 0; k < kRows; k++)
          expected[i * kRows + j] += host_a_[i * kRows + k] * host_b_[k * kRows + j];
    return workload::compare("C", c_.read(), expected, {.absolute = 1e-3});
  }

 private:
  std::vector<float> host_a_, host_b_;
  Buffer<float> a_, b_, c_;
};

}  // namespace

std::unique_ptr<workload::Driver> make_matmul(const workload::Setup& setup) {
  return std::make_unique<Matmul>(setup);
}

}  // namespace heddle::bench
