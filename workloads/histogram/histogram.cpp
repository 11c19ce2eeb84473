#include "problem.hpp"

namespace heddle::workload {

namespace {

class Histogram : public HistogramProblem {
 public:
  explicit Histogram(const Setup& setup)
      : HistogramProblem(setup), partial_(buffer<uint32_t>(size_t{blocks_} * kBins)) {}

  void run() override {
    uint32_t block = value("block");
    launch("count", {{blocks_}, {block}, block / 32 * kBins * 4}, letters_, partial_,
           static_cast<uint32_t>(text_.size() / 4));
    launch("add_up", {{1}, {kBins}}, partial_, totals_, blocks_);
  }

 private:
  uint32_t blocks_ = value("blocks");
  Buffer<uint32_t> partial_;
};

}  // namespace

std::unique_ptr<Driver> make_histogram(const Setup& setup) {
  return std::make_unique<Histogram>(setup);
}

}  // namespace heddle::workload
