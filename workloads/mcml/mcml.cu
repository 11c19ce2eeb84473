// Light in layered tissue: each thread follows photons one after the other. A photon either reaches the
// boundary of its layer, where it is reflected, refracted or gone, or it loses weight to the tissue and is
// scattered: two long sides of one branch. Faint photons survive by luck only.
//
// Products that are added are fused by name: where photons go must be the same bits everywhere.

struct Layer {
  float top, bottom;  // cm
  float refraction;
  float absorption, extinction;  // 1 / cm; extinction: absorption and scattering
  float anisotropy;
};
constexpr uint kMaxLayers = 16;
constexpr float kVertical = 0.99999f, kFaint = 1e-4f, kChance = 0.1f, kUnit = 16777216.0f;
// The first and the last are what is around the tissue.
__constant__ Layer layers[kMaxLayers + 2];

struct Photon {
  float x, y, z;       // cm
  float ux, uy, uz;    // direction
  float weight, path;  // path: what is left of it, in mean free paths
  uint layer;
};

// Above 0, up to 1.
static __device__ float uniform(uint& random) {
  random ^= random << 13;
  random ^= random >> 17;
  random ^= random << 5;
  return (float)((random >> 8) + 1) * (1 / kUnit);
}

static __device__ Photon enter() {
  float step = (layers[0].refraction - layers[1].refraction) / (layers[0].refraction + layers[1].refraction);
  return {0, 0, 0, 0, 0, 1, fmaf(-step, step, 1), 0, 1};
}

static __device__ void move(Photon& p, float distance) {
  p.x = fmaf(p.ux, distance, p.x);
  p.y = fmaf(p.uy, distance, p.y);
  p.z = fmaf(p.uz, distance, p.z);
}

// Fresnel's share of unpolarised light that comes back; `out` is the cosine of the refracted ray.
static __device__ float reflectance(float n1, float n2, float in, float& out) {
  float ratio = n1 / n2, out2 = fmaf(-ratio * ratio, fmaf(-in, in, 1), 1);
  out = 0;
  if (out2 <= 0) return 1;
  out = sqrtf(out2);
  float across = fmaf(n1, in, -n2 * out) / fmaf(n1, in, n2 * out);
  float within = fmaf(n1, out, -n2 * in) / fmaf(n1, out, n2 * in);
  return 0.5f * fmaf(across, across, within * within);
}

// Henyey and Greenstein's distribution of angles.
static __device__ void scatter(Photon& p, float g, uint& random) {
  float cosine = fmaf(2, uniform(random), -1);
  if (g != 0) {
    float part = fmaf(-g, g, 1) / fmaf(g, cosine, 1);
    cosine = fmaf(-part, part, fmaf(g, g, 1)) / (2 * g);
  }
  float sine = sqrtf(fmaxf(fmaf(-cosine, cosine, 1), 0)), turn = 6.2831853f * uniform(random);
  float a = sine * __cosf(turn), b = sine * __sinf(turn);
  if (fabsf(p.uz) > kVertical) {
    p.ux = a;
    p.uy = b;
    p.uz = p.uz > 0 ? cosine : -cosine;
  } else {
    float flat = sqrtf(fmaf(-p.uz, p.uz, 1)), ux = p.ux, uy = p.uy;
    p.ux = fmaf(ux, cosine, fmaf(ux * p.uz, a, -uy * b) / flat);
    p.uy = fmaf(uy, cosine, fmaf(uy * p.uz, a, ux * b) / flat);
    p.uz = fmaf(p.uz, cosine, -a * flat);
  }
}

// A step of a photon: to the boundary of its layer, or to where it is scattered.
static __device__ __forceinline__ void step(Photon& p, uint& random, ulong* absorbed, uint layer_count, uint radii,
                                            uint depths, float cell) {
  const Layer& layer = layers[p.layer];
  if (p.path == 0) p.path = -__logf(uniform(random));
  float distance = p.path / layer.extinction, border = 1e30f;
  if (p.uz > 0)
    border = (layer.bottom - p.z) / p.uz;
  else if (p.uz < 0)
    border = (layer.top - p.z) / p.uz;
  if (border <= distance) {
    move(p, border);
    p.path = fmaxf(fmaf(-border, layer.extinction, p.path), 0);
    bool down = p.uz > 0;
    p.z = down ? layer.bottom : layer.top;
    uint beyond = down ? p.layer + 1 : p.layer - 1;
    float n1 = layer.refraction, n2 = layers[beyond].refraction, out;
    if (uniform(random) <= reflectance(n1, n2, fabsf(p.uz), out)) {
      p.uz = -p.uz;
    } else if (beyond == 0 || beyond > layer_count) {
      atomicAdd(&absorbed[radii * depths + (down ? 1 : 0)], (ulong)(uint)(p.weight * kUnit));
      p.weight = 0;
    } else {
      p.ux *= n1 / n2;
      p.uy *= n1 / n2;
      p.uz = down ? out : -out;
      p.layer = beyond;
    }
  } else {
    move(p, distance);
    p.path = 0;
    float lost = p.weight * layer.absorption / layer.extinction;
    p.weight -= lost;
    uint r = min((uint)(sqrtf(fmaf(p.x, p.x, p.y * p.y)) / cell), radii - 1);
    uint z = min((uint)(p.z / cell), depths - 1);
    atomicAdd(&absorbed[r * depths + z], (ulong)(uint)(lost * kUnit));
    scatter(p, layer.anisotropy, random);
  }
}

// absorbed[r][z] and, behind them, the weight that left at the top and at the bottom; all in units of
// 2^-24, since sums of integers do not depend on the order.
extern "C" __global__ void mcml(const uint* seeds, ulong* absorbed, uint threads, uint photons, uint layer_count,
                                uint radii, uint depths, float cell) {
  uint me = thread_index();
  if (me >= threads) return;
  uint random = seeds[me], left = photons;
  Photon p = enter();
#pragma unroll 1
  while (left > 0) {
    step(p, random, absorbed, layer_count, radii, depths, cell);
    if (p.weight < kFaint) {
      if (p.weight > 0 && uniform(random) <= kChance) {
        p.weight *= 1 / kChance;
      } else {
        left--;
        p = enter();
      }
    }
  }
}

// As many steps of every thread as the others: a photon that ends is followed by a new one, and photons go on
// with the next launch (rhu2013 section 5: five iterations of the kernel).
extern "C" __global__ void mcml_steps(uint* states, Photon* photons, ulong* absorbed, uint threads, uint steps,
                                      uint layer_count, uint radii, uint depths, float cell) {
  uint me = thread_index();
  if (me >= threads) return;
  uint random = states[me];
  Photon p = photons[me];
#pragma unroll 1
  for (uint n = 0; n < steps; n++) {
    if (p.weight == 0) p = enter();
    step(p, random, absorbed, layer_count, radii, depths, cell);
    if (p.weight > 0 && p.weight < kFaint) {
      if (uniform(random) <= kChance)
        p.weight *= 1 / kChance;
      else
        p.weight = 0;
    }
  }
  states[me] = random;
  photons[me] = p;
}
