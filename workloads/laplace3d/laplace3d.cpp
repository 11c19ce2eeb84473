#include <utility>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Laplace3d : public Driver {
 public:
  explicit Laplace3d(const Setup& setup)
      : Driver(setup),
        input_(random_floats(random(), width_ * height_ * depth_, -1, 1)),
        from_(buffer(input_)),
        to_(buffer<float>(input_.size())) {
    require(block_x_ * block_y_ <= 1024,
            "laplace3d: a block has block_x * block_y threads, at most 1024");
  }

  void run() override {
    auto width = static_cast<uint32_t>(width_), height = static_cast<uint32_t>(height_);
    auto depth = static_cast<uint32_t>(depth_);
    uint32_t planes = 3 * (block_x_ + 2) * (block_y_ + 2);
    LaunchConfig config{{blocks_for(width, block_x_), blocks_for(height, block_y_)},
                        {block_x_, block_y_},
                        planes * uint32_t{sizeof(float)}};
    for (uint32_t i = 0; i < iterations_; i++) {
      launch("jacobi", config, from_, to_, width, height, depth);
      std::swap(from_, to_);
    }
  }

  std::string verify() const override {
    std::vector<float> values = input_, next = input_;
    for (uint32_t i = 0; i < iterations_; i++) {
      for (size_t z = 1; z + 1 < depth_; z++)
        for (size_t y = 1; y + 1 < height_; y++)
          for (size_t x = 1; x + 1 < width_; x++) {
            size_t here = (z * height_ + y) * width_ + x, plane = width_ * height_;
            next[here] = (values[here - 1] + values[here + 1] + values[here - width_] +
                          values[here + width_] + values[here - plane] + values[here + plane]) /
                         6;
          }
      values = next;
    }
    return compare("values", from_.read(), values, {.absolute = 1e-5});
  }

 private:
  size_t width_ = value("width"), height_ = value("height"), depth_ = value("depth");
  uint32_t iterations_ = value("iterations");
  uint32_t block_x_ = value("block_x"), block_y_ = value("block_y");
  std::vector<float> input_;
  Buffer<float> from_, to_;
};

}  // namespace

std::unique_ptr<Driver> make_laplace3d(const Setup& setup) {
  return std::make_unique<Laplace3d>(setup);
}

}  // namespace heddle::workload
