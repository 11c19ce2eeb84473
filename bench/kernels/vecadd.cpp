// c[i] = a[i] + b[i] for one million floats: memory traffic and little else.
#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::bench {

namespace {

constexpr int kCount = 1 << 20;

class Vecadd : public workload::Driver {
 public:
  explicit Vecadd(const workload::Setup& setup)
      : Driver(setup),
        host_a_(kCount),
        host_b_(kCount),
        a_(buffer<float>(kCount)),
        b_(buffer<float>(kCount)),
        c_(buffer<float>(kCount)) {
    for (int i = 0; i < kCount; i++) {
      host_a_[i] = static_cast<float>(i % 1000);
      host_b_[i] = static_cast<float>(i % 777);
    }
    a_.write(host_a_);
    b_.write(host_b_);
  }

  void run() override { launch("vecadd", {{kCount / 256}, {256}}, a_, b_, c_, kCount); }

  std::string verify() const override {
    std::vector<float> expected(kCount);
    for (int i = 0; i < kCount; i++) expected[i] = host_a_[i] + host_b_[i];
    return workload::compare("c", c_.read(), expected);
  }

 private:
  std::vector<float> host_a_, host_b_;
  Buffer<float> a_, b_, c_;
};

}  // namespace

std::unique_ptr<workload::Driver> make_vecadd(const workload::Setup& setup) {
  return std::make_unique<Vecadd>(setup);
}

}  // namespace heddle::bench
