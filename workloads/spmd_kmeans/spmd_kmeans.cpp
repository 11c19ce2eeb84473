#include "../kmeans/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdKmeans : public KmeansProblem {
 public:
  explicit SpmdKmeans(const Setup& setup)
      : KmeansProblem(setup),
        partial_(buffer<uint32_t>(size_t{k_} * threads_)),
        sums_(buffer<uint32_t>(size_t{2} * threads_)),
        changes_(buffer<uint32_t>(iterations_)) {
    require(n_ <= 255 * threads_, "spmd_kmeans: 'points' must be at most 255 times 'threads'");
  }

  void run() override {
    launch("spmd_kmeans", {{1}, {threads_}}, device_points_, centres_, clusters_, partial_, sums_,
           changes_, n_, k_, iterations_);
  }

 private:
  uint32_t threads_ = value("threads");
  Buffer<uint32_t> partial_, sums_, changes_;
};

}  // namespace

std::unique_ptr<Driver> make_spmd_kmeans(const Setup& setup) {
  return std::make_unique<SpmdKmeans>(setup);
}

}  // namespace heddle::workload
