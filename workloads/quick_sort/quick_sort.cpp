#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

struct Segment {
  uint32_t begin, end;
};

class QuickSort : public Driver {
 public:
  explicit QuickSort(const Setup& setup)
      : Driver(setup),
        input_(random_integers<uint32_t>(random(), n_, uint64_t{1} << 32)),
        values_{buffer(input_), buffer<uint32_t>(n_)},
        sorted_(buffer<uint32_t>(n_)),
        segments_{buffer<Segment>(longest_queue()), buffer<Segment>(longest_queue())},
        leaves_(buffer<Segment>(2 * longest_queue())),
        counts_(buffer<uint32_t>(2)) {
    require(n_ > block_, "quick_sort: 'n' must be more than 'block'");
  }

  void run() override {
    segments_[0].write(std::vector{Segment{0, n_}});
    uint32_t now = 0;
    for (uint32_t segments = 1; segments > 0; now = 1 - now) {
      counts_.write(std::vector<uint32_t>{0, 0});
      launch("partition", {{segments}, {block_}}, values_[now], values_[1 - now], sorted_,
             segments_[now], segments_[1 - now], leaves_, counts_, block_);
      std::vector<uint32_t> counts = counts_.read();
      if (counts[1] > 0)
        launch("sort_leaves", {{counts[1]}, {block_}, block_ * 4}, values_[1 - now], sorted_,
               leaves_);
      segments = counts[0];
    }
  }

  std::string verify() const override {
    std::vector<uint32_t> expected = input_;
    std::ranges::sort(expected);
    return compare("sorted", sorted_.read(), expected);
  }

 private:
  /// Segments of a level do not overlap and are longer than a block.
  size_t longest_queue() const { return n_ / block_ + 1; }

  uint32_t n_ = value("n"), block_ = value("block");
  std::vector<uint32_t> input_;
  Buffer<uint32_t> values_[2], sorted_;
  Buffer<Segment> segments_[2], leaves_;
  Buffer<uint32_t> counts_;
};

}  // namespace

std::unique_ptr<Driver> make_quick_sort(const Setup& setup) {
  return std::make_unique<QuickSort>(setup);
}

}  // namespace heddle::workload
