#include <algorithm>
#include <cmath>

#include "isa/approx.hpp"
#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

struct Photon {  // as the kernel keeps it
  float x, y, z, ux, uy, uz, weight, path;
  uint32_t layer;
};
struct Layer {
  float top, bottom, refraction, absorption, extinction, anisotropy;
};
constexpr float kUnit = 16777216.0f;

/// The photons of one thread, computed as in the kernel and with the same rounding; logarithm, sine
/// and cosine are those of the PTX instructions.
class PhotonWalk {
 public:
  PhotonWalk(const std::vector<Layer>& layers, uint32_t radii, uint32_t depths, float cell)
      : layers_(layers), radii_(radii), depths_(depths), cell_(cell) {}

  void follow(uint32_t seed, uint32_t photons, std::vector<uint64_t>& absorbed) {
    random_ = seed;
    for (uint32_t i = 0; i < photons; i++) {
      enter();
      while (weight_ > 0) step(absorbed);
    }
  }

  /// So many steps of a thread; a photon that ends is followed by a new one.
  void follow_steps(uint32_t seed, uint64_t steps, std::vector<uint64_t>& absorbed) {
    random_ = seed;
    weight_ = 0;
    for (uint64_t i = 0; i < steps; i++) {
      if (weight_ == 0) enter();
      step(absorbed);
    }
  }

 private:
  float uniform() {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 17;
    random_ ^= random_ << 5;
    return static_cast<float>((random_ >> 8) + 1) * (1 / kUnit);
  }
  void enter() {
    float n0 = layers_[0].refraction, n1 = layers_[1].refraction;
    float step = (n0 - n1) / (n0 + n1);
    x_ = y_ = z_ = ux_ = uy_ = path_ = 0;
    uz_ = 1;
    weight_ = std::fma(-step, step, 1.0f);
    at_ = 1;
  }
  void move(float distance) {
    x_ = std::fma(ux_, distance, x_);
    y_ = std::fma(uy_, distance, y_);
    z_ = std::fma(uz_, distance, z_);
  }
  void step(std::vector<uint64_t>& absorbed) {
    const Layer& layer = layers_[at_];
    if (path_ == 0) path_ = -(isa::lg2_approx(uniform()) * 0.693147181f);
    float distance = path_ / layer.extinction, border = 1e30f;
    if (uz_ != 0) border = ((uz_ > 0 ? layer.bottom : layer.top) - z_) / uz_;
    if (border <= distance) {
      move(border);
      path_ = std::max(std::fma(-border, layer.extinction, path_), 0.0f);
      cross(layer, absorbed);
    } else {
      move(distance);
      path_ = 0;
      float lost = weight_ * layer.absorption / layer.extinction;
      weight_ -= lost;
      auto r = static_cast<uint32_t>(std::sqrt(std::fma(x_, x_, y_ * y_)) / cell_);
      auto z = static_cast<uint32_t>(z_ / cell_);
      absorbed[std::min(r, radii_ - 1) * depths_ + std::min(z, depths_ - 1)] += units(lost);
      scatter(layer.anisotropy);
    }
    if (weight_ > 0 && weight_ < 1e-4f) weight_ = uniform() <= 0.1f ? weight_ * (1 / 0.1f) : 0;
  }
  void cross(const Layer& layer, std::vector<uint64_t>& absorbed) {
    bool down = uz_ > 0;
    z_ = down ? layer.bottom : layer.top;
    uint32_t beyond = down ? at_ + 1 : at_ - 1;
    float n1 = layer.refraction, n2 = layers_[beyond].refraction, in = std::fabs(uz_), out = 0;
    float ratio = n1 / n2, back = 1;
    float out2 = std::fma(-ratio * ratio, std::fma(-in, in, 1.0f), 1.0f);
    if (out2 > 0) {
      out = std::sqrt(out2);
      float across = std::fma(n1, in, -n2 * out) / std::fma(n1, in, n2 * out);
      float within = std::fma(n1, out, -n2 * in) / std::fma(n1, out, n2 * in);
      back = 0.5f * std::fma(across, across, within * within);
    }
    if (uniform() <= back) {
      uz_ = -uz_;
    } else if (beyond == 0 || beyond + 1 == layers_.size()) {
      absorbed[size_t{radii_} * depths_ + (down ? 1 : 0)] += units(weight_);
      weight_ = 0;
    } else {
      ux_ *= ratio;
      uy_ *= ratio;
      uz_ = down ? out : -out;
      at_ = beyond;
    }
  }
  void scatter(float g) {
    float cosine = std::fma(2.0f, uniform(), -1.0f);
    if (g != 0) {
      float part = std::fma(-g, g, 1.0f) / std::fma(g, cosine, 1.0f);
      cosine = std::fma(-part, part, std::fma(g, g, 1.0f)) / (2 * g);
    }
    float sine = std::sqrt(std::max(std::fma(-cosine, cosine, 1.0f), 0.0f));
    float turn = 6.2831853f * uniform();
    float a = sine * isa::cos_approx(turn), b = sine * isa::sin_approx(turn);
    if (std::fabs(uz_) > 0.99999f) {
      ux_ = a;
      uy_ = b;
      uz_ = uz_ > 0 ? cosine : -cosine;
      return;
    }
    float flat = std::sqrt(std::fma(-uz_, uz_, 1.0f)), ux = ux_, uy = uy_;
    ux_ = std::fma(ux, cosine, std::fma(ux * uz_, a, -uy * b) / flat);
    uy_ = std::fma(uy, cosine, std::fma(uy * uz_, a, ux * b) / flat);
    uz_ = std::fma(uz_, cosine, -a * flat);
  }
  static uint64_t units(float weight) { return static_cast<uint32_t>(weight * kUnit); }

  const std::vector<Layer>& layers_;
  uint32_t radii_, depths_, random_ = 0, at_ = 1;
  float cell_, x_ = 0, y_ = 0, z_ = 0, ux_ = 0, uy_ = 0, uz_ = 0, weight_ = 0, path_ = 0;
};

class Mcml : public Driver {
 public:
  explicit Mcml(const Setup& setup)
      : Driver(setup),
        seeds_(random_integers<uint32_t>(random(), threads_, 0xffffffff)),
        absorbed_(buffer<uint64_t>(size_t{radii_} * depths_ + 2)) {
    for (uint32_t& seed : seeds_) seed++;  // a zero state would never change
    device_seeds_ = buffer(seeds_);
  }

  void run() override {
    write_symbol("layers", layers_);
    auto count = static_cast<uint32_t>(layers_.size()) - 2;
    if (steps_ > 0) {
      photons_of_ = buffer(std::vector<Photon>(threads_));  // without weight: each begins anew
      for (uint32_t n = 0; n < launches_; n++)
        launch("mcml_steps", {{blocks_for(threads_, block_)}, {block_}}, device_seeds_, photons_of_,
               absorbed_, threads_, steps_, count, radii_, depths_, cell_);
      return;
    }
    launch("mcml", {{blocks_for(threads_, block_)}, {block_}}, device_seeds_, absorbed_, threads_,
           photons_, count, radii_, depths_, cell_);
  }

  std::string verify() const override {
    std::vector<uint64_t> expected(absorbed_.size());
    PhotonWalk walk(layers_, radii_, depths_, cell_);
    for (uint32_t seed : seeds_)
      if (steps_ > 0)
        walk.follow_steps(seed, uint64_t{steps_} * launches_, expected);
      else
        walk.follow(seed, photons_, expected);
    return compare("absorbed", absorbed_.read(), expected);
  }

 private:
  uint32_t threads_ = value("threads"), photons_ = value("photons"), block_ = value("block");
  uint32_t radii_ = value("radii"), depths_ = value("depths");
  uint32_t steps_ = value("steps"), launches_ = value("launches");
  float cell_ = 0.4f / static_cast<float>(depths_);
  /// Three layers of tissue in air.
  std::vector<Layer> layers_{{0, 0, 1, 0, 0, 0},
                             {0, 0.1f, 1.37f, 1, 101, 0.9f},
                             {0.1f, 0.2f, 1.37f, 1, 11, 0},
                             {0.2f, 0.4f, 1.45f, 2, 12, 0.7f},
                             {0, 0, 1, 0, 0, 0}};
  std::vector<uint32_t> seeds_;
  Buffer<uint32_t> device_seeds_;
  Buffer<uint64_t> absorbed_;
  Buffer<Photon> photons_of_;
};

}  // namespace

std::unique_ptr<Driver> make_mcml(const Setup& setup) { return std::make_unique<Mcml>(setup); }

}  // namespace heddle::workload
