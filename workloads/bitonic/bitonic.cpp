#include "problem.hpp"

namespace heddle::workload {

namespace {

class Bitonic : public BitonicProblem {
 public:
  explicit Bitonic(const Setup& setup) : BitonicProblem(setup, "bitonic") {}

  void run() override { run_network(block_ * 4); }
};

}  // namespace

std::unique_ptr<Driver> make_bitonic(const Setup& setup) {
  return std::make_unique<Bitonic>(setup);
}

}  // namespace heddle::workload
