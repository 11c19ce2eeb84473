#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Mandelbrot : public Driver {
 public:
  explicit Mandelbrot(const Setup& setup)
      : Driver(setup), counts_(buffer<uint32_t>(size_t{width_} * height_)) {}

  void run() override {
    launch("mandelbrot", {{blocks_for(width_, block_), height_}, {block_}}, counts_, width_,
           height_, limit_, value("steps"));
  }

  std::string verify() const override {
    std::vector<uint32_t> expected;
    for (uint32_t y = 0; y < height_; y++)
      for (uint32_t x = 0; x < width_; x++) expected.push_back(iterations(x, y));
    return compare("counts", counts_.read(), expected);
  }

 private:
  uint32_t iterations(uint32_t x, uint32_t y) const {
    float cr = -2.2f + 3.2f * static_cast<float>(x) / static_cast<float>(width_);
    float ci = -1.6f + 3.2f * static_cast<float>(y) / static_cast<float>(height_);
    float zr = 0, zi = 0;
    for (uint32_t count = 1; count < limit_; count++) {
      float next = std::fma(zr, zr, std::fma(-zi, zi, cr));
      zi = std::fma(2 * zr, zi, ci);
      zr = next;
      if (std::fma(zr, zr, zi * zi) > 4.0f) return count;
    }
    return limit_;
  }

  uint32_t width_ = value("width"), height_ = value("height"), limit_ = value("limit");
  uint32_t block_ = value("block");
  Buffer<uint32_t> counts_;
};

}  // namespace

std::unique_ptr<Driver> make_mandelbrot(const Setup& setup) {
  return std::make_unique<Mandelbrot>(setup);
}

}  // namespace heddle::workload
