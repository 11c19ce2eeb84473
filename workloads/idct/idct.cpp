#include <algorithm>
#include <utility>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

/// H.264, section 8.5.12: the transform of a row of four.
void transform4(int* line, size_t step) {
  int w0 = line[0], w1 = line[step], w2 = line[2 * step], w3 = line[3 * step];
  int even_sum = w0 + w2, even_difference = w0 - w2;
  int odd_difference = (w1 >> 1) - w3, odd_sum = w1 + (w3 >> 1);
  line[0] = even_sum + odd_sum;
  line[step] = even_difference + odd_difference;
  line[2 * step] = even_difference - odd_difference;
  line[3 * step] = even_sum - odd_sum;
}

/// H.264, section 8.5.13: the transform of a row of eight. Its even half is the transform of four.
void transform8(int* line, size_t step) {
  int even[4] = {line[0], line[2 * step], line[4 * step], line[6 * step]};
  transform4(even, 1);
  int w1 = line[step], w3 = line[3 * step], w5 = line[5 * step], w7 = line[7 * step];
  int a = w5 - w3 - w7 - (w7 >> 1), b = w1 + w7 - w3 - (w3 >> 1);
  int c = w7 - w1 + w5 + (w5 >> 1), d = w3 + w5 + w1 + (w1 >> 1);
  int odd[4] = {d - (a >> 2), (b >> 2) - c, b + (c >> 2), a + (d >> 2)};
  for (size_t i = 0; i < 4; i++) {
    line[i * step] = even[i] + odd[i];
    line[(7 - i) * step] = even[i] - odd[i];
  }
}

/// Coded blocks of one size, and the picture to which they are added.
struct Coded {
  size_t side;
  std::vector<uint8_t> prediction;
  std::vector<uint32_t> places;
  std::vector<int16_t> coefficients;
};

/// Distinct positions in the picture, in random order, with few high-frequency coefficients, as
/// after quantisation.
Coded make_coded(Random random, size_t side, size_t width, size_t height, size_t count) {
  Coded coded{side, random_integers<uint8_t>(Random(random.next()), width * height, 256), {}, {}};
  for (size_t y = 0; y + side <= height; y += side)
    for (size_t x = 0; x + side <= width; x += side)
      coded.places.push_back(static_cast<uint32_t>(y * width + x));
  for (size_t i = 0; i < count; i++)
    std::swap(coded.places[i], coded.places[i + random.below(coded.places.size() - i)]);
  coded.places.resize(count);
  for (size_t i = 0; i < count * side * side; i++) {
    size_t frequency = i % side + i / side % side;
    auto range = static_cast<int64_t>(2048 >> std::min<size_t>(frequency, 6));
    bool zero = random.below(2 * side) < 2 * frequency;
    auto value = static_cast<int64_t>(random.below(static_cast<uint64_t>(2 * range))) - range;
    coded.coefficients.push_back(static_cast<int16_t>(zero ? 0 : value));
  }
  return coded;
}

std::vector<uint8_t> decoded(const Coded& coded, size_t width) {
  std::vector<uint8_t> picture = coded.prediction;
  size_t side = coded.side;
  auto transform = side == 4 ? transform4 : transform8;
  for (size_t b = 0; b < coded.places.size(); b++) {
    auto first = coded.coefficients.begin() + static_cast<std::ptrdiff_t>(b * side * side);
    std::vector<int> block(first, first + static_cast<std::ptrdiff_t>(side * side));
    for (size_t row = 0; row < side; row++) transform(&block[row * side], 1);
    for (size_t column = 0; column < side; column++) transform(&block[column], side);
    for (size_t i = 0; i < block.size(); i++) {
      uint8_t& pixel = picture[coded.places[b] + i / side * width + i % side];
      pixel = static_cast<uint8_t>(std::clamp(pixel + ((block[i] + 32) >> 6), 0, 255));
    }
  }
  return picture;
}

class Idct : public Driver {
 public:
  explicit Idct(const Setup& setup) : Driver(setup) {
    add("idct_4x4", 4, "coded_4x4");
    add("idct_8x8", 8, "coded_8x8");
    add("idct_4x4", 4, "second_4x4");
    add("idct_8x8", 8, "second_8x8");
  }

  void run() override {
    for (const Part& part : parts_) {
      auto coefficients = buffer(part.coded.coefficients);
      auto places = buffer(part.coded.places);
      auto count = static_cast<uint32_t>(part.coded.places.size());
      auto side = static_cast<uint32_t>(part.coded.side);
      launch(part.kernel, {{blocks_for(count * side, block_)}, {block_}, block_ * (side + 1) * 4},
             part.picture, width_, coefficients, places, count);
    }
  }

  std::string verify() const override {
    for (const Part& part : parts_) {
      std::string wrong =
          compare("pixels of " + part.parameter, part.picture.read(), decoded(part.coded, width_));
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  /// One launch: the coded blocks of one size.
  struct Part {
    std::string_view kernel;
    std::string parameter;
    Coded coded;
    Buffer<uint8_t> picture;
  };

  void add(std::string_view kernel, uint32_t side, const std::string& parameter) {
    require(value(parameter) <= (width_ / side) * (height_ / side),
            "idct: '" + parameter + "' must be at most the number of such blocks in the picture");
    Coded coded = make_coded(random(parts_.size()), side, width_, height_, value(parameter));
    auto picture = buffer(coded.prediction);
    parts_.push_back({kernel, parameter, std::move(coded), std::move(picture)});
  }

  uint32_t width_ = value("width"), height_ = value("height"), block_ = value("block");
  std::vector<Part> parts_;
};

}  // namespace

std::unique_ptr<Driver> make_idct(const Setup& setup) { return std::make_unique<Idct>(setup); }

}  // namespace heddle::workload
