#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr uint32_t kRadius = 4;
const std::vector<float> kCoefficients = {0.4f, 0.06f, 0.02f, 0.01f, 0.005f};

class Fdtd3d : public Driver {
 public:
  explicit Fdtd3d(const Setup& setup)
      : Driver(setup),
        row_(width_ + 2 * kRadius),
        layer_(row_ * (height_ + 2 * kRadius)),
        start_(random_floats(random(), layer_ * (depth_ + 2 * kRadius), -1, 1)),
        states_{buffer(start_), buffer(start_)} {
    require(width_ % bx_ == 0 && height_ % by_ == 0,
            "fdtd3d: 'width' must be a multiple of 'block_x', 'height' of 'block_y'");
    require(bx_ * by_ <= 1024, "fdtd3d: a block has block_x * block_y threads, at most 1024");
    write_symbol("coefficient", kCoefficients);
  }

  void run() override {
    uint32_t bytes = (bx_ + 2 * kRadius) * (by_ + 2 * kRadius) * 4;
    for (uint32_t i = 0; i < steps_; i++)
      launch("fdtd3d", {{width_ / bx_, height_ / by_}, {bx_, by_}, bytes}, states_[i % 2],
             states_[1 - i % 2], width_, height_, depth_);
  }

  std::string verify() const override {
    std::vector<float> now = start_, next = start_;
    for (uint32_t i = 0; i < steps_; i++) {
      for (uint32_t z = 0; z < depth_; z++)
        for (uint32_t y = 0; y < height_; y++)
          for (uint32_t x = 0; x < width_; x++) update(now, next, x, y, z);
      now.swap(next);
    }
    return compare("state", states_[steps_ % 2].read(), now, {.absolute = 1e-5});
  }

 private:
  void update(const std::vector<float>& from, std::vector<float>& to, uint32_t x, uint32_t y,
              uint32_t z) const {
    size_t at = (z + kRadius) * layer_ + (y + kRadius) * row_ + x + kRadius;
    double sum = double{kCoefficients[0]} * from[at];
    for (size_t i = 1; i <= kRadius; i++)
      for (size_t step : {size_t{1}, row_, layer_})
        sum += double{kCoefficients[i]} * (double{from[at - i * step]} + from[at + i * step]);
    to[at] = static_cast<float>(sum);
  }

  uint32_t width_ = value("width"), height_ = value("height"), depth_ = value("depth");
  uint32_t steps_ = value("steps"), bx_ = value("block_x"), by_ = value("block_y");
  size_t row_, layer_;
  std::vector<float> start_;
  Buffer<float> states_[2];
};

}  // namespace

std::unique_ptr<Driver> make_fdtd3d(const Setup& setup) { return std::make_unique<Fdtd3d>(setup); }

}  // namespace heddle::workload
