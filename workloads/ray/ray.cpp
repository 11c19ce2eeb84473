#include <cmath>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

struct Vector {
  float x, y, z;
};
Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector operator*(Vector a, float s) { return {a.x * s, a.y * s, a.z * s}; }
float dot(Vector a, Vector b) { return std::fma(a.x, b.x, std::fma(a.y, b.y, a.z * b.z)); }
/// a + t b
Vector along(Vector a, float t, Vector b) {
  return {std::fma(t, b.x, a.x), std::fma(t, b.y, a.y), std::fma(t, b.z, a.z)};
}
Vector normalized(Vector a) { return a * (1.0f / std::sqrt(dot(a, a))); }

struct Sphere {
  Vector centre;
  float radius;
  Vector colour;
  float mirror;
};
struct Line {
  Vector from, direction;
};
/// The nearest hit of a ray.
struct Surface {
  Vector place, normal, colour;
  float mirror;
};

constexpr float kFar = 1e30f, kNear = 1e-3f;

float meet(const Sphere& sphere, const Line& ray) {
  Vector to_centre = sphere.centre - ray.from;
  float middle = dot(to_centre, ray.direction);
  float inside =
      std::fma(middle, middle, std::fma(sphere.radius, sphere.radius, -dot(to_centre, to_centre)));
  if (inside < 0) return kFar;
  float half = std::sqrt(inside);
  if (middle - half > kNear) return middle - half;
  return middle + half > kNear ? middle + half : kFar;
}

/// The picture computed as in the kernel, with the same rounding.
class Scene {
 public:
  explicit Scene(std::vector<Sphere> spheres) : spheres_(std::move(spheres)) {}

  uint32_t pixel(float right, float up, uint32_t bounces) const {
    Line ray{{0, 2, -6}, normalized({right, up, 0.8f})};
    const Vector light = normalized({0.6f, 0.9f, -0.5f});
    Vector seen{0, 0, 0};
    float share = 1;
    for (uint32_t bounce = 0; bounce <= bounces && share >= 0.05f; bounce++) {
      Surface met;
      if (!find(ray, met)) {
        seen = along(seen, share, {0.4f, std::fma(0.2f, ray.direction.y, 0.5f), 0.9f});
        break;
      }
      float lit = dot(met.normal, light), bright = 0.2f;
      if (lit > 0 && !shadowed({met.place, light})) bright = std::fma(0.8f, lit, bright);
      seen = along(seen, share * bright * (1 - met.mirror), met.colour);
      share *= met.mirror;
      float turn = -2 * dot(ray.direction, met.normal);
      ray = {met.place, along(ray.direction, turn, met.normal)};
    }
    auto byte = [](float v) { return static_cast<uint32_t>(std::fmin(v, 1.0f) * 255.0f); };
    return byte(seen.x) | byte(seen.y) << 8 | byte(seen.z) << 16;
  }

 private:
  bool find(const Line& ray, Surface& met) const {
    float nearest = kFar;
    const Sphere* what = nullptr;
    bool floor = false;
    if (ray.direction.y < 0) {
      float distance = -ray.from.y / ray.direction.y;
      floor = distance > kNear;
      if (floor) nearest = distance;
    }
    for (const Sphere& sphere : spheres_)
      if (float distance = meet(sphere, ray); distance < nearest) {
        nearest = distance;
        what = &sphere;
      }
    if (!what && !floor) return false;
    met.place = along(ray.from, nearest, ray.direction);
    if (what) {
      met.normal = (met.place - what->centre) * (1.0f / what->radius);
      met.colour = what->colour;
      met.mirror = what->mirror;
    } else {
      met.normal = {0, 1, 0};
      int cell =
          static_cast<int>(std::floor(met.place.x)) + static_cast<int>(std::floor(met.place.z));
      float grey = (cell & 1) != 0 ? 0.2f : 0.9f;
      met.colour = {grey, grey, grey};
      met.mirror = 0.1f;
    }
    return true;
  }
  bool shadowed(const Line& ray) const {
    for (const Sphere& sphere : spheres_)
      if (meet(sphere, ray) < kFar) return true;
    return false;
  }

  std::vector<Sphere> spheres_;
};

class RayTracer : public Driver {
 public:
  explicit RayTracer(const Setup& setup)
      : Driver(setup), pixels_(buffer<uint32_t>(size_t{width_} * height_)) {}

  void run() override {
    write_symbol("spheres", spheres());
    launch(value("both_sides") ? "trace_both" : "trace",
           {{blocks_for(pixels_.size(), block_)}, {block_}}, pixels_, width_, height_,
           value("spheres"), bounces_);
  }

  std::string verify() const override {
    Scene scene(spheres());
    std::vector<uint32_t> expected;
    for (uint32_t y = 0; y < height_; y++)
      for (uint32_t x = 0; x < width_; x++) {
        float right = (static_cast<float>(x) + 0.5f) / static_cast<float>(width_) - 0.5f;
        float up = 0.5f - (static_cast<float>(y) + 0.5f) / static_cast<float>(height_);
        expected.push_back(scene.pixel(right, up, bounces_));
      }
    return compare("pixels", pixels_.read(), expected);
  }

 private:
  std::vector<Sphere> spheres() const {
    Random source = random();
    auto from = [&](float low, float high) {
      return low + (high - low) * static_cast<float>(source.unit());
    };
    std::vector<Sphere> made(value("spheres"));
    for (Sphere& s : made) {
      s.radius = from(0.3f, 1.0f);
      s.centre = {from(-4, 4), s.radius + from(0, 2.5f), from(-1, 7)};
      s.colour = {from(0.2f, 1), from(0.2f, 1), from(0.2f, 1)};
      s.mirror = source.below(2) == 0 ? 0 : from(0.3f, 0.9f);
    }
    return made;
  }

  uint32_t width_ = value("width"), height_ = value("height"), bounces_ = value("bounces");
  uint32_t block_ = value("block");
  Buffer<uint32_t> pixels_;
};

}  // namespace

std::unique_ptr<Driver> make_ray(const Setup& setup) { return std::make_unique<RayTracer>(setup); }

}  // namespace heddle::workload
