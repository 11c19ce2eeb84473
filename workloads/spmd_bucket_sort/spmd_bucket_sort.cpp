#include <algorithm>
#include <bit>

#include "../bucket_sort/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdBucketSort : public BucketSortProblem {
 public:
  explicit SpmdBucketSort(const Setup& setup)
      : BucketSortProblem(setup),
        counts_(buffer<uint32_t>(size_t{kTeams} * threads_ + 1)),
        sums_(buffer<uint32_t>(threads_)),
        part_counts_(buffer<uint16_t>((size_t{threads_} << part_bits_) + kTeams)) {}

  void run() override {
    launch("spmd_bucket_sort", {{1}, {threads_}}, values_, parts_, counts_, part_counts_, sums_, n_,
           part_bits_);
  }

  std::string verify() const override { return BucketSortProblem::verify(parts_); }

 private:
  static constexpr uint32_t kTeams = 32, kSmall = 32;  // as in the kernel
  static constexpr uint32_t kMostPartBits = 6;         // the counters fit in private memory
  static constexpr uint32_t kMean = 16;  // numbers of a bucket, half of private memory

  uint32_t threads_ = value("threads");
  uint32_t part_bits_ = std::min<uint32_t>(
      kMostPartBits, std::bit_width(std::max(n_ / (kTeams * kSmall * kMean), 1u)) - 1);
  Buffer<uint32_t> counts_, sums_;
  Buffer<uint16_t> part_counts_;
};

}  // namespace

std::unique_ptr<Driver> make_spmd_bucket_sort(const Setup& setup) {
  return std::make_unique<SpmdBucketSort>(setup);
}

}  // namespace heddle::workload
