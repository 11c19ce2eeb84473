#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

class Transpose : public Driver {
 public:
  explicit Transpose(const Setup& setup)
      : Driver(setup),
        input_(random_floats(random(), size_t{width_} * height_, -1, 1)),
        from_(buffer(input_)),
        to_(buffer<float>(input_.size())) {}

  void run() override {
    launch("transpose",
           {{blocks_for(width_, tile_), blocks_for(height_, tile_)},
            {tile_, tile_},
            tile_ * (tile_ + 1) * 4},
           from_, to_, width_, height_);
  }

  std::string verify() const override {
    std::vector<float> expected(input_.size());
    for (size_t y = 0; y < height_; y++)
      for (size_t x = 0; x < width_; x++) expected[x * height_ + y] = input_[y * width_ + x];
    return compare("to", to_.read(), expected);
  }

 private:
  uint32_t width_ = value("width"), height_ = value("height"), tile_ = value("tile");
  std::vector<float> input_;
  Buffer<float> from_, to_;
};

}  // namespace

std::unique_ptr<Driver> make_transpose(const Setup& setup) {
  return std::make_unique<Transpose>(setup);
}

}  // namespace heddle::workload
