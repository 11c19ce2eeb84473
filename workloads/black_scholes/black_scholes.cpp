#include "problem.hpp"

namespace heddle::workload {

namespace {

class BlackScholes : public BlackScholesProblem {
 public:
  using BlackScholesProblem::BlackScholesProblem;

  void run() override {
    uint32_t block = value("block");
    launch("black_scholes", {{blocks_for(n_, block * value("pages"))}, {block}}, device_options_,
           values_, n_, black_scholes::kRate, black_scholes::kVolatility);
  }
};

}  // namespace

std::unique_ptr<Driver> make_black_scholes(const Setup& setup) {
  return std::make_unique<BlackScholes>(setup);
}

}  // namespace heddle::workload
