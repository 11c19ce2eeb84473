#include <algorithm>
#include <cmath>
#include <numbers>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

/// As in monte_carlo.cu.
struct Contract {
  float price, strike, drift, spread;
};

class MonteCarlo : public Driver {
 public:
  explicit MonteCarlo(const Setup& setup) : Driver(setup) {
    Random chance = random(0), options = random(1);
    for (uint32_t i = 0; i < paths_; i++) {  // Box and Muller
      double radius = std::sqrt(-2 * std::log(1 - chance.unit()));
      normals_.push_back(
          static_cast<float>(radius * std::cos(2 * std::numbers::pi * chance.unit())));
    }
    for (uint32_t i = 0; i < value("options"); i++) {
      double years = 1 + 4 * options.unit(), volatility = 0.1 + 0.3 * options.unit();
      contracts_.push_back({static_cast<float>(5 + 45 * options.unit()),
                            static_cast<float>(10 + 15 * options.unit()),
                            static_cast<float>((0.06 - 0.5 * volatility * volatility) * years),
                            static_cast<float>(volatility * std::sqrt(years))});
    }
    device_normals_ = buffer(normals_);
    device_contracts_ = buffer(contracts_);
    means_ = buffer<float>(contracts_.size());
  }

  void run() override {
    uint32_t block = value("block");
    launch("monte_carlo", {{static_cast<uint32_t>(contracts_.size())}, {block}, block * 4},
           device_contracts_, device_normals_, means_, paths_);
  }

  std::string verify() const override {
    std::vector<float> expected;
    for (const Contract& c : contracts_) {
      double sum = 0;
      for (float z : normals_)
        sum += std::max(c.price * std::exp(c.drift + double{c.spread} * z) - c.strike, 0.0);
      expected.push_back(static_cast<float>(sum / paths_));
    }
    return compare("means", means_.read(), expected, {.absolute = 1e-3, .relative = 1e-4});
  }

 private:
  uint32_t paths_ = value("paths");
  std::vector<float> normals_;
  std::vector<Contract> contracts_;
  Buffer<float> device_normals_, means_;
  Buffer<Contract> device_contracts_;
};

}  // namespace

std::unique_ptr<Driver> make_monte_carlo(const Setup& setup) {
  return std::make_unique<MonteCarlo>(setup);
}

}  // namespace heddle::workload
