#include "../lud/problem.hpp"

namespace heddle::workload {

namespace {

class SplashLu : public LudProblem {
 public:
  explicit SplashLu(const Setup& setup) : LudProblem(setup, "splash_lu") {
    require(rows_ * columns_ % block_ == 0,
            "splash_lu: 'rows' times 'columns' must be a multiple of 'block'");
  }

  /// A barrier of all threads ends each kernel.
  void run() override {
    LaunchConfig config{{rows_ * columns_ / block_}, {block_}};
    for (uint32_t step = 0; step < n_ / tile_; step++)
      for (std::string_view kernel : {"diagonal", "perimeter", "interior"})
        launch(kernel, config, matrix_, n_, tile_, rows_, columns_, step);
  }

 private:
  uint32_t rows_ = value("rows"), columns_ = value("columns"), block_ = value("block");
};

}  // namespace

std::unique_ptr<Driver> make_splash_lu(const Setup& setup) {
  return std::make_unique<SplashLu>(setup);
}

}  // namespace heddle::workload
