#include <algorithm>
#include <numeric>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class SortingNetworks : public Driver {
 public:
  explicit SortingNetworks(const Setup& setup)
      : Driver(setup),
        input_(random_integers<uint32_t>(random(), size_t{n_} * arrays_, uint64_t{1} << 32)),
        indices_(input_.size()),
        keys_(buffer(input_)) {
    std::iota(indices_.begin(), indices_.end(), 0u);
    values_ = buffer(indices_);
  }

  void run() override {
    launch("odd_even_merge_sort", {{arrays_}, {value("block")}, n_ * 8}, keys_, values_, n_);
  }

  /// Keys must be sorted, and every value must be the original index of its key.
  std::string verify() const override {
    std::vector<uint32_t> expected = input_, values = values_.read(), found;
    for (size_t base = 0; base < expected.size(); base += n_)
      std::sort(expected.begin() + base, expected.begin() + base + n_);
    std::string wrong = compare("keys", keys_.read(), expected);
    for (uint32_t v : values) found.push_back(v < input_.size() ? input_[v] : ~expected[0]);
    return !wrong.empty() ? wrong : compare("keys at values", found, expected);
  }

 private:
  uint32_t n_ = value("n"), arrays_ = value("arrays");
  std::vector<uint32_t> input_, indices_;
  Buffer<uint32_t> keys_, values_;
};

}  // namespace

std::unique_ptr<Driver> make_sorting_networks(const Setup& setup) {
  return std::make_unique<SortingNetworks>(setup);
}

}  // namespace heddle::workload
