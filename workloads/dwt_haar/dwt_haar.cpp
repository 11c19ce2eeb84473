#include <cmath>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class DwtHaar : public Driver {
 public:
  explicit DwtHaar(const Setup& setup)
      : Driver(setup),
        signals_(random_floats(random(), size_t{n_} * value("signals"), -1, 1)),
        device_signals_(buffer(signals_)),
        spectra_(buffer<float>(signals_.size())) {}

  void run() override {
    launch("dwt_haar", {{value("signals")}, {n_ / 2}, n_ * 4}, device_signals_, spectra_, n_);
  }

  std::string verify() const override {
    std::vector<float> expected = signals_;
    for (size_t base = 0; base < expected.size(); base += n_) {
      std::vector<double> sums(signals_.begin() + base, signals_.begin() + base + n_);
      for (size_t pairs = n_ / 2; pairs > 0; pairs /= 2)
        for (size_t i = 0; i < pairs; i++) {
          double a = sums[2 * i], b = sums[2 * i + 1];
          expected[base + pairs + i] = static_cast<float>((a - b) / std::sqrt(2.0));
          sums[i] = (a + b) / std::sqrt(2.0);
        }
      expected[base] = static_cast<float>(sums[0]);
    }
    return compare("spectra", spectra_.read(), expected, {.absolute = 1e-5});
  }

 private:
  uint32_t n_ = value("n");
  std::vector<float> signals_;
  Buffer<float> device_signals_, spectra_;
};

}  // namespace

std::unique_ptr<Driver> make_dwt_haar(const Setup& setup) {
  return std::make_unique<DwtHaar>(setup);
}

}  // namespace heddle::workload
