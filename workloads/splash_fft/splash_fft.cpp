#include "../fft/problem.hpp"

namespace heddle::workload {

namespace {

class SplashFft : public FftProblem {
 public:
  explicit SplashFft(const Setup& setup)
      : FftProblem(setup, setup.values["n"] * setup.values["n"], 1) {
    require(threads_ <= n_, "splash_fft: 'threads' must be at most 'n'");
    require(block_ <= threads_, "splash_fft: 'block' must be at most 'threads'");
    std::vector<float> roots, factors;
    for (uint32_t k = 0; k < n_ / 2; k++) append_root(roots, k, n_);
    for (uint64_t y = 0; y < n_; y++)
      for (uint64_t x = 0; x < n_; x++) append_root(factors, y * x, points_);
    roots_ = buffer(roots);
    factors_ = buffer(factors);
  }

  /// The signal's buffer is used for the steps between.
  void run() override {
    LaunchConfig config{{threads_ / block_}, {block_}};
    auto bits = static_cast<uint32_t>(std::countr_zero(n_));
    launch("transpose", config, device_signals_, spectra_, n_);
    launch("transform_rows", config, spectra_, roots_, factors_, n_, bits);
    launch("transpose", config, spectra_, device_signals_, n_);
    launch("transform_rows", config, device_signals_, roots_, uint64_t{0}, n_, bits);
    launch("transpose", config, device_signals_, spectra_, n_);
  }

 private:
  static void append_root(std::vector<float>& to, uint64_t k, uint64_t order) {
    fft::Complex root = std::polar(
        1.0, -2 * std::numbers::pi * static_cast<double>(k % order) / static_cast<double>(order));
    to.push_back(static_cast<float>(root.real()));
    to.push_back(static_cast<float>(root.imag()));
  }

  uint32_t n_ = value("n"), threads_ = value("threads"), block_ = value("block");
  Buffer<float> roots_, factors_;
};

}  // namespace

std::unique_ptr<Driver> make_splash_fft(const Setup& setup) {
  return std::make_unique<SplashFft>(setup);
}

}  // namespace heddle::workload
