#include "../reduction/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdReduction : public ReductionProblem<uint8_t> {
 public:
  explicit SpmdReduction(const Setup& setup)
      : ReductionProblem(setup), sums_(buffer<uint32_t>(threads_)) {}

  void run() override { launch("spmd_reduction", {{1}, {threads_}}, values_, sums_, n_); }

  std::string verify() const override { return ReductionProblem::verify(sums_.read()[0]); }

 private:
  uint32_t threads_ = value("threads");
  Buffer<uint32_t> sums_;
};

}  // namespace

std::unique_ptr<Driver> make_spmd_reduction(const Setup& setup) {
  return std::make_unique<SpmdReduction>(setup);
}

}  // namespace heddle::workload
