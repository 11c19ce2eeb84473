#include "../matmul/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdMatmul : public MatmulProblem<uint32_t> {
 public:
  using MatmulProblem::MatmulProblem;

  void run() override {
    launch("spmd_matmul", {{1}, {value("threads")}}, device_a_, device_b_, c_, n_);
  }
};

}  // namespace

std::unique_ptr<Driver> make_spmd_matmul(const Setup& setup) {
  return std::make_unique<SpmdMatmul>(setup);
}

}  // namespace heddle::workload
