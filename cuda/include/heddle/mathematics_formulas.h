// The __nv_ functions of the special function unit, and short formulas (device_mathematics.h).
#pragma once

// ---- fast, by the special function unit

HEDDLE_NV float __nv_fast_sinf(float a) { return __nvvm_sin_approx_f(a); }
HEDDLE_NV float __nv_fast_cosf(float a) { return __nvvm_cos_approx_f(a); }
HEDDLE_NV float __nv_fast_log2f(float a) { return __nvvm_lg2_approx_f(a); }
HEDDLE_NV float __nv_fast_logf(float a) { return __nvvm_lg2_approx_f(a) * 0.693147182f; }
HEDDLE_NV float __nv_fast_log10f(float a) { return __nvvm_lg2_approx_f(a) * 0.301029987f; }
HEDDLE_NV float __nv_fast_expf(float a) { return __nvvm_ex2_approx_f(a * 1.44269502f); }
HEDDLE_NV float __nv_fast_exp10f(float a) { return __nvvm_ex2_approx_f(a * 3.32192802f); }
HEDDLE_NV float __nv_fast_powf(float a, float b) { return __nvvm_ex2_approx_f(b * __nvvm_lg2_approx_f(a)); }
HEDDLE_NV float __nv_fast_fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
HEDDLE_NV float __nv_fast_tanf(float a) { return __nvvm_div_approx_f(__nvvm_sin_approx_f(a), __nvvm_cos_approx_f(a)); }
HEDDLE_NV void __nv_fast_sincosf(float a, float* s, float* c) {
  *s = __nvvm_sin_approx_f(a);
  *c = __nvvm_cos_approx_f(a);
}

// ---- from others

HEDDLE_NV void __nv_sincosf(float a, float* s, float* c) {
  *s = __nv_sinf(a);
  *c = __nv_cosf(a);
}
HEDDLE_NV void __nv_sincos(double a, double* s, double* c) {
  *s = __nv_sin(a);
  *c = __nv_cos(a);
}
HEDDLE_NV void __nv_sincospif(float a, float* s, float* c) {
  *s = __nv_sinpif(a);
  *c = __nv_cospif(a);
}
HEDDLE_NV void __nv_sincospi(double a, double* s, double* c) {
  *s = __nv_sinpi(a);
  *c = __nv_cospi(a);
}
HEDDLE_NV float __nv_modff(float a, float* whole) {
  *whole = __nvvm_trunc_f(a);
  return __builtin_copysignf(__nv_isinff(a) ? 0.0f : a - *whole, a);
}
HEDDLE_NV double __nv_modf(double a, double* whole) {
  *whole = __nvvm_trunc_d(a);
  return __builtin_copysign(__nv_isinfd(a) ? 0.0 : a - *whole, a);
}
HEDDLE_NV float __nv_frexpf(float a, int* exponent) {
  if (a == 0.0f || !__nv_finitef(a)) return *exponent = 0, a;
  const int e = __heddle_clc_ilogbf(a) + 1;
  *exponent = e;
  return __heddle_clc_ldexpf(a, -e);
}
HEDDLE_NV double __nv_frexp(double a, int* exponent) {
  if (a == 0.0 || !__nv_isfinited(a)) return *exponent = 0, a;
  const int e = __heddle_clc_ilogb(a) + 1;
  *exponent = e;
  return __heddle_clc_ldexp(a, -e);
}
HEDDLE_NV float __nv_remquof(float a, float b, int* quotient) {
  const float rest = __nv_remainderf(a, b);
  *quotient = (int)(long long)__nvvm_round_d(((double)a - rest) / b);
  return rest;
}
HEDDLE_NV double __nv_remquo(double a, double b, int* quotient) {
  const double rest = __nv_remainder(a, b);
  *quotient = (int)(long long)__nvvm_round_d((a - rest) / b);
  return rest;
}
HEDDLE_NV double __nv_powi(double a, int n) {
  double power = 1.0;
  for (unsigned m = n < 0 ? 0u - (unsigned)n : (unsigned)n; m; m >>= 1, a *= a)
    if (m & 1) power *= a;
  return n < 0 ? 1.0 / power : power;
}
HEDDLE_NV float __nv_powif(float a, int n) { return (float)__nv_powi(a, n); }
HEDDLE_NV float __nv_rcbrtf(float a) { return 1.0f / __nv_cbrtf(a); }
HEDDLE_NV double __nv_rcbrt(double a) { return 1.0 / __nv_cbrt(a); }
HEDDLE_NV float __nv_rhypotf(float a, float b) { return 1.0f / __nv_hypotf(a, b); }
HEDDLE_NV double __nv_rhypot(double a, double b) { return 1.0 / __nv_hypot(a, b); }
HEDDLE_NV float __nv_norm3df(float a, float b, float c) { return __nv_hypotf(__nv_hypotf(a, b), c); }
HEDDLE_NV double __nv_norm3d(double a, double b, double c) { return __nv_hypot(__nv_hypot(a, b), c); }
HEDDLE_NV float __nv_norm4df(float a, float b, float c, float d) { return __nv_hypotf(__nv_hypotf(a, b), __nv_hypotf(c, d)); }
HEDDLE_NV double __nv_norm4d(double a, double b, double c, double d) { return __nv_hypot(__nv_hypot(a, b), __nv_hypot(c, d)); }
HEDDLE_NV float __nv_rnorm3df(float a, float b, float c) { return 1.0f / __nv_norm3df(a, b, c); }
HEDDLE_NV double __nv_rnorm3d(double a, double b, double c) { return 1.0 / __nv_norm3d(a, b, c); }
HEDDLE_NV float __nv_rnorm4df(float a, float b, float c, float d) { return 1.0f / __nv_norm4df(a, b, c, d); }
HEDDLE_NV double __nv_rnorm4d(double a, double b, double c, double d) { return 1.0 / __nv_norm4d(a, b, c, d); }
HEDDLE_NV double __nv_norm(int n, const double* a) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum = __nv_hypot(sum, a[i]);
  return sum;
}
HEDDLE_NV float __nv_normf(int n, const float* a) {
  float sum = 0.0f;
  for (int i = 0; i < n; i++) sum = __nv_hypotf(sum, a[i]);
  return sum;
}
HEDDLE_NV double __nv_rnorm(int n, const double* a) { return 1.0 / __nv_norm(n, a); }
HEDDLE_NV float __nv_rnormf(int n, const float* a) { return 1.0f / __nv_normf(n, a); }
HEDDLE_NV double __nv_normcdf(double a) { return 0.5 * __nv_erfc(-a * 0.70710678118654752440); }
HEDDLE_NV float __nv_normcdff(float a) { return (float)__nv_normcdf(a); }

// The inverse of erf: a rational start value (Giles' approximation), then two steps of Newton's method.
HEDDLE_NV double __nv_erfinv(double a) {
  if (!(__builtin_fabs(a) < 1.0)) return __builtin_fabs(a) == 1.0 ? a * __builtin_inf() : __builtin_nan("");
  double w = -__nv_log((1.0 - a) * (1.0 + a)), x;
  if (w < 5.0) {
    w -= 2.5;
    x = 2.81022636e-08;
    x = 3.43273939e-07 + x * w;
    x = -3.5233877e-06 + x * w;
    x = -4.39150654e-06 + x * w;
    x = 0.00021858087 + x * w;
    x = -0.00125372503 + x * w;
    x = -0.00417768164 + x * w;
    x = 0.246640727 + x * w;
    x = 1.50140941 + x * w;
  } else {
    w = __nv_sqrt(w) - 3.0;
    x = -0.000200214257;
    x = 0.000100950558 + x * w;
    x = 0.00134934322 + x * w;
    x = -0.00367342844 + x * w;
    x = 0.00573950773 + x * w;
    x = -0.0076224613 + x * w;
    x = 0.00943887047 + x * w;
    x = 1.00167406 + x * w;
    x = 2.83297682 + x * w;
  }
  x *= a;
  for (int i = 0; i < 2; i++) {
    // Near 1, the difference of complements keeps the digits that the difference of values loses.
    const double off = a > 0.5    ? (1.0 - a) - __nv_erfc(x)
                       : a < -0.5 ? __nv_erfc(-x) - (1.0 + a)
                                  : __nv_erf(x) - a;
    x -= off * 0.88622692545275801365 * __nv_exp(x * x);
  }
  return x;
}
HEDDLE_NV float __nv_erfinvf(float a) { return (float)__nv_erfinv(a); }
HEDDLE_NV double __nv_erfcinv(double a) {
  if (a > 0.1) return __nv_erfinv(1.0 - a);
  if (!(a > 0.0)) return a == 0.0 ? __builtin_inf() : __builtin_nan("");
  double x = __nv_sqrt(-__nv_log(a * 1.7724538509055160273 * __nv_sqrt(-__nv_log(a))));
  for (int i = 0; i < 6; i++)
    x += (__nv_erfc(x) - a) * 0.88622692545275801365 * __nv_exp(x * x);
  return x;
}
HEDDLE_NV float __nv_erfcinvf(float a) { return (float)__nv_erfcinv(a); }
HEDDLE_NV double __nv_normcdfinv(double a) { return -1.4142135623730950488 * __nv_erfcinv(2.0 * a); }
HEDDLE_NV float __nv_normcdfinvf(float a) { return (float)__nv_normcdfinv(a); }
HEDDLE_NV double __nv_erfcx(double a) {
  if (a < 25.0) return __nv_exp(a * a) * __nv_erfc(a);
  const double r = 1.0 / (a * a);  // an asymptotic series
  return 0.56418958354775628695 / a * (1.0 - r * (0.5 - r * (0.75 - r * 1.875)));
}
HEDDLE_NV float __nv_erfcxf(float a) { return (float)__nv_erfcx(a); }
