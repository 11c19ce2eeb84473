#include <algorithm>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

// As in motion_compensation.cu.
constexpr uint32_t kThreads = 64, kSpan = 13, kChromaSpan = 5;

struct Picture {
  int width, height;
  const uint8_t* pixels;

  /// Coordinates outside the picture are clamped to its edges.
  int at(int x, int y) const {
    return pixels[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)];
  }
};

int six_taps(const int (&v)[6]) {
  return v[0] - 5 * v[1] + 20 * v[2] + 20 * v[3] - 5 * v[4] + v[5];
}

/// H.264, section 8.4.2.2.1: the sample at a half-pixel position.
int half_sample(const Picture& picture, int x, int y) {
  int px = x >> 1, py = y >> 1, taps[6];
  auto row_at = [&](int row) {
    int along[6];
    for (int i = 0; i < 6; i++) along[i] = picture.at(px + i - 2, row);
    return six_taps(along);
  };
  if (x % 2 == 0 && y % 2 == 0) return picture.at(px, py);
  if (y % 2 == 0) return std::clamp((row_at(py) + 16) >> 5, 0, 255);
  for (int i = 0; i < 6; i++)
    taps[i] = x % 2 == 0 ? picture.at(px, py + i - 2) : row_at(py + i - 2);
  return x % 2 == 0 ? std::clamp((six_taps(taps) + 16) >> 5, 0, 255)
                    : std::clamp((six_taps(taps) + 512) >> 10, 0, 255);
}

/// The sample at a quarter-pixel position: the mean of two neighbouring half-pixel samples. If both
/// coordinates are odd, these are the one in an integer row and the one in an integer column.
int quarter_sample(const Picture& picture, int x, int y) {
  int ax = x >> 1, ay = y >> 1, bx = (x + 1) >> 1, by = (y + 1) >> 1;
  if (x % 2 != 0 && y % 2 != 0) {
    ax = x >> 1 | 1;
    ay = ((y >> 1) + 1) & ~1;
    bx = ((x >> 1) + 1) & ~1;
    by = y >> 1 | 1;
  }
  return (half_sample(picture, ax, ay) + half_sample(picture, bx, by) + 1) >> 1;
}

/// Section 8.4.2.2.2: bilinear, at eighth-pixel positions.
int chroma_sample(const Picture& picture, int x, int y) {
  int px = x >> 3, py = y >> 3, fx = x & 7, fy = y & 7;
  return ((8 - fx) * (8 - fy) * picture.at(px, py) + fx * (8 - fy) * picture.at(px + 1, py) +
          (8 - fx) * fy * picture.at(px, py + 1) + fx * fy * picture.at(px + 1, py + 1) + 32) >>
         6;
}

class MotionCompensation : public Driver {
 public:
  explicit MotionCompensation(const Setup& setup)
      : Driver(setup),
        luma_(random_integers<uint8_t>(random(0), pixels(), 256)),
        chroma_(random_integers<uint8_t>(random(1), pixels() / 2, 256)),
        vectors_(make_vectors()),
        luma_reference_(buffer(luma_)),
        chroma_reference_(buffer(chroma_)),
        device_vectors_(buffer(vectors_)),
        luma_predicted_(buffer<uint8_t>(pixels())),
        chroma_predicted_(buffer<uint8_t>(pixels() / 2)) {
    require(columns_ % macroblocks_ == 0,
            "motion_compensation: 'columns' must be a multiple of the macroblocks of a block, "
            "'block' / 64");
  }

  void run() override {
    LaunchConfig config{{columns_ / macroblocks_, rows_}, {kThreads, macroblocks_}};
    config.dynamic_shared = macroblocks_ * 4 * kSpan * kSpan;
    launch("predict_luma", config, luma_predicted_, luma_reference_, device_vectors_, 16 * columns_,
           16 * rows_);
    config.dynamic_shared = macroblocks_ * 2 * 4 * kChromaSpan * kChromaSpan;
    launch("predict_chroma", config, chroma_predicted_, chroma_reference_, device_vectors_,
           8 * columns_, 8 * rows_);
  }

  std::string verify() const override {
    std::string wrong = compare("luma", luma_predicted_.read(), expected(luma_, 16, 1));
    return wrong.empty() ? compare("chroma", chroma_predicted_.read(), expected(chroma_, 8, 2))
                         : wrong;
  }

 private:
  size_t pixels() const { return size_t{256} * columns_ * rows_; }

  /// Macroblocks move as a whole, in halves or in quadrants, and a third of them by whole pixels.
  std::vector<int32_t> make_vectors() const {
    std::vector<int32_t> vectors;
    Random numbers = random(2);
    auto component = [&](int32_t step) {
      return step * (static_cast<int32_t>(numbers.below(128)) - 64);
    };
    for (size_t macroblock = 0; macroblock < size_t{columns_} * rows_; macroblock++) {
      int32_t step = numbers.below(3) == 0 ? 4 : 1;
      int32_t own[4][2];
      for (auto& vector : own)
        for (int32_t& c : vector) c = component(step);
      uint64_t shape = numbers.below(4);  // 16x16, 16x8, 8x16, 8x8
      for (size_t quadrant = 0; quadrant < 4; quadrant++) {
        size_t part = shape == 0   ? 0
                      : shape == 1 ? quadrant / 2
                      : shape == 2 ? quadrant % 2
                                   : quadrant;
        vectors.insert(vectors.end(), {own[part][0], own[part][1]});
      }
    }
    return vectors;
  }

  std::vector<uint8_t> expected(const std::vector<uint8_t>& reference, int side, int planes) const {
    std::vector<uint8_t> predicted;
    int width = side * static_cast<int>(columns_), height = side * static_cast<int>(rows_);
    for (int plane = 0; plane < planes; plane++) {
      Picture picture{width, height, reference.data() + plane * width * height};
      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
          int macroblock = y / side * static_cast<int>(columns_) + x / side;
          int quadrant = y % side / (side / 2) * 2 + x % side / (side / 2);
          const int32_t* vector = &vectors_[static_cast<size_t>(8 * macroblock + 2 * quadrant)];
          predicted.push_back(static_cast<uint8_t>(
              side == 16 ? quarter_sample(picture, 4 * x + vector[0], 4 * y + vector[1])
                         : chroma_sample(picture, 8 * x + vector[0], 8 * y + vector[1])));
        }
    }
    return predicted;
  }

  uint32_t columns_ = value("columns"), rows_ = value("rows");
  uint32_t macroblocks_ = value("block") / kThreads;  // macroblocks of a block
  std::vector<uint8_t> luma_, chroma_;                // chroma: both planes, one after the other
  std::vector<int32_t> vectors_;  // x and y of each quadrant, in quarter luma pixels
  Buffer<uint8_t> luma_reference_, chroma_reference_;
  Buffer<int32_t> device_vectors_;
  Buffer<uint8_t> luma_predicted_, chroma_predicted_;
};

}  // namespace

std::unique_ptr<Driver> make_motion_compensation(const Setup& setup) {
  return std::make_unique<MotionCompensation>(setup);
}

}  // namespace heddle::workload
