#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Stencil3d : public Driver {
 public:
  explicit Stencil3d(const Setup& setup)
      : Driver(setup),
        start_(random_floats(random(), size_t{nx_} * ny_ * nz_, -1, 1)),
        states_{buffer(start_), buffer(start_)} {  // no kernel writes the faces of the box
    require(uint64_t{nx_} * ny_ * nz_ < uint64_t{1} << 31,
            "stencil3d: the box must have fewer than 2^31 cells");
    require(width_ * height_ <= 1024, "stencil3d: a tile has at most 1024 threads");
  }

  void run() override {
    LaunchConfig config{{blocks_for(nx_ - 2, width_), blocks_for(ny_ - 2, height_)},
                        {width_, height_},
                        width_ * height_ * 4};
    for (uint32_t i = 0; i < iterations_; i++)
      launch("stencil", config, states_[i % 2], states_[1 - i % 2], nx_, ny_, nz_);
  }

  std::string verify() const override {
    std::vector<float> now = start_, next = start_;
    size_t row = nx_, plane = row * ny_;
    for (uint32_t i = 0; i < iterations_; i++) {
      for (size_t z = 1; z < nz_ - 1; z++)
        for (size_t y = 1; y < ny_ - 1; y++)
          for (size_t x = 1; x < nx_ - 1; x++) {
            size_t at = z * plane + y * row + x;
            double around = double{now[at - 1]} + now[at + 1] + now[at - row] + now[at + row] +
                            now[at - plane] + now[at + plane];
            next[at] = static_cast<float>(around / 36 - double{now[at]} / 6);
          }
      now.swap(next);
    }
    return compare("cells", states_[iterations_ % 2].read(), now, {.absolute = 1e-6});
  }

 private:
  uint32_t nx_ = value("nx"), ny_ = value("ny"), nz_ = value("nz");
  uint32_t iterations_ = value("iterations");
  uint32_t width_ = value("width"), height_ = value("height");
  std::vector<float> start_;
  Buffer<float> states_[2];
};

}  // namespace

std::unique_ptr<Driver> make_stencil3d(const Setup& setup) {
  return std::make_unique<Stencil3d>(setup);
}

}  // namespace heddle::workload
