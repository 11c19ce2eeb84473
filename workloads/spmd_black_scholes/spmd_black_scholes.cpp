#include "../black_scholes/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdBlackScholes : public BlackScholesProblem {
 public:
  using BlackScholesProblem::BlackScholesProblem;

  void run() override {
    launch("spmd_black_scholes", {{1}, {value("threads")}}, device_options_, values_, n_,
           black_scholes::kRate, black_scholes::kVolatility);
  }
};

}  // namespace

std::unique_ptr<Driver> make_spmd_black_scholes(const Setup& setup) {
  return std::make_unique<SpmdBlackScholes>(setup);
}

}  // namespace heddle::workload
