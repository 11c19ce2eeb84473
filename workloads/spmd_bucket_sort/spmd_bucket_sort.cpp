#include "../bucket_sort/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdBucketSort : public BucketSortProblem {
 public:
  explicit SpmdBucketSort(const Setup& setup)
      : BucketSortProblem(setup),
        counts_(buffer<uint32_t>(size_t{kTeams} * threads_)),
        sums_(buffer<uint32_t>(threads_)),
        part_counts_(buffer<uint16_t>(size_t{kParts} * threads_)),
        small_counts_(buffer<uint16_t>(size_t{kSmall} * threads_)) {}

  void run() override {
    launch("spmd_bucket_sort", {{1}, {threads_}}, values_, parts_, counts_, part_counts_,
           small_counts_, sums_, n_);
  }

  std::string verify() const override { return BucketSortProblem::verify(values_); }

 private:
  static constexpr uint32_t kTeams = 32, kParts = 64, kSmall = 32;  // as in the kernel

  uint32_t threads_ = value("threads");
  Buffer<uint32_t> counts_, sums_;
  Buffer<uint16_t> part_counts_, small_counts_;
};

}  // namespace

std::unique_ptr<Driver> make_spmd_bucket_sort(const Setup& setup) {
  return std::make_unique<SpmdBucketSort>(setup);
}

}  // namespace heddle::workload
