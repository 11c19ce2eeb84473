#include <algorithm>

#include "../histogram/problem.hpp"

namespace heddle::workload {

namespace {

class SpmdHistogram : public HistogramProblem {
 public:
  explicit SpmdHistogram(const Setup& setup)
      : HistogramProblem(setup),
        own_words_(buffer<uint32_t>(size_t{kAscii} * threads_)),
        sums_(buffer<uint32_t>(std::max(kAscii, threads_))) {}

  void run() override {
    launch("spmd_histogram", {{1}, {threads_}}, letters_, own_words_, sums_, totals_,
           static_cast<uint32_t>(text_.size()));
  }

 private:
  static constexpr uint32_t kAscii = 128;  // all letters of the text are

  uint32_t threads_ = value("threads");
  Buffer<uint32_t> own_words_, sums_;
};

}  // namespace

std::unique_ptr<Driver> make_spmd_histogram(const Setup& setup) {
  return std::make_unique<SpmdHistogram>(setup);
}

}  // namespace heddle::workload
