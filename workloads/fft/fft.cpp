#include "problem.hpp"

namespace heddle::workload {

namespace {

class Fft : public FftProblem {
 public:
  explicit Fft(const Setup& setup)
      : FftProblem(setup, setup.values["n"], setup.values["signals"]) {}

  void run() override {
    launch("fft", {{count_}, {value("block")}, points_ * 8}, device_signals_, spectra_, points_,
           static_cast<uint32_t>(std::countr_zero(points_)));
  }
};

}  // namespace

std::unique_ptr<Driver> make_fft(const Setup& setup) { return std::make_unique<Fft>(setup); }

}  // namespace heddle::workload
