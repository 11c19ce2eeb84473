#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

struct Cuts {
  uint8_t first, second, third, unused = 0;
};
struct Compressed {
  uint32_t ends, indices;
};
struct Colour {
  float r, g, b;
};
Colour operator+(Colour a, Colour b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
Colour operator*(Colour a, float s) { return {a.r * s, a.g * s, a.b * s}; }
/// a * s + b
Colour scaled_plus(Colour a, float s, Colour b) {
  return {std::fma(a.r, s, b.r), std::fma(a.g, s, b.g), std::fma(a.b, s, b.b)};
}
float dot(Colour a, Colour b) { return std::fma(a.r, b.r, std::fma(a.g, b.g, a.b * b.b)); }

using Tile = std::array<Colour, 16>;

/// Every way of dividing sixteen items into four runs, including empty ones.
std::vector<Cuts> all_cuts() {
  std::vector<Cuts> cuts;
  for (uint8_t a = 0; a <= 16; a++)
    for (uint8_t b = a; b <= 16; b++)
      for (uint8_t c = b; c <= 16; c++) cuts.push_back({a, b, c});
  return cuts;
}

Colour principal_axis(const Tile& tile) {
  Colour sum{0, 0, 0}, rows[3] = {}, axis{1, 1, 1};
  for (Colour c : tile) sum = sum + c;
  for (Colour c : tile) {
    Colour d = scaled_plus(sum, -1.0f / 16, c);
    rows[0] = scaled_plus(d, d.r, rows[0]);
    rows[1] = scaled_plus(d, d.g, rows[1]);
    rows[2] = scaled_plus(d, d.b, rows[2]);
  }
  for (int i = 0; i < 8; i++) {
    Colour next{dot(rows[0], axis), dot(rows[1], axis), dot(rows[2], axis)};
    float largest = std::max({std::fabs(next.r), std::fabs(next.g), std::fabs(next.b)});
    if (largest == 0) break;
    axis = next * (1 / largest);
  }
  return axis;
}

struct Quantized {
  Colour colour;
  uint32_t code;
};
Quantized quantized(Colour c) {
  auto level = [](float v, float most) {
    return std::nearbyint(std::clamp(v, 0.0f, 255.0f) * (most / 255));
  };
  float r = level(c.r, 31), g = level(c.g, 63), b = level(c.b, 31);
  return {
      {r * (255.0f / 31), g * (255.0f / 63), b * (255.0f / 31)},
      static_cast<uint32_t>(r) << 11 | static_cast<uint32_t>(g) << 5 | static_cast<uint32_t>(b)};
}

struct Fit {
  float error = 1e30f;
  uint32_t first = 0, last = 0;  // codes of the end colours
};
Fit fit(Cuts cuts, const std::array<Colour, 17>& sums) {
  auto n0 = static_cast<float>(cuts.first), n1 = static_cast<float>(cuts.second - cuts.first);
  auto n2 = static_cast<float>(cuts.third - cuts.second), n3 = static_cast<float>(16 - cuts.third);
  float aa = std::fma(n2, 1.0f / 9, std::fma(n1, 4.0f / 9, n0));
  float bb = std::fma(n1, 1.0f / 9, std::fma(n2, 4.0f / 9, n3));
  float ab = (n1 + n2) * (2.0f / 9), determinant = std::fma(aa, bb, -ab * ab);
  Colour thrice = sums[cuts.first] + sums[cuts.second] + sums[cuts.third];
  Colour ax = thrice * (1.0f / 3), bx = scaled_plus(thrice, -1.0f / 3, sums[16]);
  Colour first = sums[16] * (1.0f / 16), last = first;
  if (determinant > 0.01f) {
    first = scaled_plus(ax, bb, bx * -ab) * (1 / determinant);
    last = scaled_plus(bx, aa, ax * -ab) * (1 / determinant);
  }
  auto [a, a_code] = quantized(first);
  auto [b, b_code] = quantized(last);
  float mixed = std::fma(ab, dot(a, b), -dot(a, ax)) - dot(b, bx);
  return {std::fma(2.0f, mixed, std::fma(dot(a, a), aa, dot(b, b) * bb)), a_code, b_code};
}

/// The kernel's result, computed with the same rounding.
Compressed compress(const Tile& tile, const std::vector<Cuts>& all) {
  Colour axis = principal_axis(tile);
  std::array<uint32_t, 16> order;
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](uint32_t i) { return dot(tile[i], axis); });
  std::array<Colour, 17> sums{};
  for (size_t i = 0; i < 16; i++) sums[i + 1] = sums[i] + tile[order[i]];

  Fit best;
  Cuts cuts{};
  for (Cuts tried : all)
    if (Fit found = fit(tried, sums); found.error < best.error) {
      best = found;
      cuts = tried;
    }
  bool swapped = best.first < best.last;
  if (swapped) std::swap(best.first, best.last);
  Compressed result{best.first | best.last << 16, 0};
  if (best.first == best.last) return result;
  constexpr uint32_t kIndexOfRun[] = {0, 2, 3, 1};
  for (uint32_t rank = 0; rank < 16; rank++) {
    uint32_t run = (rank >= cuts.first) + (rank >= cuts.second) + (rank >= cuts.third);
    result.indices |= kIndexOfRun[swapped ? 3 - run : run] << (2 * order[rank]);
  }
  return result;
}

class Dxtc : public Driver {
 public:
  explicit Dxtc(const Setup& setup)
      : Driver(setup),
        pixels_(picture()),
        device_pixels_(buffer(pixels_)),
        device_cuts_(buffer(cuts_)),
        results_(buffer<Compressed>(pixels_.size() / 16)) {}

  void run() override {
    launch("compress", {{width_ / 4, height_ / 4}, {block_}}, device_pixels_, results_,
           device_cuts_, static_cast<uint32_t>(cuts_.size()), width_);
  }

  std::string verify() const override {
    std::vector<uint32_t> got, expected;
    for (Compressed c : results_.read()) got.insert(got.end(), {c.ends, c.indices});
    for (uint32_t y = 0; y < height_; y += 4)
      for (uint32_t x = 0; x < width_; x += 4) {
        Compressed c = compress(tile(x, y), cuts_);
        expected.insert(expected.end(), {c.ends, c.indices});
      }
    return compare("results", got, expected);
  }

 private:
  Tile tile(uint32_t x, uint32_t y) const {
    Tile tile;
    for (uint32_t i = 0; i < 16; i++) {
      uint32_t pixel = pixels_[size_t{y + i / 4} * width_ + x + i % 4];
      tile[i] = {static_cast<float>(pixel & 255), static_cast<float>(pixel >> 8 & 255),
                 static_cast<float>(pixel >> 16 & 255)};
    }
    return tile;
  }
  /// Slowly changing colours with noise and a pattern of edges.
  std::vector<uint32_t> picture() const {
    Random source = random();
    std::vector<uint32_t> pixels;
    for (uint32_t y = 0; y < height_; y++)
      for (uint32_t x = 0; x < width_; x++) {
        uint64_t edge = ((x / 7 + y / 5) % 2) * 60;
        uint64_t red = x * 150 / width_ + edge + source.below(40);
        uint64_t green = y * 150 / height_ + edge / 2 + source.below(40);
        uint64_t blue = (x + y) * 100 / (width_ + height_) + source.below(80);
        pixels.push_back(static_cast<uint32_t>(red | green << 8 | blue << 16));
      }
    return pixels;
  }

  uint32_t width_ = value("width"), height_ = value("height"), block_ = value("block");
  std::vector<uint32_t> pixels_;
  std::vector<Cuts> cuts_ = all_cuts();
  Buffer<uint32_t> device_pixels_;
  Buffer<Cuts> device_cuts_;
  Buffer<Compressed> results_;
};

}  // namespace

std::unique_ptr<Driver> make_dxtc(const Setup& setup) { return std::make_unique<Dxtc>(setup); }

}  // namespace heddle::workload
