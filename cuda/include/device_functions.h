// Functions of the device that clang's headers leave to the toolkit: printf, malloc and assertions,
// what the host may call as well, and functions of warps.
#pragma once
#define __DEVICE_FUNCTIONS_H__  // programs ask for it

#ifdef __CUDA__
#include "host_defines.h"

extern "C" {
__device__ int vprintf(const char*, const char*);
__device__ int printf(const char*, ...);
__device__ void free(void*) __attribute__((nothrow));
__device__ void* malloc(size_t) __attribute__((nothrow)) __attribute__((malloc));
__device__ void __assertfail(const char* message, const char* file, unsigned line,
                             const char* function, size_t characterBytes);
// What a virtual function without a body would call.
__device__ inline void __cxa_pure_virtual() { __builtin_trap(); }
__device__ static inline void __assert_fail(const char* message, const char* file, unsigned line,
                                            const char* function) {
  __assertfail(message, file, line, function, sizeof(char));
}
}

namespace std {
__device__ static inline void free(void* pointer) { ::free(pointer); }
__device__ static inline void* malloc(size_t bytes) { return ::malloc(bytes); }
}  // namespace std

#define HEDDLE_BOTH static __inline__ __host__ __device__ __attribute__((always_inline, unused))
#define HEDDLE_HOST static __inline__ __host__ __attribute__((always_inline, unused))
#define HEDDLE_DEV static __inline__ __device__ __attribute__((always_inline, unused))

// The host's side of functions that CUDA adds to the C library.
HEDDLE_HOST float rsqrtf(float a) { return 1.0f / ::sqrtf(a); }
HEDDLE_HOST double rsqrt(double a) { return 1.0 / ::sqrt(a); }
HEDDLE_HOST float rcbrtf(float a) { return 1.0f / ::cbrtf(a); }
HEDDLE_HOST double rcbrt(double a) { return 1.0 / ::cbrt(a); }
HEDDLE_HOST float sinpif(float a) { return static_cast<float>(::sin(a * 3.14159265358979323846)); }
HEDDLE_HOST float cospif(float a) { return static_cast<float>(::cos(a * 3.14159265358979323846)); }
HEDDLE_HOST double sinpi(double a) { return ::sin(a * 3.14159265358979323846); }
HEDDLE_HOST double cospi(double a) { return ::cos(a * 3.14159265358979323846); }
HEDDLE_HOST float normcdff(float a) { return 0.5f * ::erfcf(-a * 0.70710678f); }
HEDDLE_HOST double normcdf(double a) { return 0.5 * ::erfc(-a * 0.70710678118654752440); }
HEDDLE_HOST void sincos(float a, float* s, float* c) { ::sincosf(a, s, c); }
HEDDLE_HOST void sincospi(double a, double* s, double* c) {
  *s = sinpi(a);
  *c = cospi(a);
}
HEDDLE_HOST void sincospif(float a, float* s, float* c) {
  *s = sinpif(a);
  *c = cospif(a);
}
HEDDLE_HOST void sincospi(float a, float* s, float* c) { sincospif(a, s, c); }
HEDDLE_BOTH float rsqrt(float a) { return rsqrtf(a); }
HEDDLE_BOTH float rcbrt(float a) { return rcbrtf(a); }
HEDDLE_BOTH float sinpi(float a) { return sinpif(a); }
HEDDLE_BOTH float cospi(float a) { return cospif(a); }
HEDDLE_BOTH float normcdf(float a) { return normcdff(a); }

// min and max of all pairs of types that CUDA accepts.
HEDDLE_HOST int min(int a, int b) { return a < b ? a : b; }
HEDDLE_HOST int max(int a, int b) { return a > b ? a : b; }
HEDDLE_BOTH long long min(long long a, long long b) { return a < b ? a : b; }
HEDDLE_BOTH long long max(long long a, long long b) { return a > b ? a : b; }
HEDDLE_HOST float min(float a, float b) { return ::fminf(a, b); }
HEDDLE_HOST float max(float a, float b) { return ::fmaxf(a, b); }
HEDDLE_HOST double min(double a, double b) { return ::fmin(a, b); }
HEDDLE_HOST double max(double a, double b) { return ::fmax(a, b); }
HEDDLE_BOTH unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
HEDDLE_BOTH unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
HEDDLE_BOTH unsigned min(int a, unsigned b) { return min((unsigned)a, b); }
HEDDLE_BOTH unsigned max(int a, unsigned b) { return max((unsigned)a, b); }
HEDDLE_BOTH unsigned min(unsigned a, int b) { return min(a, (unsigned)b); }
HEDDLE_BOTH unsigned max(unsigned a, int b) { return max(a, (unsigned)b); }
HEDDLE_BOTH long min(long a, long b) { return a < b ? a : b; }
HEDDLE_BOTH long max(long a, long b) { return a > b ? a : b; }
HEDDLE_BOTH unsigned long min(unsigned long a, unsigned long b) { return a < b ? a : b; }
HEDDLE_BOTH unsigned long max(unsigned long a, unsigned long b) { return a > b ? a : b; }
HEDDLE_BOTH unsigned long min(long a, unsigned long b) { return min((unsigned long)a, b); }
HEDDLE_BOTH unsigned long max(long a, unsigned long b) { return max((unsigned long)a, b); }
HEDDLE_BOTH unsigned long min(unsigned long a, long b) { return min(a, (unsigned long)b); }
HEDDLE_BOTH unsigned long max(unsigned long a, long b) { return max(a, (unsigned long)b); }
HEDDLE_BOTH unsigned long long min(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
HEDDLE_BOTH unsigned long long max(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}
HEDDLE_BOTH unsigned long long min(long long a, unsigned long long b) {
  return min((unsigned long long)a, b);
}
HEDDLE_BOTH unsigned long long max(long long a, unsigned long long b) {
  return max((unsigned long long)a, b);
}
HEDDLE_BOTH unsigned long long min(unsigned long long a, long long b) {
  return min(a, (unsigned long long)b);
}
HEDDLE_BOTH unsigned long long max(unsigned long long a, long long b) {
  return max(a, (unsigned long long)b);
}
HEDDLE_DEV float min(float a, float b) { return __nv_fminf(a, b); }
HEDDLE_DEV float max(float a, float b) { return __nv_fmaxf(a, b); }
HEDDLE_DEV double min(double a, double b) { return __nv_fmin(a, b); }
HEDDLE_DEV double max(double a, double b) { return __nv_fmax(a, b); }
HEDDLE_BOTH double min(float a, double b) { return min((double)a, b); }
HEDDLE_BOTH double max(float a, double b) { return max((double)a, b); }
HEDDLE_BOTH double min(double a, float b) { return min(a, (double)b); }
HEDDLE_BOTH double max(double a, float b) { return max(a, (double)b); }

HEDDLE_HOST unsigned umin(unsigned a, unsigned b) { return min(a, b); }
HEDDLE_HOST unsigned umax(unsigned a, unsigned b) { return max(a, b); }
HEDDLE_HOST long long llmin(long long a, long long b) { return min(a, b); }
HEDDLE_HOST long long llmax(long long a, long long b) { return max(a, b); }
HEDDLE_HOST unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
HEDDLE_HOST unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}

HEDDLE_DEV double nan(const char*) { return __builtin_nan(""); }
HEDDLE_DEV float nanf(const char*) { return __builtin_nanf(""); }

HEDDLE_DEV unsigned int __isGlobal(const void* p) { return __nvvm_isspacep_global(p); }
HEDDLE_DEV unsigned int __isShared(const void* p) { return __nvvm_isspacep_shared(p); }
HEDDLE_DEV unsigned int __isConstant(const void* p) { return __nvvm_isspacep_const(p); }
HEDDLE_DEV unsigned int __isLocal(const void* p) { return __nvvm_isspacep_local(p); }
#if __CUDA_ARCH__ >= 700
HEDDLE_DEV void __nanosleep(unsigned int ns) { asm volatile("nanosleep.u32 %0;" : : "r"(ns)); }
#endif

// Types and functions that clang's intrinsics expect.
typedef unsigned int cuuint32_t;
typedef unsigned long long cuuint64_t;
#define HEDDLE_SPACE(space, instruction)                                    \
  HEDDLE_DEV size_t __cvta_generic_to_##space(const void* p) {              \
    size_t out;                                                             \
    asm("cvta.to." instruction ".u64 %0, %1;" : "=l"(out) : "l"(p));        \
    return out;                                                             \
  }                                                                         \
  HEDDLE_DEV void* __cvta_##space##_to_generic(size_t p) {                  \
    size_t out;                                                             \
    asm("cvta." instruction ".u64 %0, %1;" : "=l"(out) : "l"(p));           \
    return (void*)out;                                                      \
  }
HEDDLE_SPACE(shared, "shared")
HEDDLE_SPACE(global, "global")
HEDDLE_SPACE(local, "local")
HEDDLE_SPACE(constant, "const")
#undef HEDDLE_SPACE

#undef HEDDLE_BOTH
#undef HEDDLE_HOST
#undef HEDDLE_DEV
#endif
