// Random numbers in kernels: Marsaglia's xorwow and the Philox counter generator (4x32, 10 rounds), with
// cuRAND's functions and distributions. Philox gives the published sequence of its key and counter;
// xorwow is seeded in our own way, so its numbers differ from cuRAND's.
#pragma once
#define CURAND_KERNEL_H_  // programs ask for it

#include "cuda_runtime.h"
#include "curand.h"

#define HEDDLE_RAND static __inline__ __host__ __device__ __attribute__((unused))

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

// L'Ecuyer's generator is xorwow here under another name.
struct curandStateMRG32k3a : curandStateXORWOW {};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

/// A mix of 64 bits in which every bit of the input matters.
HEDDLE_RAND unsigned long long heddle_mix(unsigned long long z) {
  z += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

HEDDLE_RAND unsigned int curand(curandStateXORWOW* s) {
  const unsigned int t = s->v[0] ^ (s->v[0] >> 2);
  s->v[0] = s->v[1];
  s->v[1] = s->v[2];
  s->v[2] = s->v[3];
  s->v[3] = s->v[4];
  s->v[4] = (s->v[4] ^ (s->v[4] << 4)) ^ (t ^ (t << 1));
  s->d += 362437;
  return s->v[4] + s->d;
}

HEDDLE_RAND void skipahead(unsigned long long n, curandStateXORWOW* s) {
  while (n--) curand(s);
}

HEDDLE_RAND void curand_init(unsigned long long seed, unsigned long long sequence,
                             unsigned long long offset, curandStateXORWOW* s) {
  unsigned long long mixed = heddle_mix(heddle_mix(seed) ^ (sequence * 0xd1342543de82ef95ull));
  for (int i = 0; i < 5; i++) {
    s->v[i] = (unsigned int)(mixed >> 16) | 1u << (3 * i);
    mixed = heddle_mix(mixed);
  }
  s->d = (unsigned int)mixed;
  s->boxmuller_flag = s->boxmuller_flag_double = 0;
  s->boxmuller_extra = 0.0f;
  s->boxmuller_extra_double = 0.0;
  skipahead(offset, s);
}

HEDDLE_RAND uint4 heddle_philox(uint4 c, uint2 k) {
  for (int round = 0; round < 10; round++) {
    const unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
    c = uint4{(unsigned)(b >> 32) ^ c.y ^ k.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ k.y,
              (unsigned)a};
    k.x += 0x9e3779b9u;
    k.y += 0xbb67ae85u;
  }
  return c;
}

HEDDLE_RAND void heddle_next(curandStatePhilox4_32_10* s) {
  if (++s->ctr.x == 0 && ++s->ctr.y == 0 && ++s->ctr.z == 0) ++s->ctr.w;
}

HEDDLE_RAND void skipahead(unsigned long long n, curandStatePhilox4_32_10* s) {
  s->STATE += (unsigned int)(n & 3);
  n >>= 2;
  if (s->STATE > 3) {
    n++;
    s->STATE -= 4;
  }
  const unsigned long long low = ((unsigned long long)s->ctr.y << 32 | s->ctr.x) + n;
  if (low < n && ++s->ctr.z == 0) ++s->ctr.w;
  s->ctr.x = (unsigned int)low;
  s->ctr.y = (unsigned int)(low >> 32);
  s->output = heddle_philox(s->ctr, s->key);
}

HEDDLE_RAND void curand_init(unsigned long long seed, unsigned long long sequence,
                             unsigned long long offset, curandStatePhilox4_32_10* s) {
  s->key = uint2{(unsigned int)seed, (unsigned int)(seed >> 32)};
  s->ctr = uint4{0, 0, (unsigned int)sequence, (unsigned int)(sequence >> 32)};
  s->STATE = 0;
  s->boxmuller_flag = s->boxmuller_flag_double = 0;
  s->boxmuller_extra = 0.0f;
  s->boxmuller_extra_double = 0.0;
  skipahead(offset, s);
}

HEDDLE_RAND unsigned int curand(curandStatePhilox4_32_10* s) {
  const unsigned int at = s->STATE++;
  const unsigned int value = at == 0   ? s->output.x
                             : at == 1 ? s->output.y
                             : at == 2 ? s->output.z
                                       : s->output.w;
  if (s->STATE == 4) {
    s->STATE = 0;
    heddle_next(s);
    s->output = heddle_philox(s->ctr, s->key);
  }
  return value;
}

HEDDLE_RAND uint4 curand4(curandStatePhilox4_32_10* s) {
  const unsigned int x = curand(s), y = curand(s), z = curand(s);
  return uint4{x, y, z, curand(s)};
}

// ---- distributions, for any state

template <class State>
HEDDLE_RAND float curand_uniform(State* s) {
  return (float)curand(s) * 2.3283064e-10f + 1.1641532e-10f;
}
template <class State>
HEDDLE_RAND double curand_uniform_double(State* s) {
  const unsigned long long high = curand(s);
  return (double)((high << 21) ^ curand(s)) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
}
template <class State>
HEDDLE_RAND float2 curand_normal2(State* s) {
  const float u = curand_uniform(s), v = curand_uniform(s);
  const float r = sqrtf(-2.0f * logf(u));
  return float2{r * sinf(6.2831853f * v), r * cosf(6.2831853f * v)};
}
template <class State>
HEDDLE_RAND double2 curand_normal2_double(State* s) {
  const double u = curand_uniform_double(s), v = curand_uniform_double(s);
  const double r = sqrt(-2.0 * log(u));
  return double2{r * sin(6.2831853071795865 * v), r * cos(6.2831853071795865 * v)};
}
/// The second number of each pair is kept for the next call.
template <class State>
HEDDLE_RAND float curand_normal(State* s) {
  if (s->boxmuller_flag) {
    s->boxmuller_flag = 0;
    return s->boxmuller_extra;
  }
  const float2 pair = curand_normal2(s);
  s->boxmuller_extra = pair.y;
  s->boxmuller_flag = 1;
  return pair.x;
}
template <class State>
HEDDLE_RAND double curand_normal_double(State* s) {
  if (s->boxmuller_flag_double) {
    s->boxmuller_flag_double = 0;
    return s->boxmuller_extra_double;
  }
  const double2 pair = curand_normal2_double(s);
  s->boxmuller_extra_double = pair.y;
  s->boxmuller_flag_double = 1;
  return pair.x;
}
template <class State>
HEDDLE_RAND float4 curand_uniform4(State* s) {
  const float x = curand_uniform(s), y = curand_uniform(s), z = curand_uniform(s);
  return float4{x, y, z, curand_uniform(s)};
}
template <class State>
HEDDLE_RAND float4 curand_normal4(State* s) {
  const float2 a = curand_normal2(s), b = curand_normal2(s);
  return float4{a.x, a.y, b.x, b.y};
}
template <class State>
HEDDLE_RAND double2 curand_uniform2_double(State* s) {
  const double x = curand_uniform_double(s);
  return double2{x, curand_uniform_double(s)};
}
template <class State>
HEDDLE_RAND float curand_log_normal(State* s, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(s));
}
template <class State>
HEDDLE_RAND double curand_log_normal_double(State* s, double mean, double deviation) {
  return exp(mean + deviation * curand_normal_double(s));
}
/// By inversion for small means, otherwise a rounded normal number.
template <class State>
HEDDLE_RAND unsigned int curand_poisson(State* s, double lambda) {
  if (lambda > 64.0) {
    const double x = lambda + sqrt(lambda) * curand_normal_double(s) + 0.5;
    return x < 0.0 ? 0u : (unsigned int)x;
  }
  double product = curand_uniform_double(s);
  unsigned int count = 0;
  for (const double least = exp(-lambda); product > least; count++)
    product *= curand_uniform_double(s);
  return count;
}

#undef HEDDLE_RAND
