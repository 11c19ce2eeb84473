#include "problem.hpp"

namespace heddle::workload {

namespace {

class Reduction : public ReductionProblem<uint32_t> {
 public:
  explicit Reduction(const Setup& setup)
      : ReductionProblem(setup), partial_(buffer<uint32_t>(blocks_)), sum_(buffer<uint32_t>(1)) {}

  void run() override {
    uint32_t block = value("block");
    launch("reduce", {{blocks_}, {block}, block * 4}, values_, partial_, n_);
    launch("reduce", {{1}, {kWarp}, kWarp * 4}, partial_, sum_, blocks_);
  }

  std::string verify() const override { return ReductionProblem::verify(sum_.read()[0]); }

 private:
  static constexpr uint32_t kWarp = 32;  // one warp adds up the few block sums

  uint32_t blocks_ = value("blocks");
  Buffer<uint32_t> partial_, sum_;
};

}  // namespace

std::unique_ptr<Driver> make_reduction(const Setup& setup) {
  return std::make_unique<Reduction>(setup);
}

}  // namespace heddle::workload
