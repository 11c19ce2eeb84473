// The Mandelbrot set on 256 x 256 pixels: the threads of a warp leave the loop at different times.
#include <fmt/format.h>

#include "workload/workload.hpp"

namespace heddle::bench {

namespace {

constexpr int kPixels = 256;  // of a side
constexpr int kIterations = 256;

int escape_time(int x, int y) {
  float cr = -2.0f + 3.0f * static_cast<float>(x) / kPixels;
  float ci = -1.5f + 3.0f * static_cast<float>(y) / kPixels;
  float zr = 0, zi = 0;
  int i = 0;
  for (; i < kIterations; i++) {
    float r2 = zr * zr, i2 = zi * zi;
    if (r2 + i2 > 4.0f) break;
    zi = 2.0f * zr * zi + ci;
    zr = r2 - i2 + cr;
  }
  return i;
}

class Mandel : public workload::Driver {
 public:
  explicit Mandel(const workload::Setup& setup)
      : Driver(setup), out_(buffer<int>(kPixels * kPixels)) {}

  void run() override { launch("mandel", {{kPixels / 16, kPixels / 16}, {16, 16}}, out_); }

  /// The kernel fuses multiply and add where the host does not, so pixels on the boundary may
  /// differ.
  std::string verify() const override {
    std::vector<int> out = out_.read();
    int differing = 0;
    for (int y = 0; y < kPixels; y++)
      for (int x = 0; x < kPixels; x++) differing += out[y * kPixels + x] != escape_time(x, y);
    return differing * 50 < kPixels * kPixels ? "" : fmt::format("{} pixels differ", differing);
  }

 private:
  Buffer<int> out_;
};

}  // namespace

std::unique_ptr<workload::Driver> make_mandel(const workload::Setup& setup) {
  return std::make_unique<Mandel>(setup);
}

}  // namespace heddle::bench
