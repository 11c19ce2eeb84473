#include <algorithm>
#include <cmath>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

struct Gradient {
  float north, south, west, east;
};

class Srad : public Driver {
 public:
  explicit Srad(const Setup& setup)
      : Driver(setup), start_(random_floats(random(), size_t{rows_} * columns_, 0, 1)) {
    for (float& pixel : start_) pixel = std::exp(pixel);
    image_ = buffer(start_);
    diffusion_ = buffer<float>(start_.size());
    gradients_ = buffer<Gradient>(start_.size());
  }

  void run() override {
    uint32_t side = value("tile");
    LaunchConfig config{{blocks_for(columns_, side), blocks_for(rows_, side)}, {side, side}};
    for (uint32_t i = 0; i < steps_; i++) {
      launch("coefficients", config, image_, diffusion_, gradients_, rows_, columns_,
             speckle(image_.read()));
      launch("diffuse", config, image_, diffusion_, gradients_, rows_, columns_);
    }
  }

  std::string verify() const override {
    std::vector<float> image = start_;
    for (uint32_t i = 0; i < steps_; i++) step(image);
    return compare("image", image_.read(), image, {.relative = 2e-4});
  }

 private:
  /// The host's part: the squared coefficient of variation of the whole image.
  static float speckle(const std::vector<float>& image) {
    double sum = 0, squares = 0, n = static_cast<double>(image.size());
    for (double pixel : image) sum += pixel, squares += pixel * pixel;
    double mean = sum / n;
    return static_cast<float>((squares / n - mean * mean) / (mean * mean));
  }

  void step(std::vector<float>& image) const {
    double q = speckle(image);
    auto index = [&](uint32_t x, uint32_t y) { return size_t{y} * columns_ + x; };
    std::vector<double> c(image.size());
    auto gradient = [&](uint32_t x, uint32_t y) {
      double here = image[index(x, y)];
      return std::array{y > 0 ? image[index(x, y - 1)] - here : 0,
                        y + 1 < rows_ ? image[index(x, y + 1)] - here : 0,
                        x > 0 ? image[index(x - 1, y)] - here : 0,
                        x + 1 < columns_ ? image[index(x + 1, y)] - here : 0};
    };
    std::vector<float> next = image;
    for (uint32_t y = 0; y < rows_; y++)
      for (uint32_t x = 0; x < columns_; x++) {
        double here = image[index(x, y)], square = 0, sum = 0;
        for (double g : gradient(x, y)) square += g * g / (here * here), sum += g / here;
        double variation = (0.5 * square - sum * sum / 16) / std::pow(1 + sum / 4, 2);
        c[index(x, y)] = std::clamp(1 / (1 + (variation - q) / (q * (1 + q))), 0.0, 1.0);
      }
    for (uint32_t y = 0; y < rows_; y++)
      for (uint32_t x = 0; x < columns_; x++) {
        auto [north, south, west, east] = gradient(x, y);
        double here = c[index(x, y)];
        double below = y + 1 < rows_ ? c[index(x, y + 1)] : here;
        double right = x + 1 < columns_ ? c[index(x + 1, y)] : here;
        next[index(x, y)] +=
            static_cast<float>(0.125 * (here * (north + west) + below * south + right * east));
      }
    image = next;
  }

  uint32_t rows_ = value("rows"), columns_ = value("columns"), steps_ = value("steps");
  std::vector<float> start_;
  Buffer<float> image_, diffusion_;
  Buffer<Gradient> gradients_;
};

}  // namespace

std::unique_ptr<Driver> make_srad(const Setup& setup) { return std::make_unique<Srad>(setup); }

}  // namespace heddle::workload
