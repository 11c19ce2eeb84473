// The __nv_ functions that are functions of libclc, by its mangled names (device_mathematics.h).
#pragma once

HEDDLE_CLC float __heddle_clc_acosf(float) asm("_Z4acosf");
HEDDLE_CLC double __heddle_clc_acos(double) asm("_Z4acosd");
HEDDLE_CLC float __heddle_clc_acoshf(float) asm("_Z5acoshf");
HEDDLE_CLC double __heddle_clc_acosh(double) asm("_Z5acoshd");
HEDDLE_CLC float __heddle_clc_asinf(float) asm("_Z4asinf");
HEDDLE_CLC double __heddle_clc_asin(double) asm("_Z4asind");
HEDDLE_CLC float __heddle_clc_asinhf(float) asm("_Z5asinhf");
HEDDLE_CLC double __heddle_clc_asinh(double) asm("_Z5asinhd");
HEDDLE_CLC float __heddle_clc_atanf(float) asm("_Z4atanf");
HEDDLE_CLC double __heddle_clc_atan(double) asm("_Z4atand");
HEDDLE_CLC float __heddle_clc_atanhf(float) asm("_Z5atanhf");
HEDDLE_CLC double __heddle_clc_atanh(double) asm("_Z5atanhd");
HEDDLE_CLC float __heddle_clc_cbrtf(float) asm("_Z4cbrtf");
HEDDLE_CLC double __heddle_clc_cbrt(double) asm("_Z4cbrtd");
HEDDLE_CLC float __heddle_clc_cosf(float) asm("_Z3cosf");
HEDDLE_CLC double __heddle_clc_cos(double) asm("_Z3cosd");
HEDDLE_CLC float __heddle_clc_coshf(float) asm("_Z4coshf");
HEDDLE_CLC double __heddle_clc_cosh(double) asm("_Z4coshd");
HEDDLE_CLC float __heddle_clc_cospif(float) asm("_Z5cospif");
HEDDLE_CLC double __heddle_clc_cospi(double) asm("_Z5cospid");
HEDDLE_CLC float __heddle_clc_erff(float) asm("_Z3erff");
HEDDLE_CLC double __heddle_clc_erf(double) asm("_Z3erfd");
HEDDLE_CLC double __heddle_clc_erfc(double) asm("_Z4erfcd");
HEDDLE_CLC float __heddle_clc_expf(float) asm("_Z3expf");
HEDDLE_CLC double __heddle_clc_exp(double) asm("_Z3expd");
HEDDLE_CLC double __heddle_clc_exp10(double) asm("_Z5exp10d");
HEDDLE_CLC float __heddle_clc_exp2f(float) asm("_Z4exp2f");
HEDDLE_CLC double __heddle_clc_exp2(double) asm("_Z4exp2d");
HEDDLE_CLC float __heddle_clc_expm1f(float) asm("_Z5expm1f");
HEDDLE_CLC double __heddle_clc_expm1(double) asm("_Z5expm1d");
HEDDLE_CLC float __heddle_clc_lgammaf(float) asm("_Z6lgammaf");
HEDDLE_CLC double __heddle_clc_lgamma(double) asm("_Z6lgammad");
HEDDLE_CLC float __heddle_clc_logf(float) asm("_Z3logf");
HEDDLE_CLC double __heddle_clc_log(double) asm("_Z3logd");
HEDDLE_CLC float __heddle_clc_log10f(float) asm("_Z5log10f");
HEDDLE_CLC double __heddle_clc_log10(double) asm("_Z5log10d");
HEDDLE_CLC float __heddle_clc_log1pf(float) asm("_Z5log1pf");
HEDDLE_CLC double __heddle_clc_log1p(double) asm("_Z5log1pd");
HEDDLE_CLC float __heddle_clc_log2f(float) asm("_Z4log2f");
HEDDLE_CLC double __heddle_clc_log2(double) asm("_Z4log2d");
HEDDLE_CLC float __heddle_clc_logbf(float) asm("_Z4logbf");
HEDDLE_CLC double __heddle_clc_logb(double) asm("_Z4logbd");
HEDDLE_CLC float __heddle_clc_sinf(float) asm("_Z3sinf");
HEDDLE_CLC double __heddle_clc_sin(double) asm("_Z3sind");
HEDDLE_CLC float __heddle_clc_sinhf(float) asm("_Z4sinhf");
HEDDLE_CLC double __heddle_clc_sinh(double) asm("_Z4sinhd");
HEDDLE_CLC float __heddle_clc_sinpif(float) asm("_Z5sinpif");
HEDDLE_CLC double __heddle_clc_sinpi(double) asm("_Z5sinpid");
HEDDLE_CLC float __heddle_clc_tanf(float) asm("_Z3tanf");
HEDDLE_CLC double __heddle_clc_tan(double) asm("_Z3tand");
HEDDLE_CLC float __heddle_clc_tanhf(float) asm("_Z4tanhf");
HEDDLE_CLC double __heddle_clc_tanh(double) asm("_Z4tanhd");
HEDDLE_CLC double __heddle_clc_tgamma(double) asm("_Z6tgammad");
HEDDLE_CLC float __heddle_clc_atan2f(float, float) asm("_Z5atan2ff");
HEDDLE_CLC double __heddle_clc_atan2(double, double) asm("_Z5atan2dd");
HEDDLE_CLC float __heddle_clc_fdimf(float, float) asm("_Z4fdimff");
HEDDLE_CLC double __heddle_clc_fdim(double, double) asm("_Z4fdimdd");
HEDDLE_CLC float __heddle_clc_fmodf(float, float) asm("_Z4fmodff");
HEDDLE_CLC double __heddle_clc_fmod(double, double) asm("_Z4fmoddd");
HEDDLE_CLC float __heddle_clc_hypotf(float, float) asm("_Z5hypotff");
HEDDLE_CLC double __heddle_clc_hypot(double, double) asm("_Z5hypotdd");
HEDDLE_CLC float __heddle_clc_nextafterf(float, float) asm("_Z9nextafterff");
HEDDLE_CLC double __heddle_clc_nextafter(double, double) asm("_Z9nextafterdd");
HEDDLE_CLC float __heddle_clc_powf(float, float) asm("_Z3powff");
HEDDLE_CLC double __heddle_clc_pow(double, double) asm("_Z3powdd");
HEDDLE_CLC float __heddle_clc_remainderf(float, float) asm("_Z9remainderff");
HEDDLE_CLC double __heddle_clc_remainder(double, double) asm("_Z9remainderdd");
HEDDLE_CLC int __heddle_clc_ilogbf(float) asm("_Z5ilogbf");
HEDDLE_CLC int __heddle_clc_ilogb(double) asm("_Z5ilogbd");
HEDDLE_CLC float __heddle_clc_ldexpf(float, int) asm("_Z5ldexpfi");
HEDDLE_CLC double __heddle_clc_ldexp(double, int) asm("_Z5ldexpdi");

HEDDLE_NV float __nv_acosf(float a) { return __heddle_clc_acosf(a); }
HEDDLE_NV double __nv_acos(double a) { return __heddle_clc_acos(a); }
HEDDLE_NV float __nv_acoshf(float a) { return __heddle_clc_acoshf(a); }
HEDDLE_NV double __nv_acosh(double a) { return __heddle_clc_acosh(a); }
HEDDLE_NV float __nv_asinf(float a) { return __heddle_clc_asinf(a); }
HEDDLE_NV double __nv_asin(double a) { return __heddle_clc_asin(a); }
HEDDLE_NV float __nv_asinhf(float a) { return __heddle_clc_asinhf(a); }
HEDDLE_NV double __nv_asinh(double a) { return __heddle_clc_asinh(a); }
HEDDLE_NV float __nv_atanf(float a) { return __heddle_clc_atanf(a); }
HEDDLE_NV double __nv_atan(double a) { return __heddle_clc_atan(a); }
HEDDLE_NV float __nv_atanhf(float a) { return __heddle_clc_atanhf(a); }
HEDDLE_NV double __nv_atanh(double a) { return __heddle_clc_atanh(a); }
HEDDLE_NV float __nv_cbrtf(float a) { return __heddle_clc_cbrtf(a); }
HEDDLE_NV double __nv_cbrt(double a) { return __heddle_clc_cbrt(a); }
HEDDLE_NV float __nv_cosf(float a) { return __heddle_clc_cosf(a); }
HEDDLE_NV double __nv_cos(double a) { return __heddle_clc_cos(a); }
HEDDLE_NV float __nv_coshf(float a) { return __heddle_clc_coshf(a); }
HEDDLE_NV double __nv_cosh(double a) { return __heddle_clc_cosh(a); }
HEDDLE_NV float __nv_cospif(float a) { return __heddle_clc_cospif(a); }
HEDDLE_NV double __nv_cospi(double a) { return __heddle_clc_cospi(a); }
HEDDLE_NV float __nv_erff(float a) { return __heddle_clc_erff(a); }
HEDDLE_NV double __nv_erf(double a) { return __heddle_clc_erf(a); }
HEDDLE_NV float __nv_erfcf(float a) { return (float)__heddle_clc_erfc(a); }  // float: inaccurate
HEDDLE_NV double __nv_erfc(double a) { return __heddle_clc_erfc(a); }
HEDDLE_NV float __nv_expf(float a) { return __heddle_clc_expf(a); }
HEDDLE_NV double __nv_exp(double a) { return __heddle_clc_exp(a); }
HEDDLE_NV float __nv_exp10f(float a) { return (float)__heddle_clc_exp10(a); }  // float: inaccurate
HEDDLE_NV double __nv_exp10(double a) { return __heddle_clc_exp10(a); }
HEDDLE_NV float __nv_exp2f(float a) { return __heddle_clc_exp2f(a); }
HEDDLE_NV double __nv_exp2(double a) { return __heddle_clc_exp2(a); }
HEDDLE_NV float __nv_expm1f(float a) { return __heddle_clc_expm1f(a); }
HEDDLE_NV double __nv_expm1(double a) { return __heddle_clc_expm1(a); }
HEDDLE_NV float __nv_lgammaf(float a) { return __heddle_clc_lgammaf(a); }
HEDDLE_NV double __nv_lgamma(double a) { return __heddle_clc_lgamma(a); }
HEDDLE_NV float __nv_logf(float a) { return __heddle_clc_logf(a); }
HEDDLE_NV double __nv_log(double a) { return __heddle_clc_log(a); }
HEDDLE_NV float __nv_log10f(float a) { return __heddle_clc_log10f(a); }
HEDDLE_NV double __nv_log10(double a) { return __heddle_clc_log10(a); }
HEDDLE_NV float __nv_log1pf(float a) { return __heddle_clc_log1pf(a); }
HEDDLE_NV double __nv_log1p(double a) { return __heddle_clc_log1p(a); }
HEDDLE_NV float __nv_log2f(float a) { return __heddle_clc_log2f(a); }
HEDDLE_NV double __nv_log2(double a) { return __heddle_clc_log2(a); }
HEDDLE_NV float __nv_logbf(float a) { return __heddle_clc_logbf(a); }
HEDDLE_NV double __nv_logb(double a) { return __heddle_clc_logb(a); }
HEDDLE_NV float __nv_sinf(float a) { return __heddle_clc_sinf(a); }
HEDDLE_NV double __nv_sin(double a) { return __heddle_clc_sin(a); }
HEDDLE_NV float __nv_sinhf(float a) { return __heddle_clc_sinhf(a); }
HEDDLE_NV double __nv_sinh(double a) { return __heddle_clc_sinh(a); }
HEDDLE_NV float __nv_sinpif(float a) { return __heddle_clc_sinpif(a); }
HEDDLE_NV double __nv_sinpi(double a) { return __heddle_clc_sinpi(a); }
HEDDLE_NV float __nv_tanf(float a) { return __heddle_clc_tanf(a); }
HEDDLE_NV double __nv_tan(double a) { return __heddle_clc_tan(a); }
HEDDLE_NV float __nv_tanhf(float a) { return __heddle_clc_tanhf(a); }
HEDDLE_NV double __nv_tanh(double a) { return __heddle_clc_tanh(a); }
HEDDLE_NV float __nv_tgammaf(float a) { return (float)__heddle_clc_tgamma(a); }  // float: inaccurate
HEDDLE_NV double __nv_tgamma(double a) { return __heddle_clc_tgamma(a); }
HEDDLE_NV float __nv_atan2f(float a, float b) { return __heddle_clc_atan2f(a, b); }
HEDDLE_NV double __nv_atan2(double a, double b) { return __heddle_clc_atan2(a, b); }
HEDDLE_NV float __nv_fdimf(float a, float b) { return __heddle_clc_fdimf(a, b); }
HEDDLE_NV double __nv_fdim(double a, double b) { return __heddle_clc_fdim(a, b); }
HEDDLE_NV float __nv_fmodf(float a, float b) { return __heddle_clc_fmodf(a, b); }
HEDDLE_NV double __nv_fmod(double a, double b) { return __heddle_clc_fmod(a, b); }
HEDDLE_NV float __nv_hypotf(float a, float b) { return __heddle_clc_hypotf(a, b); }
HEDDLE_NV double __nv_hypot(double a, double b) { return __heddle_clc_hypot(a, b); }
HEDDLE_NV float __nv_nextafterf(float a, float b) { return __heddle_clc_nextafterf(a, b); }
HEDDLE_NV double __nv_nextafter(double a, double b) { return __heddle_clc_nextafter(a, b); }
HEDDLE_NV float __nv_powf(float a, float b) { return __heddle_clc_powf(a, b); }
HEDDLE_NV double __nv_pow(double a, double b) { return __heddle_clc_pow(a, b); }
HEDDLE_NV float __nv_remainderf(float a, float b) { return __heddle_clc_remainderf(a, b); }
HEDDLE_NV double __nv_remainder(double a, double b) { return __heddle_clc_remainder(a, b); }
HEDDLE_NV int __nv_ilogbf(float a) { return __heddle_clc_ilogbf(a); }
HEDDLE_NV int __nv_ilogb(double a) { return __heddle_clc_ilogb(a); }
HEDDLE_NV float __nv_ldexpf(float a, int n) { return __heddle_clc_ldexpf(a, n); }
HEDDLE_NV double __nv_ldexp(double a, int n) { return __heddle_clc_ldexp(a, n); }
HEDDLE_NV float __nv_scalbnf(float a, int n) { return __heddle_clc_ldexpf(a, n); }
HEDDLE_NV double __nv_scalbn(double a, int n) { return __heddle_clc_ldexp(a, n); }
