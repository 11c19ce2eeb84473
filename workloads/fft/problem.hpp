// The input and the reference, shared with `splash_fft`.
#pragma once

#include <bit>
#include <complex>
#include <numbers>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace fft {

using Complex = std::complex<double>;

/// The recursive textbook algorithm.
inline std::vector<Complex> transform(const std::vector<Complex>& signal) {
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

}  // namespace fft

/// Signals of a given number of points.
class FftProblem : public Driver {
 protected:
  FftProblem(const Setup& setup, uint32_t points, uint32_t signals)
      : Driver(setup),
        points_(points),
        count_(signals),
        signals_(random_floats(random(), size_t{2} * points * signals, -1, 1)),
        device_signals_(buffer(signals_)),
        spectra_(buffer<float>(signals_.size())) {}

  std::string verify() const override {
    std::vector<float> expected;
    for (uint32_t s = 0; s < count_; s++) {
      std::vector<fft::Complex> signal;
      for (uint32_t i = 0; i < points_; i++) {
        size_t at = 2 * (size_t{s} * points_ + i);
        signal.emplace_back(signals_[at], signals_[at + 1]);
      }
      for (const fft::Complex& value : fft::transform(signal)) {
        expected.push_back(static_cast<float>(value.real()));
        expected.push_back(static_cast<float>(value.imag()));
      }
    }
    return compare("spectra", spectra_.read(), expected, {.absolute = 1e-3});
  }

  uint32_t points_, count_;
  std::vector<float> signals_;
  Buffer<float> device_signals_, spectra_;
};

}  // namespace heddle::workload
