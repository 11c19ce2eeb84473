#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class FastWalsh : public Driver {
 public:
  explicit FastWalsh(const Setup& setup)
      : Driver(setup), input_(random_floats(random(), n_, -1, 1)), data_(buffer(input_)) {
    require(n_ >= 2 * block_, "fast_walsh: 'n' must be at least twice 'block'");
  }

  void run() override {
    Dim3 grid{n_ / 2 / block_}, block{block_};
    for (uint32_t stride = n_ / 2; stride > block_; stride /= 2)
      launch("long_stride", {grid, block}, data_, stride);
    launch("short_strides", {grid, block, 2 * block_ * 4}, data_);
  }

  std::string verify() const override {
    std::vector<double> sums(input_.begin(), input_.end());
    for (size_t stride = 1; stride < n_; stride *= 2)
      for (size_t i = 0; i < n_; i++)
        if (!(i & stride)) {
          double a = sums[i], b = sums[i + stride];
          sums[i] = a + b;
          sums[i + stride] = a - b;
        }
    std::vector<float> expected(sums.begin(), sums.end());
    return compare("data", data_.read(), expected, {.absolute = 1e-6 * n_});
  }

 private:
  uint32_t n_ = value("n"), block_ = value("block");
  std::vector<float> input_;
  Buffer<float> data_;
};

}  // namespace

std::unique_ptr<Driver> make_fast_walsh(const Setup& setup) {
  return std::make_unique<FastWalsh>(setup);
}

}  // namespace heddle::workload
