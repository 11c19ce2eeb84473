#include "../needleman_wunsch/problem.hpp"

namespace heddle::workload {

namespace {

/// The table is stored by anti-diagonals: cell (y, x) in line y + x at y.
class SpmdNeedlemanWunsch : public NeedlemanWunschProblem {
 public:
  explicit SpmdNeedlemanWunsch(const Setup& setup) : NeedlemanWunschProblem(setup) {
    std::vector<int> lines(size_t{2 * n_ + 1} * (n_ + 1));
    for_each_cell(
        [&](size_t row_by_row, size_t in_lines) { lines[in_lines] = start_[row_by_row]; });
    lines_ = buffer(lines);
  }

  void run() override {
    launch("spmd_needleman_wunsch", {{1}, {value("threads")}}, device_down_, device_across_, lines_,
           n_, kGap);
  }

  std::string verify() const override {
    std::vector<int> lines = lines_.read(), table(start_.size());
    for_each_cell([&](size_t row_by_row, size_t in_lines) { table[row_by_row] = lines[in_lines]; });
    return NeedlemanWunschProblem::verify(table);
  }

 private:
  void for_each_cell(auto&& visit) const {
    size_t pitch = n_ + 1;
    for (size_t y = 0; y < pitch; y++)
      for (size_t x = 0; x < pitch; x++) visit(y * pitch + x, (y + x) * pitch + y);
  }

  Buffer<int> lines_;
};

}  // namespace

std::unique_ptr<Driver> make_spmd_needleman_wunsch(const Setup& setup) {
  return std::make_unique<SpmdNeedlemanWunsch>(setup);
}

}  // namespace heddle::workload
