#include <cmath>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Backprop : public Driver {
 public:
  explicit Backprop(const Setup& setup)
      : Driver(setup),
        inputs_(random_floats(random(0), rows_, 0, 1)),
        weights_(random_floats(random(1), size_t{rows_} * hidden_, -0.5f, 0.5f)),
        changes_(random_floats(random(2), size_t{rows_} * hidden_, -0.1f, 0.1f)),
        targets_(random_floats(random(3), hidden_, 0, 1)),
        device_inputs_(buffer(inputs_)),
        device_weights_(buffer(weights_)),
        device_changes_(buffer(changes_)),
        sums_(buffer<float>(size_t{rows_} / tile_ * hidden_)),
        deltas_(buffer<float>(hidden_)) {
    require(rows_ % tile_ == 0 && hidden_ % tile_ == 0,
            "backprop: 'inputs' and 'hidden' must be multiples of 'tile'");
    require(rows_ / tile_ <= 65535, "backprop: 'inputs' must be at most 65535 times 'tile'");
  }

  void run() override {
    LaunchConfig config{{hidden_ / tile_, rows_ / tile_}, {tile_, tile_}};
    LaunchConfig reducing{config.grid, config.block,
                          (tile_ + tile_ * tile_) * uint32_t{sizeof(float)}};
    launch(value("sfu") ? "forward_sfu" : "forward", reducing, device_inputs_, device_weights_,
           sums_, hidden_);
    deltas_.write(errors(sums_.read()));
    launch("adjust", config, device_inputs_, deltas_, device_weights_, device_changes_, hidden_);
  }

  std::string verify() const override {
    std::vector<float> sums(hidden_ * size_t{rows_} / tile_), expected = weights_;
    for (uint32_t i = 0; i < rows_; i++)
      for (uint32_t j = 0; j < hidden_; j++)
        sums[i / tile_ * hidden_ + j] += inputs_[i] * weights_[i * hidden_ + j];
    std::string wrong = compare("sums", sums_.read(), sums, {.absolute = 1e-5});
    std::vector<float> deltas = errors(sums_.read());
    for (uint32_t i = 0; i < rows_; i++)
      for (uint32_t j = 0; j < hidden_; j++)
        expected[i * hidden_ + j] +=
            0.3f * deltas[j] * inputs_[i] + 0.3f * changes_[i * hidden_ + j];
    if (!wrong.empty()) return wrong;
    return compare("weights", device_weights_.read(), expected, {.absolute = 1e-5});
  }

 private:
  /// The host's part: the errors of the hidden units.
  std::vector<float> errors(const std::vector<float>& partial_sums) const {
    std::vector<float> sum(hidden_);
    for (size_t i = 0; i < partial_sums.size(); i++) sum[i % hidden_] += partial_sums[i];
    for (uint32_t j = 0; j < hidden_; j++) {
      float out = 1 / (1 + std::exp(-sum[j]));
      sum[j] = out * (1 - out) * (targets_[j] - out);
    }
    return sum;
  }

  uint32_t rows_ = value("inputs"), hidden_ = value("hidden"), tile_ = value("tile");
  std::vector<float> inputs_, weights_, changes_, targets_;
  Buffer<float> device_inputs_, device_weights_, device_changes_, sums_, deltas_;
};

}  // namespace

std::unique_ptr<Driver> make_backprop(const Setup& setup) {
  return std::make_unique<Backprop>(setup);
}

}  // namespace heddle::workload
