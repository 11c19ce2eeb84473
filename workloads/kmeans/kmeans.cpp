#include "problem.hpp"

namespace heddle::workload {

namespace {

class Kmeans : public KmeansProblem {
 public:
  explicit Kmeans(const Setup& setup)
      : KmeansProblem(setup),
        sums_(buffer<uint32_t>(k_)),
        counts_(buffer<uint32_t>(k_)),
        changes_(buffer<uint32_t>(1)) {}

  void run() override {
    for (uint32_t i = 0; i < iterations_; i++) {
      changes_.write(std::vector<uint32_t>{0});
      launch("assign", {{blocks_}, {block_}}, device_points_, centres_, clusters_, sums_, counts_,
             changes_, n_, k_);
      if (changes_.read()[0] == 0) break;
      launch("move_centres", {{blocks_for(k_, block_)}, {block_}}, centres_, sums_, counts_, k_);
    }
  }

 private:
  uint32_t blocks_ = value("blocks"), block_ = value("block");
  Buffer<uint32_t> sums_, counts_, changes_;
};

}  // namespace

std::unique_ptr<Driver> make_kmeans(const Setup& setup) { return std::make_unique<Kmeans>(setup); }

}  // namespace heddle::workload
