#include <cmath>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr float kRate = 0.02f, kVolatility = 0.3f;

struct Option {
  float price, strike, years, dividend;
};

/// Two percent pay a dividend, two percent are about to expire, and two percent are far in the
/// money.
std::vector<Option> random_options(Random random, uint32_t count) {
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

double normal_distribution(double d) { return 0.5 * std::erfc(-d / std::sqrt(2.0)); }

class BlackScholes : public Driver {
 public:
  explicit BlackScholes(const Setup& setup)
      : Driver(setup),
        options_(random_options(random(), n_)),
        device_options_(buffer(options_)),
        values_(buffer<float>(size_t{2} * n_)) {}

  void run() override {
    uint32_t block = value("block");
    launch("black_scholes", {{blocks_for(n_, block * value("pages"))}, {block}}, device_options_,
           values_, n_, kRate, kVolatility);
  }

  std::string verify() const override {
    std::vector<float> expected;
    for (const Option& o : options_) {
      auto [call, put] = reference(o);
      expected.push_back(static_cast<float>(call));
      expected.push_back(static_cast<float>(put));
    }
    return compare("values", values_.read(), expected, {.absolute = 1e-3, .relative = 1e-4});
  }

 private:
  static std::pair<double, double> reference(const Option& o) {
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

  uint32_t n_ = value("n");
  std::vector<Option> options_;
  Buffer<Option> device_options_;
  Buffer<float> values_;
};

}  // namespace

std::unique_ptr<Driver> make_black_scholes(const Setup& setup) {
  return std::make_unique<BlackScholes>(setup);
}

}  // namespace heddle::workload
