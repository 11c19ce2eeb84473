// The reference uses forward differentiation: every number carries its derivative with respect to a
// shift of the initial rates. The kernel differentiates backwards.
#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr size_t kMaxRates = 80, kSwaptions = 15;  // as in libor.cu
constexpr double kAccrual = 0.25;

/// A number and its derivative.
struct Dual {
  double value = 0, slope = 0;
};
Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
Dual operator*(Dual a, Dual b) {
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
Dual operator/(Dual a, Dual b) {
  double quotient = a.value / b.value;
  return {quotient, (a.slope - quotient * b.slope) / b.value};
}
Dual exponential(Dual a) { return {std::exp(a.value), std::exp(a.value) * a.slope}; }
Dual fixed(double value) { return {value, 0}; }

class Libor : public Driver {
 public:
  explicit Libor(const Setup& setup)
      : Driver(setup),
        initial_(random_floats(random(0), kMaxRates, 0.045f, 0.055f)),
        volatilities_(random_floats(random(1), kMaxRates, 0.15f, 0.25f)),
        normals_(make_normals()),
        device_normals_(buffer(normals_)),
        values_(buffer<float>(paths_)),
        adjoint_values_(buffer<float>(paths_)),
        deltas_(buffer<float>(paths_)) {
    require(steps_ < rates_, "libor: 'steps' must be less than 'rates'");
    constexpr float kStrikes[] = {0.045f, 0.05f, 0.055f};
    for (uint32_t s = 0; s < kSwaptions; s++) {
      lengths_.push_back(std::max(1u, (rates_ - steps_) * (s / 3 + 1) / 5));
      strikes_.push_back(kStrikes[s % 3]);
    }
  }

  void run() override {
    write_symbol("initial_rates", initial_);
    write_symbol("volatilities", volatilities_);
    write_symbol("swap_lengths", lengths_);
    write_symbol("strikes", strikes_);
    LaunchConfig config{{blocks_for(paths_, value("block"))}, {value("block")}};
    launch("value_and_delta", config, adjoint_values_, deltas_, device_normals_, paths_, rates_,
           steps_);
    launch("value_only", config, values_, device_normals_, paths_, rates_, steps_);
  }

  std::string verify() const override {
    std::vector<float> values, deltas, got = deltas_.read();
    for (size_t path = 0; path < paths_; path++) {
      Outcome outcome = follow(path);
      values.push_back(static_cast<float>(outcome.value.value));
      // The slope jumps where a swap is worth nothing: depending on rounding, either value is
      // right.
      bool at_the_money = outcome.nearest_swap < 1e-5;
      deltas.push_back(at_the_money ? got[path] : static_cast<float>(outcome.value.slope));
    }
    std::string wrong = compare("values", values_.read(), values, kNear);
    if (wrong.empty()) wrong = compare("values with deltas", adjoint_values_.read(), values, kNear);
    return wrong.empty() ? compare("deltas", got, deltas, {.absolute = 1, .relative = 1e-3})
                         : wrong;
  }

 private:
  static constexpr Tolerance kNear{.absolute = 2e-2, .relative = 1e-4};

  struct Outcome {
    Dual value;
    double nearest_swap;  // distance to zero value
  };

  /// Sums of twelve uniform numbers: close enough to normal, and identical on every machine.
  std::vector<float> make_normals() const {
    Random numbers = random(2);
    std::vector<float> normals(size_t{paths_} * steps_);
    for (float& normal : normals) {
      double sum = -6;
      for (int i = 0; i < 12; i++) sum += numbers.unit();
      normal = static_cast<float>(sum);
    }
    return normals;
  }

  Outcome follow(size_t path) const {
    std::vector<Dual> rates;
    for (size_t i = 0; i < rates_; i++) rates.push_back({double{initial_[i]}, 1});
    for (size_t step = 0; step < steps_; step++) {
      Dual drift;
      for (size_t i = step + 1; i < rates_; i++) {
        double volatility = double{volatilities_[i - step - 1]};
        Dual growth = fixed(kAccrual * volatility) * rates[i];
        drift = drift + growth / (fixed(1) + fixed(kAccrual) * rates[i]);
        double shock = std::sqrt(kAccrual) * double{normals_[step * paths_ + path]};
        rates[i] =
            rates[i] *
            exponential(fixed(kAccrual * volatility) * drift +
                        fixed(volatility * shock - 0.5 * volatility * volatility * kAccrual));
      }
    }
    Dual paid, discount = fixed(1);
    double nearest = 1;
    for (size_t s = 0; s < kSwaptions; s++) {
      Dual bond = fixed(1), annuity;
      for (size_t i = steps_; i < steps_ + lengths_[s]; i++) {
        bond = bond / (fixed(1) + fixed(kAccrual) * rates[i]);
        annuity = annuity + fixed(kAccrual) * bond;
      }
      Dual swap = bond + fixed(double{strikes_[s]}) * annuity + fixed(-1);
      if (swap.value < 0) paid = paid + fixed(-100) * swap;
      nearest = std::min(nearest, std::fabs(swap.value));
    }
    for (size_t i = 0; i < steps_; i++)
      discount = discount / (fixed(1) + fixed(kAccrual) * rates[i]);
    return {paid * discount, nearest};
  }

  uint32_t paths_ = value("paths"), rates_ = value("rates"), steps_ = value("steps");
  std::vector<float> initial_, volatilities_, normals_, strikes_;
  std::vector<uint32_t> lengths_;
  Buffer<float> device_normals_, values_, adjoint_values_, deltas_;
};

}  // namespace

std::unique_ptr<Driver> make_libor(const Setup& setup) { return std::make_unique<Libor>(setup); }

}  // namespace heddle::workload
