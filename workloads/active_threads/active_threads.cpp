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
    launch("active_threads", {{value("blocks")}, {32 * warps_}}, values_, value("mask"),
           value("iterations"));
  }

  std::string verify() const override {
    std::vector<float> expected = input_;
    for (size_t i = 0; i < expected.size(); i++)
      for (uint32_t k = 0; value("mask") >> i % 32 & 1 && k < value("iterations"); k++) {
        expected[i] = std::fma(expected[i], 0.75f, 0.25f);
        expected[i] = std::fma(expected[i], 1.25f, -0.125f);
        expected[i] = std::fma(expected[i], 0.75f, 0.125f);
        expected[i] = std::fma(expected[i], 1.25f, -0.25f);
      }
    return compare("values", values_.read(), expected);
  }

 private:
  uint32_t warps_ = value("warps");
  std::vector<float> input_;
  Buffer<float> values_;
};

}  // namespace

std::unique_ptr<Driver> make_active_threads(const Setup& setup) {
  return std::make_unique<ActiveThreads>(setup);
}

}  // namespace heddle::workload
