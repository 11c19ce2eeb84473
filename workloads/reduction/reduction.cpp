#include <numeric>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Reduction : public Driver {
 public:
  explicit Reduction(const Setup& setup)
      : Driver(setup),
        input_(random_integers<uint32_t>(random(), n_, 2)),
        values_(buffer(input_)),
        partial_(buffer<uint32_t>(blocks_)),
        sum_(buffer<uint32_t>(1)) {}

  void run() override {
    launch("reduce", {{blocks_}, {block_}, block_ * 4}, values_, partial_, n_);
    launch("reduce", {{1}, {kWarp}, kWarp * 4}, partial_, sum_, blocks_);
  }

  std::string verify() const override {
    std::vector<uint32_t> expected{std::accumulate(input_.begin(), input_.end(), 0u)};
    return compare("sum", sum_.read(), expected);
  }

 private:
  static constexpr uint32_t kWarp = 32;  // one warp adds up the few block sums

  uint32_t n_ = value("n"), blocks_ = value("blocks"), block_ = value("block");
  std::vector<uint32_t> input_;
  Buffer<uint32_t> values_, partial_, sum_;
};

}  // namespace

std::unique_ptr<Driver> make_reduction(const Setup& setup) {
  return std::make_unique<Reduction>(setup);
}

}  // namespace heddle::workload
