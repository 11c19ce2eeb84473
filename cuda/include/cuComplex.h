// Complex numbers in C style.
#pragma once
#define CU_COMPLEX_H_  // programs ask for it

#include <math.h>

#include "cuda_runtime.h"

#define HEDDLE_BOTH static __inline__ __host__ __device__ __attribute__((always_inline, unused))

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define HEDDLE_COMPLEX(C, T, f, make, real_of, imag_of, hypot_)                                  \
  HEDDLE_BOTH T real_of(C a) { return a.x; }                                                     \
  HEDDLE_BOTH T imag_of(C a) { return a.y; }                                                     \
  HEDDLE_BOTH C make(T r, T i) { return C{r, i}; }                                               \
  HEDDLE_BOTH C cuConj##f(C a) { return C{a.x, -a.y}; }                                          \
  HEDDLE_BOTH C cuCadd##f(C a, C b) { return C{a.x + b.x, a.y + b.y}; }                          \
  HEDDLE_BOTH C cuCsub##f(C a, C b) { return C{a.x - b.x, a.y - b.y}; }                          \
  HEDDLE_BOTH C cuCmul##f(C a, C b) {                                                            \
    return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                      \
  }                                                                                              \
  HEDDLE_BOTH C cuCdiv##f(C a, C b) {                                                            \
    T s = (b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y);                                       \
    a = C{a.x / s, a.y / s};                                                                     \
    b = C{b.x / s, b.y / s};                                                                     \
    T d = b.x * b.x + b.y * b.y;                                                                 \
    return C{(a.x * b.x + a.y * b.y) / d, (a.y * b.x - a.x * b.y) / d};                          \
  }                                                                                              \
  HEDDLE_BOTH T cuCabs##f(C a) { return hypot_(a.x, a.y); }                                      \
  HEDDLE_BOTH C cuCfma##f(C a, C b, C c) { return cuCadd##f(cuCmul##f(a, b), c); }

HEDDLE_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex, cuCrealf, cuCimagf, hypotf)
HEDDLE_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex, cuCreal, cuCimag, hypot)
HEDDLE_BOTH cuComplex make_cuComplex(float r, float i) { return cuComplex{r, i}; }
HEDDLE_BOTH cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return cuFloatComplex{(float)a.x, (float)a.y};
}
HEDDLE_BOTH cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
  return cuDoubleComplex{(double)a.x, (double)a.y};
}
#undef HEDDLE_COMPLEX
#undef HEDDLE_BOTH
