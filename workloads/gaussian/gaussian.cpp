#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Gaussian : public Driver {
 public:
  explicit Gaussian(const Setup& setup)
      : Driver(setup),
        coefficients_(random_floats(random(0), size_t{n_} * n_, -1, 1)),
        solution_(random_floats(random(1), n_, -10, 10)),
        matrix_(buffer(dominant())),
        right_(buffer(right_of_solution())),
        factors_(buffer<float>(n_)) {}

  /// The grid does not shrink with the remaining submatrix; threads outside it exit at once.
  void run() override {
    uint32_t block = value("block"), tile = value("tile"), tiles = blocks_for(n_, tile);
    for (uint32_t pivot = 0; pivot + 1 < n_; pivot++) {
      launch(value("by_rest") ? "multipliers_by_rest" : "multipliers",
             {{blocks_for(n_, block)}, {block}}, matrix_, factors_, n_, pivot);
      launch("eliminate", {{tiles, tiles}, {tile, tile}}, matrix_, right_, factors_, n_, pivot);
    }
  }

  /// The result must be zero below the diagonal and have the solution from which the right-hand
  /// side was computed.
  std::string verify() const override {
    std::vector<float> matrix = matrix_.read(), right = right_.read();
    std::vector<float> below, solution(n_);
    for (size_t row = n_; row-- > 0;) {
      for (size_t column = 0; column < row; column++) below.push_back(matrix[row * n_ + column]);
      double rest = double{right[row]};
      for (size_t column = row + 1; column < n_; column++)
        rest -= double{matrix[row * n_ + column]} * double{solution[column]};
      solution[row] = static_cast<float>(rest / double{matrix[row * n_ + row]});
    }
    std::string wrong = compare("the triangle below the diagonal", below,
                                std::vector<float>(below.size()), {.absolute = 1e-5});
    return wrong.empty() ? compare("solution", solution, solution_, {.absolute = 1e-3}) : wrong;
  }

 private:
  /// Diagonally dominant, so that no pivoting is needed.
  const std::vector<float>& dominant() {
    for (size_t i = 0; i < n_; i++) coefficients_[i * n_ + i] += static_cast<float>(n_);
    return coefficients_;
  }

  std::vector<float> right_of_solution() const {
    std::vector<float> right;
    for (size_t row = 0; row < n_; row++) {
      double sum = 0;
      for (size_t column = 0; column < n_; column++)
        sum += double{coefficients_[row * n_ + column]} * double{solution_[column]};
      right.push_back(static_cast<float>(sum));
    }
    return right;
  }

  uint32_t n_ = value("n");
  std::vector<float> coefficients_, solution_;
  Buffer<float> matrix_, right_, factors_;
};

}  // namespace

std::unique_ptr<Driver> make_gaussian(const Setup& setup) {
  return std::make_unique<Gaussian>(setup);
}

}  // namespace heddle::workload
