// The input and the reference, shared with `spmd_black_scholes`.
#pragma once

#include <cmath>
#include <utility>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace black_scholes {

inline constexpr float kRate = 0.02f, kVolatility = 0.3f;

struct Option {
  float price, strike, years, dividend;
};

/// Two percent pay a dividend, two percent are about to expire, and two percent are far in the
/// money.
inline std::vector<Option> random_options(Random random, uint32_t count) {
  auto between = [&](double low, double high) {
    return static_cast<float>(low + (high - low) * random.unit());
  };
  std::vector<Option> options(count);
  for (Option& o : options) {
    o = {between(20, 40), between(20, 60), between(0.25, 8), 0};
    if (random.below(50) == 0) o.dividend = between(0.01, 0.05);
    if (random.below(50) == 0) o.years = between(0, 0.009);
    if (random.below(50) == 0) o.strike = o.price * 0.01f;
  }
  return options;
}

inline double normal_distribution(double d) { return 0.5 * std::erfc(-d / std::sqrt(2.0)); }

/// Call and put.
inline std::pair<double, double> reference(const Option& o) {
  double price = o.price, strike = o.strike, years = o.years;
  price *= std::exp(-double{o.dividend} * years);
  if (o.years < 0.01f) return {std::max(price - strike, 0.0), std::max(strike - price, 0.0)};
  double spread = kVolatility * std::sqrt(years);
  double d1 =
      (std::log(price / strike) + (kRate + 0.5 * kVolatility * kVolatility) * years) / spread;
  double n1 = normal_distribution(d1), n2 = normal_distribution(d1 - spread);
  double present = strike * std::exp(-double{kRate} * years);
  return {price * n1 - present * n2, present * (1 - n2) - price * (1 - n1)};
}

}  // namespace black_scholes

class BlackScholesProblem : public Driver {
 public:
  explicit BlackScholesProblem(const Setup& setup)
      : Driver(setup),
        options_(black_scholes::random_options(random(), n_)),
        device_options_(buffer(options_)),
        values_(buffer<float>(size_t{2} * n_)) {}

  std::string verify() const override {
    std::vector<float> expected;
    for (const black_scholes::Option& o : options_) {
      auto [call, put] = black_scholes::reference(o);
      expected.push_back(static_cast<float>(call));
      expected.push_back(static_cast<float>(put));
    }
    return compare("values", values_.read(), expected, {.absolute = 1e-3, .relative = 1e-4});
  }

 protected:
  uint32_t n_ = value("n");
  std::vector<black_scholes::Option> options_;
  Buffer<black_scholes::Option> device_options_;
  Buffer<float> values_;
};

}  // namespace heddle::workload
