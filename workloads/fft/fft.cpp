#include <bit>
#include <complex>
#include <numbers>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

using Complex = std::complex<double>;

/// The recursive textbook algorithm.
std::vector<Complex> transform(const std::vector<Complex>& signal) {
  size_t n = signal.size();
  if (n == 1) return signal;
  std::vector<Complex> even, odd, out(n);
  for (size_t i = 0; i < n; i++) (i % 2 ? odd : even).push_back(signal[i]);
  even = transform(even);
  odd = transform(odd);
  for (size_t k = 0; k < n / 2; k++) {
    Complex turned =
        std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n)) *
        odd[k];
    out[k] = even[k] + turned;
    out[k + n / 2] = even[k] - turned;
  }
  return out;
}

class Fft : public Driver {
 public:
  explicit Fft(const Setup& setup)
      : Driver(setup),
        signals_(random_floats(random(), size_t{2} * n_ * count_, -1, 1)),
        device_signals_(buffer(signals_)),
        spectra_(buffer<float>(signals_.size())) {}

  void run() override {
    launch("fft", {{count_}, {value("block")}, n_ * 8}, device_signals_, spectra_, n_,
           static_cast<uint32_t>(std::countr_zero(n_)));
  }

  std::string verify() const override {
    std::vector<float> expected;
    for (uint32_t s = 0; s < count_; s++) {
      std::vector<Complex> signal;
      for (uint32_t i = 0; i < n_; i++) {
        size_t at = 2 * (size_t{s} * n_ + i);
        signal.emplace_back(signals_[at], signals_[at + 1]);
      }
      for (const Complex& value : transform(signal)) {
        expected.push_back(static_cast<float>(value.real()));
        expected.push_back(static_cast<float>(value.imag()));
      }
    }
    return compare("spectra", spectra_.read(), expected, {.absolute = 1e-3});
  }

 private:
  uint32_t n_ = value("n"), count_ = value("signals");
  std::vector<float> signals_;
  Buffer<float> device_signals_, spectra_;
};

}  // namespace

std::unique_ptr<Driver> make_fft(const Setup& setup) { return std::make_unique<Fft>(setup); }

}  // namespace heddle::workload
