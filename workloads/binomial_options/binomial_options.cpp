#include <algorithm>
#include <cmath>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

/// As in binomial_options.cu.
struct Tree {
  float price, strike, up, rise, fall;
};

class BinomialOptions : public Driver {
 public:
  explicit BinomialOptions(const Setup& setup) : Driver(setup) {
    Random random = this->random();
    for (uint32_t i = 0; i < value("options"); i++) {
      double price = 5 + 25 * random.unit(), strike = 1 + 30 * random.unit();
      double span = (0.25 + 9 * random.unit()) / steps_, up = 0.3 * std::sqrt(span);
      double growth = std::exp(0.02 * span), discount = 1 / growth;
      double rise = (growth - std::exp(-up)) / (std::exp(up) - std::exp(-up));
      trees_.push_back({static_cast<float>(price), static_cast<float>(strike),
                        static_cast<float>(up), static_cast<float>(rise * discount),
                        static_cast<float>((1 - rise) * discount)});
    }
    device_trees_ = buffer(trees_);
    values_ = buffer<float>(trees_.size());
  }

  void run() override {
    launch("binomial_options",
           {{static_cast<uint32_t>(trees_.size())}, {value("block")}, (2 * steps_ + 2) * 4},
           device_trees_, values_, steps_);
  }

  std::string verify() const override {
    std::vector<float> expected;
    for (const Tree& t : trees_) {
      std::vector<double> nodes;
      for (int i = 0; i <= static_cast<int>(steps_); i++)
        nodes.push_back(std::max(
            t.price * std::exp(t.up * (2.0 * i - static_cast<int>(steps_))) - t.strike, 0.0));
      for (size_t step = steps_; step > 0; step--)
        for (size_t i = 0; i < step; i++) nodes[i] = t.rise * nodes[i + 1] + t.fall * nodes[i];
      expected.push_back(static_cast<float>(nodes[0]));
    }
    return compare("values", values_.read(), expected, {.absolute = 1e-3, .relative = 1e-3});
  }

 private:
  uint32_t steps_ = value("steps");
  std::vector<Tree> trees_;
  Buffer<Tree> device_trees_;
  Buffer<float> values_;
};

}  // namespace

std::unique_ptr<Driver> make_binomial_options(const Setup& setup) {
  return std::make_unique<BinomialOptions>(setup);
}

}  // namespace heddle::workload
