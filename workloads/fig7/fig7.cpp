#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Fig7 : public Driver {
 public:
  explicit Fig7(const Setup& setup)
      : Driver(setup),
        input_(random_integers<int>(random(), size_t{block_} * value("blocks"), 1000)),
        data_(buffer(input_)) {}

  void run() override { launch("fig7", {{value("blocks")}, {block_}}, data_, value("iterations")); }

  std::string verify() const override {
    std::vector<int> expected = input_;
    for (int& v : expected) v += static_cast<int>(value("iterations") / 2);  // odd numbers below it
    return compare("data", data_.read(), expected);
  }

 private:
  uint32_t block_ = value("block");
  std::vector<int> input_;
  Buffer<int> data_;
};

}  // namespace

std::unique_ptr<Driver> make_fig7(const Setup& setup) { return std::make_unique<Fig7>(setup); }

}  // namespace heddle::workload
