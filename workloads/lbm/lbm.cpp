#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr int kDirections = 9;
constexpr int kToX[] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, kToY[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr int kOpposite[] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constexpr float kRelax = 0.6f;

double weight(int d) { return d == 0 ? 4.0 / 9 : d < 5 ? 1.0 / 9 : 1.0 / 36; }

class Lbm : public Driver {
 public:
  explicit Lbm(const Setup& setup) : Driver(setup) {
    require(cells_ <= 1 << 26, "lbm: at most 67108864 cells");
    Random chance = random(0), noise = random(1);
    solid_.resize(cells_);
    for (uint8_t& s : solid_) s = chance.below(100) < value("solid");
    start_.resize(kDirections * cells_);
    for (int d = 0; d < kDirections; d++)
      for (size_t i = 0; i < cells_; i++)
        start_[d * cells_ + i] = static_cast<float>(weight(d) * (1 + 0.2 * noise.unit()));
    device_solid_ = buffer(solid_);
    state_[0] = buffer(start_);
    state_[1] = buffer<float>(start_.size());
  }

  void run() override {
    uint32_t block = value("block");
    for (uint32_t i = 0; i < steps_; i++)
      launch("step", {{blocks_for(width_, block), height_}, {block}}, state_[i % 2],
             state_[1 - i % 2], device_solid_, width_, height_, kRelax);
  }

  std::string verify() const override {
    std::vector<float> now = start_, next(start_.size());
    for (uint32_t i = 0; i < steps_; i++) {
      for (uint32_t y = 0; y < height_; y++)
        for (uint32_t x = 0; x < width_; x++) update(now, next, x, y);
      now.swap(next);
    }
    return compare("state", state_[steps_ % 2].read(), now, {.absolute = 1e-5, .relative = 1e-5});
  }

 private:
  void update(const std::vector<float>& from, std::vector<float>& to, uint32_t x,
              uint32_t y) const {
    size_t me = size_t{y} * width_ + x;
    double f[kDirections], density = 0, flow_x = 0, flow_y = 0;
    for (int d = 0; d < kDirections; d++) {
      size_t from_x = (x + width_ - kToX[d]) % width_, from_y = (y + height_ - kToY[d]) % height_;
      f[d] = from[d * cells_ + from_y * width_ + from_x];
      density += f[d];
      flow_x += kToX[d] * f[d];
      flow_y += kToY[d] * f[d];
    }
    flow_x /= density;
    flow_y /= density;
    for (int d = 0; d < kDirections; d++) {
      double along = 3 * (kToX[d] * flow_x + kToY[d] * flow_y);
      double square = 1.5 * (flow_x * flow_x + flow_y * flow_y);
      double balance = weight(d) * density * (1 + along + 0.5 * along * along - square);
      if (solid_[me])
        to[kOpposite[d] * cells_ + me] = static_cast<float>(f[d]);
      else
        to[d * cells_ + me] = static_cast<float>(f[d] + double{kRelax} * (balance - f[d]));
    }
  }

  uint32_t width_ = value("width"), height_ = value("height"), steps_ = value("steps");
  size_t cells_ = size_t{width_} * height_;
  std::vector<uint8_t> solid_;
  std::vector<float> start_;
  Buffer<uint8_t> device_solid_;
  Buffer<float> state_[2];
};

}  // namespace

std::unique_ptr<Driver> make_lbm(const Setup& setup) { return std::make_unique<Lbm>(setup); }

}  // namespace heddle::workload
