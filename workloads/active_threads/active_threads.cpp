#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class ActiveThreads : public Driver {
 public:
  explicit ActiveThreads(const Setup& setup)
      : Driver(setup),
        input_(random_floats(random(), size_t{32} * warps_ * value("blocks"), 0, 1)),
        values_(buffer(input_)) {}

  void run() override {
    launch(independent_ ? "independent_chains" : "active_threads",
           {{value("blocks")}, {32 * warps_}}, values_, value("mask"), value("iterations"));
  }

  std::string verify() const override {
    std::vector<float> expected = input_;
    for (size_t i = 0; i < expected.size(); i++)
      if (value("mask") >> i % 32 & 1)
        expected[i] = independent_ ? eight_chains(expected[i]) : one_chain(expected[i]);
    return compare("values", values_.read(), expected);
  }

 private:
  float one_chain(float v) const {
    for (uint32_t k = 0; k < value("iterations"); k++) {
      v = std::fma(v, 0.75f, 0.25f);
      v = std::fma(v, 1.25f, -0.125f);
      v = std::fma(v, 0.75f, 0.125f);
      v = std::fma(v, 1.25f, -0.25f);
    }
    return v;
  }
  float eight_chains(float start) const {
    float sum = 0;
    for (uint32_t chain = 1; chain <= 8; chain++) {
      float v = start;
      for (uint32_t k = 0; k < 16 * value("iterations"); k++)
        v = std::fma(v, 0.75f, 0.25f * static_cast<float>(chain));
      sum = chain == 1 ? v : sum + v;
    }
    return sum;
  }

  uint32_t warps_ = value("warps");
  bool independent_ = value("independent") == 1;
  std::vector<float> input_;
  Buffer<float> values_;
};

}  // namespace

std::unique_ptr<Driver> make_active_threads(const Setup& setup) {
  return std::make_unique<ActiveThreads>(setup);
}

}  // namespace heddle::workload
