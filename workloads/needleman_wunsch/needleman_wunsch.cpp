#include "problem.hpp"

namespace heddle::workload {

namespace {

class NeedlemanWunsch : public NeedlemanWunschProblem {
 public:
  explicit NeedlemanWunsch(const Setup& setup)
      : NeedlemanWunschProblem(setup), table_(buffer(start_)) {
    require(n_ % tile_ == 0, "needleman_wunsch: 'n' must be a multiple of 'tile'");
  }

  void run() override {
    uint32_t tiles = n_ / tile_, bytes = (tile_ + 1) * (tile_ + 1) * 4;
    for (uint32_t d = 0; d < 2 * tiles - 1; d++) {
      bool first = d < tiles;
      launch(first ? "upper_left" : "lower_right",
             {{first ? d + 1 : 2 * tiles - 1 - d}, {tile_}, bytes}, device_down_, device_across_,
             table_, n_, d, kGap);
    }
  }

  std::string verify() const override { return NeedlemanWunschProblem::verify(table_.read()); }

 private:
  uint32_t tile_ = value("tile");
  Buffer<int> table_;
};

}  // namespace

std::unique_ptr<Driver> make_needleman_wunsch(const Setup& setup) {
  return std::make_unique<NeedlemanWunsch>(setup);
}

}  // namespace heddle::workload
