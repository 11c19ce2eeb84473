// The Mandelbrot set on 256 x 256 pixels: threads of a warp leave the loop at different times.
#include <fmt/format.h>

#include "peer/makers.hpp"

namespace heddle::peer {

namespace {

constexpr int kSide = 256, kIterations = 256;

int escape_time(int x, int y) {
  float cr = -2.0f + 3.0f * static_cast<float>(x) / kSide;
  float ci = -1.5f + 3.0f * static_cast<float>(y) / kSide;
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

class Mandel : public Workload {
 public:
  Mandel(Device& device, const std::filesystem::path& folder)
      : device_(device),
        kernel_(device.load_file(folder / "mandel.ptx").kernel()),
        out_(device.buffer<int>(kSide * kSide, "out")) {}
  void reset() override { out_.fill(std::byte{0}); }
  RunCounts run() override {
    return device_.launch(kernel_, {{kSide / 16, kSide / 16}, {16, 16}}, out_);
  }
  /// The kernel fuses multiply and add where the host does not: pixels on the boundary may differ.
  std::string verify() const override {
    std::vector<int> out = out_.read();
    int differing = 0;
    for (int y = 0; y < kSide; y++)
      for (int x = 0; x < kSide; x++) differing += out[y * kSide + x] != escape_time(x, y);
    return differing * 50 < kSide * kSide ? "" : fmt::format("{} pixels differ", differing);
  }

 private:
  Device& device_;
  Kernel kernel_;
  Buffer<int> out_;
};

}  // namespace

std::unique_ptr<Workload> make_mandel(Device& device, const std::filesystem::path& folder) {
  return std::make_unique<Mandel>(device, folder);
}

}  // namespace heddle::peer
