#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Bitonic : public Driver {
 public:
  explicit Bitonic(const Setup& setup)
      : Driver(setup),
        input_(random_integers<uint32_t>(random(), value("n"), uint64_t{1} << 32)),
        values_(buffer(input_)) {
    require(n_ >= block_, "bitonic: 'n' must be at least 'block'");
  }

  void run() override {
    LaunchConfig shared{{n_ / block_}, {block_}, block_ * 4}, plain{{n_ / block_}, {block_}};
    launch("sort_in_block", shared, values_, 2u, block_);
    for (uint32_t size = 2 * block_; size <= n_; size *= 2) {
      for (uint32_t distance = size / 2; distance >= block_; distance /= 2)
        launch("exchange", plain, values_, size, distance);
      launch("sort_in_block", shared, values_, size, size);
    }
  }

  std::string verify() const override {
    std::vector<uint32_t> expected = input_;
    std::ranges::sort(expected);
    return compare("values", values_.read(), expected);
  }

 private:
  uint32_t n_ = value("n"), block_ = value("block");
  std::vector<uint32_t> input_;
  Buffer<uint32_t> values_;
};

}  // namespace

std::unique_ptr<Driver> make_bitonic(const Setup& setup) {
  return std::make_unique<Bitonic>(setup);
}

}  // namespace heddle::workload
