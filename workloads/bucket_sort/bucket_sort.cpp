#include <numeric>

#include "problem.hpp"

namespace heddle::workload {

namespace {

class BucketSort : public BucketSortProblem {
 public:
  explicit BucketSort(const Setup& setup)
      : BucketSortProblem(setup),
        sorted_(buffer<uint32_t>(n_)),
        counts_(buffer<uint32_t>(buckets_)),
        starts_(buffer<uint32_t>(buckets_ + 1)) {
    require(buckets_ <= block_, "bucket_sort: 'buckets' must be at most 'block'");
    require((2 * block_ + tile_) * 4 <= kShared,
            "bucket_sort: 'tile' and two times 'block' numbers must fit in 48 KiB");
  }

  void run() override {
    uint32_t tiles = blocks_for(n_, tile_);
    launch("count", {{tiles}, {block_}, buckets_ * 4}, values_, counts_, n_, buckets_);
    std::vector<uint32_t> counts = counts_.read(), starts(buckets_ + 1);
    uint32_t shared = (block_ + std::ranges::max(counts)) * 4;
    require(shared <= kShared,
            "bucket_sort: a bucket does not fit in shared memory; use more 'buckets'");
    std::inclusive_scan(counts.begin(), counts.end(), starts.begin() + 1);
    starts_.write(starts);
    starts.pop_back();
    counts_.write(starts);
    launch("partition", {{tiles}, {block_}, (2 * block_ + tile_) * 4}, values_, counts_, parts_, n_,
           buckets_, tile_);
    launch("sort_buckets", {{buckets_}, {block_}, shared}, parts_, starts_, sorted_, buckets_);
  }

  std::string verify() const override { return BucketSortProblem::verify(sorted_); }

 private:
  static constexpr uint32_t kShared = 48 * 1024;

  uint32_t buckets_ = value("buckets"), tile_ = value("tile"), block_ = value("block");
  Buffer<uint32_t> sorted_;
  Buffer<uint32_t> counts_, starts_;  // counts become offsets within the buckets
};

}  // namespace

std::unique_ptr<Driver> make_bucket_sort(const Setup& setup) {
  return std::make_unique<BucketSort>(setup);
}

}  // namespace heddle::workload
