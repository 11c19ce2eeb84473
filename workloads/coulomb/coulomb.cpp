#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

constexpr uint32_t kMaxAtoms = 4000, kPoints = 8;  // as in coulomb.cu
constexpr float kSpacing = 0.1f;

class Coulomb : public Driver {
 public:
  explicit Coulomb(const Setup& setup)
      : Driver(setup), plane_(buffer<float>(size_t{width_} * height_)) {
    require(width_ % (block_x_ * kPoints) == 0 && height_ % block_y_ == 0,
            "coulomb: 'width' must be a multiple of 8 * 'block_x', 'height' one of 'block_y'");
    require(block_x_ * block_y_ <= 1024,
            "coulomb: a block has block_x * block_y threads, at most 1024");
    Random numbers = random();
    auto within = [&](float low, float high) {
      return low + (high - low) * static_cast<float>(numbers.unit());
    };
    for (uint32_t i = 0; i < count_; i++) {
      float x = within(0, kSpacing * static_cast<float>(width_));
      float y = within(0, kSpacing * static_cast<float>(height_));
      float z = within(0.5f, 4);
      atoms_.insert(atoms_.end(), {x, y, z * z, within(0.1f, 1)});
    }
  }

  /// Constant memory holds only some of the atoms, so each launch adds the next part.
  void run() override {
    for (uint32_t first = 0; first < count_; first += kMaxAtoms) {
      uint32_t some = std::min(kMaxAtoms, count_ - first);
      std::vector<float> part(atoms_.begin() + 4 * first, atoms_.begin() + 4 * (first + some));
      write_symbol("atoms", part);
      launch("potential",
             {{width_ / (block_x_ * kPoints), height_ / block_y_}, {block_x_, block_y_}}, plane_,
             width_, some, kSpacing);
    }
  }

  std::string verify() const override {
    std::vector<float> expected;
    for (uint32_t row = 0; row < height_; row++)
      for (uint32_t column = 0; column < width_; column++) {
        double sum = 0;
        for (size_t i = 0; i < atoms_.size(); i += 4) {
          double dx = column * double{kSpacing} - double{atoms_[i]};
          double dy = row * double{kSpacing} - double{atoms_[i + 1]};
          sum += double{atoms_[i + 3]} / std::sqrt(dx * dx + dy * dy + double{atoms_[i + 2]});
        }
        expected.push_back(static_cast<float>(sum));
      }
    return compare("potential", plane_.read(), expected, {.relative = 1e-4});
  }

 private:
  uint32_t width_ = value("width"), height_ = value("height"), count_ = value("atoms");
  uint32_t block_x_ = value("block_x"), block_y_ = value("block_y");
  std::vector<float> atoms_;
  Buffer<float> plane_;
};

}  // namespace

std::unique_ptr<Driver> make_coulomb(const Setup& setup) {
  return std::make_unique<Coulomb>(setup);
}

}  // namespace heddle::workload
