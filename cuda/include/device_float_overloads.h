// Overloads for float of functions that C defines for double: clang's headers declare them and leave
// their definitions to the toolkit.
#pragma once

#ifdef __CUDA__
#define HEDDLE_DEV static __inline__ __device__ __attribute__((always_inline, unused))
HEDDLE_DEV float acosh(float a) { return __nv_acoshf(a); }
HEDDLE_DEV float asinh(float a) { return __nv_asinhf(a); }
HEDDLE_DEV float atanh(float a) { return __nv_atanhf(a); }
HEDDLE_DEV float cbrt(float a) { return __nv_cbrtf(a); }
HEDDLE_DEV float erf(float a) { return __nv_erff(a); }
HEDDLE_DEV float erfc(float a) { return __nv_erfcf(a); }
HEDDLE_DEV float exp2(float a) { return __nv_exp2f(a); }
HEDDLE_DEV float expm1(float a) { return __nv_expm1f(a); }
HEDDLE_DEV float lgamma(float a) { return __nv_lgammaf(a); }
HEDDLE_DEV float log1p(float a) { return __nv_log1pf(a); }
HEDDLE_DEV float log2(float a) { return __nv_log2f(a); }
HEDDLE_DEV float logb(float a) { return __nv_logbf(a); }
HEDDLE_DEV float nearbyint(float a) { return __nv_nearbyintf(a); }
HEDDLE_DEV float rint(float a) { return __nv_rintf(a); }
HEDDLE_DEV float round(float a) { return __nv_roundf(a); }
HEDDLE_DEV float tgamma(float a) { return __nv_tgammaf(a); }
HEDDLE_DEV float trunc(float a) { return __nv_truncf(a); }
HEDDLE_DEV float copysign(float a, float b) { return __nv_copysignf(a, b); }
HEDDLE_DEV float fdim(float a, float b) { return __nv_fdimf(a, b); }
HEDDLE_DEV float fmax(float a, float b) { return __nv_fmaxf(a, b); }
HEDDLE_DEV float fmin(float a, float b) { return __nv_fminf(a, b); }
HEDDLE_DEV float hypot(float a, float b) { return __nv_hypotf(a, b); }
HEDDLE_DEV float nextafter(float a, float b) { return __nv_nextafterf(a, b); }
HEDDLE_DEV float remainder(float a, float b) { return __nv_remainderf(a, b); }
HEDDLE_DEV float fma(float a, float b, float c) { return __nv_fmaf(a, b, c); }
HEDDLE_DEV float remquo(float a, float b, int* q) { return __nv_remquof(a, b, q); }
HEDDLE_DEV int ilogb(float a) { return __nv_ilogbf(a); }
HEDDLE_DEV long lrint(float a) { return (long)__nv_llrintf(a); }
HEDDLE_DEV long long llrint(float a) { return __nv_llrintf(a); }
HEDDLE_DEV long lround(float a) { return (long)__nv_llroundf(a); }
HEDDLE_DEV long long llround(float a) { return __nv_llroundf(a); }
HEDDLE_DEV float scalbn(float a, int n) { return __nv_scalbnf(a, n); }
HEDDLE_DEV float scalbln(float a, long n) { return __nv_scalbnf(a, (int)(n > 1000 ? 1000 : n < -1000 ? -1000 : n)); }
// And of those that CUDA itself adds.
HEDDLE_DEV float exp10(float a) { return ::exp10f(a); }
HEDDLE_DEV float erfinv(float a) { return ::erfinvf(a); }
HEDDLE_DEV float erfcinv(float a) { return ::erfcinvf(a); }
HEDDLE_DEV float erfcx(float a) { return ::erfcxf(a); }
HEDDLE_DEV float normcdfinv(float a) { return ::normcdfinvf(a); }
HEDDLE_DEV float cyl_bessel_i0(float a) { return ::cyl_bessel_i0f(a); }
HEDDLE_DEV float cyl_bessel_i1(float a) { return ::cyl_bessel_i1f(a); }
HEDDLE_DEV float j0(float a) { return ::j0f(a); }
HEDDLE_DEV float j1(float a) { return ::j1f(a); }
HEDDLE_DEV float jn(int n, float a) { return ::jnf(n, a); }
HEDDLE_DEV float y0(float a) { return ::y0f(a); }
HEDDLE_DEV float y1(float a) { return ::y1f(a); }
HEDDLE_DEV float yn(int n, float a) { return ::ynf(n, a); }
HEDDLE_DEV void sincos(float a, float* s, float* c) { ::sincosf(a, s, c); }
HEDDLE_DEV void sincospi(float a, float* s, float* c) { ::sincospif(a, s, c); }
#undef HEDDLE_DEV
#endif
