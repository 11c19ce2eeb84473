// Ray tracing of spheres above a chequered floor, with shadows and mirrors. A pixel's ray goes on as
// long as it meets mirrors; what it meets decides what is computed, and a look for shadows ends with
// the first thing in the way.
//
// Products that are added are fused by name: where a ray goes must be the same bits everywhere.

struct Vector {
  float x, y, z;
};
static __device__ Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static __device__ Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static __device__ float dot(Vector a, Vector b) { return fmaf(a.x, b.x, fmaf(a.y, b.y, a.z * b.z)); }
// a + t b
static __device__ Vector along(Vector a, float t, Vector b) {
  return {fmaf(t, b.x, a.x), fmaf(t, b.y, a.y), fmaf(t, b.z, a.z)};
}
static __device__ Vector scaled(Vector a, float s) { return {a.x * s, a.y * s, a.z * s}; }
static __device__ Vector normalized(Vector a) { return scaled(a, 1.0f / sqrtf(dot(a, a))); }

struct Sphere {
  Vector centre;
  float radius;
  Vector colour;
  float mirror;  // share of the light that is reflected
};
struct Ray {
  Vector from, direction;
};

constexpr uint kMaxSpheres = 64, kNothing = 0xffffffff, kFloor = 0xfffffffe;
constexpr float kFar = 1e30f, kNear = 1e-3f;
__constant__ Sphere spheres[kMaxSpheres];

// The distance to a sphere, or kFar.
static __device__ float meet(const Sphere& sphere, const Ray& ray) {
  Vector to_centre = sphere.centre - ray.from;
  float middle = dot(to_centre, ray.direction);
  float inside = fmaf(middle, middle, fmaf(sphere.radius, sphere.radius, -dot(to_centre, to_centre)));
  if (inside < 0) return kFar;
  float half = sqrtf(inside);
  if (middle - half > kNear) return middle - half;
  return middle + half > kNear ? middle + half : kFar;
}

// Keeps an assignment on its side of a branch.
static __device__ __forceinline__ void assign(float& to, float from) { asm volatile("mov.b32 %0, %1;" : "=f"(to) : "f"(from)); }
static __device__ __forceinline__ void assign(uint& to, uint from) { asm volatile("mov.b32 %0, %1;" : "=r"(to) : "r"(from)); }

static __device__ bool shadowed(const Ray& ray, uint count) {
  bool found = false;
#pragma unroll 1
  for (uint i = 0; i < count && !found; i++) found = meet(spheres[i], ray) < kFar;
  return found;
}

// kBoth: both sides of the branches that look for the nearest thing assign.
template <bool kBoth>
static __device__ __forceinline__ void trace_pixel(uint* pixels, uint width, uint height, uint count, uint bounces) {
  uint index = thread_index();
  if (index >= width * height) return;
  float right = ((float)(index % width) + 0.5f) / (float)width - 0.5f;
  float up = 0.5f - ((float)(index / width) + 0.5f) / (float)height;
  Ray ray{{0, 2, -6}, normalized({right, up, 0.8f})};
  const Vector light = normalized({0.6f, 0.9f, -0.5f});
  Vector seen{0, 0, 0};
  float share = 1;  // of what the ray meets from here on
  uint what = kNothing;
#pragma unroll 1
  for (uint bounce = 0; bounce <= bounces; bounce++) {
    float nearest = kFar;
    what = kNothing;
    if (ray.direction.y < 0) {
      float distance = -ray.from.y / ray.direction.y;
      if (distance > kNear) {
        if constexpr (kBoth) {
          assign(nearest, distance);
          assign(what, kFloor);
        } else {
          nearest = distance;
          what = kFloor;
        }
      } else if constexpr (kBoth) {
        assign(nearest, kFar);
        assign(what, kNothing);
      }
    }
#pragma unroll 1
    for (uint i = 0; i < count; i++) {
      float distance = meet(spheres[i], ray);
      if (distance < nearest) {
        if constexpr (kBoth) {
          assign(nearest, distance);
          assign(what, i);
        } else {
          nearest = distance;
          what = i;
        }
      } else if constexpr (kBoth) {
        assign(nearest, nearest);
        assign(what, what);
      }
    }
    if (what == kNothing) break;
    Vector place = along(ray.from, nearest, ray.direction), normal, colour;
    float mirror;
    if (what == kFloor) {
      normal = {0, 1, 0};
      bool dark = ((int)floorf(place.x) + (int)floorf(place.z)) & 1;
      colour = dark ? Vector{0.2f, 0.2f, 0.2f} : Vector{0.9f, 0.9f, 0.9f};
      mirror = 0.1f;
    } else {
      const Sphere& sphere = spheres[what];
      normal = scaled(place - sphere.centre, 1.0f / sphere.radius);
      colour = sphere.colour;
      mirror = sphere.mirror;
    }
    float lit = dot(normal, light), bright = 0.2f;
    if (lit > 0 && !shadowed({place, light}, count)) bright = fmaf(0.8f, lit, bright);
    seen = along(seen, share * bright * (1 - mirror), colour);
    share *= mirror;
    if (share < 0.05f) break;
    ray = {place, along(ray.direction, -2 * dot(ray.direction, normal), normal)};
  }
  if (what == kNothing)  // the sky
    seen = along(seen, share, {0.4f, fmaf(0.2f, ray.direction.y, 0.5f), 0.9f});
  auto byte = [](float v) { return (uint)(fminf(v, 1.0f) * 255.0f); };
  pixels[index] = byte(seen.x) | byte(seen.y) << 8 | byte(seen.z) << 16;
}

extern "C" __global__ void trace(uint* pixels, uint width, uint height, uint count, uint bounces) {
  trace_pixel<false>(pixels, width, height, count, bounces);
}

// rhu2013 (Table 2) has this program among those whose branches have two sides.
extern "C" __global__ void trace_both(uint* pixels, uint width, uint height, uint count, uint bounces) {
  trace_pixel<true>(pixels, width, height, count, bounces);
}
