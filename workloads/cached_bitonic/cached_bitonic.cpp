#include "../bitonic/problem.hpp"

namespace heddle::workload {

namespace {

class CachedBitonic : public BitonicProblem {
 public:
  explicit CachedBitonic(const Setup& setup) : BitonicProblem(setup, "cached_bitonic") {}

  void run() override { run_network(0); }
};

}  // namespace

std::unique_ptr<Driver> make_cached_bitonic(const Setup& setup) {
  return std::make_unique<CachedBitonic>(setup);
}

}  // namespace heddle::workload
