// c[i] = a[i] + b[i] on 1M floats: nothing but memory.
#include <fmt/format.h>

#include "peer/makers.hpp"

namespace heddle::peer {

namespace {

constexpr int kCount = 1 << 20;

class Vecadd : public Workload {
 public:
  Vecadd(Device& device, const std::filesystem::path& folder)
      : device_(device),
        kernel_(device.load_file(folder / "vecadd.ptx").kernel()),
        host_a_(kCount),
        host_b_(kCount),
        a_(device.buffer<float>(kCount, "a")),
        b_(device.buffer<float>(kCount, "b")),
        c_(device.buffer<float>(kCount, "c")) {
    for (int i = 0; i < kCount; i++) {
      host_a_[i] = static_cast<float>(i % 1000);
      host_b_[i] = static_cast<float>(i % 777);
    }
  }
  void reset() override {
    a_.write(host_a_);
    b_.write(host_b_);
    c_.fill(std::byte{0});
  }
  RunCounts run() override {
    return device_.launch(kernel_, {{(kCount + 255) / 256}, {256}}, a_, b_, c_, kCount);
  }
  std::string verify() const override {
    std::vector<float> c = c_.read();
    for (int i = 0; i < kCount; i++)
      if (c[i] != host_a_[i] + host_b_[i]) return fmt::format("c[{}] is {}", i, c[i]);
    return {};
  }

 private:
  Device& device_;
  Kernel kernel_;
  std::vector<float> host_a_, host_b_;
  Buffer<float> a_, b_, c_;
};

}  // namespace

std::unique_ptr<Workload> make_vecadd(Device& device, const std::filesystem::path& folder) {
  return std::make_unique<Vecadd>(device, folder);
}

}  // namespace heddle::peer
