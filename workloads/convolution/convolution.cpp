#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr uint32_t kAcross = 16, kDown = 8;  // block of the column pass

class Convolution : public Driver {
 public:
  explicit Convolution(const Setup& setup)
      : Driver(setup),
        image_(random_floats(random(0), size_t{width_} * height_, 0, 1)),
        weights_(random_floats(random(1), 2 * radius_ + 1, -0.2f, 0.3f)),
        from_(buffer(image_)),
        between_(buffer<float>(image_.size())),
        to_(buffer<float>(image_.size())) {
    std::vector<float> padded = weights_;
    padded.resize(65);
    write_symbol("kernel_weight", padded);
  }

  void run() override {
    uint32_t block = value("block");
    launch("along_rows", {{blocks_for(width_, block), height_}, {block}, (block + 2 * radius_) * 4},
           from_, between_, width_, radius_);
    launch("along_columns",
           {{blocks_for(width_, kAcross), blocks_for(height_, kDown)},
            {kAcross, kDown},
            (kDown + 2 * radius_) * kAcross * 4},
           between_, to_, width_, height_, radius_);
  }

  std::string verify() const override {
    std::vector<float> rows = convolved(image_, true), expected = convolved(rows, false);
    return compare("to", to_.read(), expected, {.absolute = 1e-4});
  }

 private:
  std::vector<float> convolved(const std::vector<float>& from, bool along_row) const {
    std::vector<float> to(from.size());
    int r = static_cast<int>(radius_), w = static_cast<int>(width_), h = static_cast<int>(height_);
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        double sum = 0;
        for (int i = -r; i <= r; i++) {
          int px = along_row ? x + i : x, py = along_row ? y : y + i;
          if (px >= 0 && px < w && py >= 0 && py < h)
            sum += double{weights_[i + r]} * from[size_t(py) * width_ + px];
        }
        to[size_t(y) * width_ + x] = static_cast<float>(sum);
      }
    return to;
  }

  uint32_t width_ = value("width"), height_ = value("height"), radius_ = value("radius");
  std::vector<float> image_, weights_;
  Buffer<float> from_, between_, to_;
};

}  // namespace

std::unique_ptr<Driver> make_convolution(const Setup& setup) {
  return std::make_unique<Convolution>(setup);
}

}  // namespace heddle::workload
