#include <algorithm>
#include <numeric>
#include <utility>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr uint32_t kSample = 128;  // as in merge_sort.cu

std::vector<uint32_t> numbered(uint32_t count) {
  std::vector<uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0u);
  return numbers;
}

class MergeSort : public Driver {
 public:
  explicit MergeSort(const Setup& setup)
      : Driver(setup),
        input_(random_integers<uint32_t>(random(), n_, 4 * uint64_t{n_})),  // some are equal
        keys_(buffer(input_)),
        values_(buffer(numbered(n_))),
        other_keys_(buffer<uint32_t>(n_)),
        other_values_(buffer<uint32_t>(n_)),
        left_ranks_(buffer<uint32_t>(n_ / kSample)),
        right_ranks_(buffer<uint32_t>(n_ / kSample)),
        left_limits_(buffer<uint32_t>(n_ / kSample)),
        right_limits_(buffer<uint32_t>(n_ / kSample)) {
    require(n_ >= tile_, "merge_sort: 'n' must be at least 'tile'");
  }

  void run() override {
    launch("sort_tiles", {{n_ / tile_}, {tile_ / 2}, 2 * tile_ * 4}, keys_, values_);
    uint32_t samples = n_ / kSample / 2;  // of each side
    LaunchConfig ranking{{blocks_for(samples, block_)}, {block_}};
    for (uint32_t run = tile_; run < n_; run *= 2) {
      launch("rank_samples", ranking, keys_, left_ranks_, right_ranks_, run, samples);
      launch("merge_ranks", ranking, left_ranks_, left_limits_, run, samples);
      launch("merge_ranks", ranking, right_ranks_, right_limits_, run, samples);
      launch("merge_pieces", {{n_ / kSample}, {kSample}}, keys_, values_, other_keys_,
             other_values_, left_limits_, right_limits_, run);
      std::swap(keys_, other_keys_);
      std::swap(values_, other_values_);
    }
  }

  std::string verify() const override {
    std::vector<uint32_t> order = numbered(n_), expected;
    std::ranges::stable_sort(order, {}, [&](uint32_t i) { return input_[i]; });
    for (uint32_t i : order) expected.push_back(input_[i]);
    std::string wrong = compare("keys", keys_.read(), expected);
    return wrong.empty() ? compare("values", values_.read(), order) : wrong;
  }

 private:
  uint32_t n_ = value("n"), tile_ = value("tile"), block_ = value("block");
  std::vector<uint32_t> input_;
  Buffer<uint32_t> keys_, values_, other_keys_, other_values_;
  Buffer<uint32_t> left_ranks_, right_ranks_, left_limits_, right_limits_;
};

}  // namespace

std::unique_ptr<Driver> make_merge_sort(const Setup& setup) {
  return std::make_unique<MergeSort>(setup);
}

}  // namespace heddle::workload
