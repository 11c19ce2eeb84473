// The __nv_ functions that are single instructions (device_mathematics.h).
#pragma once

HEDDLE_NV int __nv_abs(int a) { return a < 0 ? -a : a; }
HEDDLE_NV long long __nv_llabs(long long a) { return a < 0 ? -a : a; }
HEDDLE_NV int __nv_min(int a, int b) { return a < b ? a : b; }
HEDDLE_NV int __nv_max(int a, int b) { return a > b ? a : b; }
HEDDLE_NV unsigned int __nv_umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
HEDDLE_NV unsigned int __nv_umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
HEDDLE_NV long long __nv_llmin(long long a, long long b) { return a < b ? a : b; }
HEDDLE_NV long long __nv_llmax(long long a, long long b) { return a > b ? a : b; }
HEDDLE_NV unsigned long long __nv_ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
HEDDLE_NV unsigned long long __nv_ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
HEDDLE_NV int __nv_brev(int a) { return (int)__builtin_bitreverse32((unsigned)a); }
HEDDLE_NV long long __nv_brevll(long long a) { return (long long)__builtin_bitreverse64((unsigned long long)a); }
HEDDLE_NV int __nv_clz(int a) { return a ? __builtin_clz((unsigned)a) : 32; }
HEDDLE_NV int __nv_clzll(long long a) { return a ? __builtin_clzll((unsigned long long)a) : 64; }
HEDDLE_NV int __nv_ffs(int a) { return a ? __builtin_ctz((unsigned)a) + 1 : 0; }
HEDDLE_NV int __nv_ffsll(long long a) { return a ? __builtin_ctzll((unsigned long long)a) + 1 : 0; }
HEDDLE_NV int __nv_popc(unsigned int a) { return __builtin_popcount(a); }
HEDDLE_NV int __nv_popcll(unsigned long long a) { return __builtin_popcountll(a); }
HEDDLE_NV int __nv_byte_perm(int a, int b, int c) { return (int)__nvvm_prmt((unsigned)a, (unsigned)b, (unsigned)c); }
HEDDLE_NV int __nv_mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
HEDDLE_NV unsigned int __nv_umulhi(unsigned int a, unsigned int b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
HEDDLE_NV long long __nv_mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
HEDDLE_NV unsigned long long __nv_umul64hi(unsigned long long a, unsigned long long b) { return __nvvm_mulhi_ull(a, b); }
HEDDLE_NV int __nv_mul24(int a, int b) { return (int)((unsigned)((a << 8) >> 8) * (unsigned)((b << 8) >> 8)); }
HEDDLE_NV unsigned int __nv_umul24(unsigned int a, unsigned int b) { return (a & 0xffffff) * (b & 0xffffff); }
HEDDLE_NV int __nv_hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
HEDDLE_NV int __nv_rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
HEDDLE_NV int __nv_uhadd(unsigned int a, unsigned int b) { return (int)(((unsigned long long)a + b) >> 1); }
HEDDLE_NV unsigned int __nv_urhadd(unsigned int a, unsigned int b) { return (int)(((unsigned long long)a + b + 1) >> 1); }
HEDDLE_NV unsigned int __nv_sad(int a, int b, unsigned int c) { return (unsigned)(a > b ? a - b : b - a) + c; }
HEDDLE_NV unsigned int __nv_usad(unsigned int a, unsigned int b, unsigned int c) { return (a > b ? a - b : b - a) + c; }

HEDDLE_NV int __nv_float_as_int(float a) { return __builtin_bit_cast(int, a); }
HEDDLE_NV unsigned int __nv_float_as_uint(float a) { return __builtin_bit_cast(unsigned int, a); }
HEDDLE_NV float __nv_int_as_float(int a) { return __builtin_bit_cast(float, a); }
HEDDLE_NV float __nv_uint_as_float(unsigned int a) { return __builtin_bit_cast(float, a); }
HEDDLE_NV unsigned long long __nv_double_as_longlong(double a) { return __builtin_bit_cast(unsigned long long, a); }
HEDDLE_NV double __nv_longlong_as_double(long long a) { return __builtin_bit_cast(double, a); }
HEDDLE_NV int __nv_double2hiint(double a) { return (int)(__nv_double_as_longlong(a) >> 32); }
HEDDLE_NV int __nv_double2loint(double a) { return (int)__nv_double_as_longlong(a); }
HEDDLE_NV double __nv_hiloint2double(int hi, int lo) {
  return __nv_longlong_as_double((long long)(((unsigned long long)(unsigned)hi << 32) | (unsigned)lo));
}

HEDDLE_NV float __nv_fabsf(float a) { return __builtin_fabsf(a); }
HEDDLE_NV double __nv_fabs(double a) { return __builtin_fabs(a); }
HEDDLE_NV float __nv_copysignf(float a, float b) { return __builtin_copysignf(a, b); }
HEDDLE_NV double __nv_copysign(double a, double b) { return __builtin_copysign(a, b); }
HEDDLE_NV float __nv_ceilf(float a) { return __nvvm_ceil_f(a); }
HEDDLE_NV double __nv_ceil(double a) { return __nvvm_ceil_d(a); }
HEDDLE_NV float __nv_floorf(float a) { return __nvvm_floor_f(a); }
HEDDLE_NV double __nv_floor(double a) { return __nvvm_floor_d(a); }
HEDDLE_NV float __nv_truncf(float a) { return __nvvm_trunc_f(a); }
HEDDLE_NV double __nv_trunc(double a) { return __nvvm_trunc_d(a); }
HEDDLE_NV float __nv_rintf(float a) { return __nvvm_round_f(a); }
HEDDLE_NV double __nv_rint(double a) { return __nvvm_round_d(a); }
HEDDLE_NV float __nv_nearbyintf(float a) { return __nvvm_round_f(a); }
HEDDLE_NV double __nv_nearbyint(double a) { return __nvvm_round_d(a); }
HEDDLE_NV float __nv_roundf(float a) {
  const float whole = __nvvm_trunc_f(a);
  return __builtin_copysignf(__builtin_fabsf(a - whole) >= 0.5f ? whole + __builtin_copysignf(1.0f, a) : whole, a);
}
HEDDLE_NV double __nv_round(double a) {
  const double whole = __nvvm_trunc_d(a);
  return __builtin_copysign(__builtin_fabs(a - whole) >= 0.5 ? whole + __builtin_copysign(1.0, a) : whole, a);
}
HEDDLE_NV float __nv_fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
HEDDLE_NV double __nv_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
HEDDLE_NV float __nv_fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
HEDDLE_NV double __nv_fmin(double a, double b) { return __nvvm_fmin_d(a, b); }
HEDDLE_NV float __nv_fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
HEDDLE_NV double __nv_fmax(double a, double b) { return __nvvm_fmax_d(a, b); }
HEDDLE_NV float __nv_sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
HEDDLE_NV double __nv_sqrt(double a) { return __nvvm_sqrt_rn_d(a); }
HEDDLE_NV float __nv_rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
HEDDLE_NV double __nv_rsqrt(double a) { return 1.0 / __nvvm_sqrt_rn_d(a); }
HEDDLE_NV float __nv_saturatef(float a) { return __nvvm_saturate_f(a); }
HEDDLE_NV int __nv_signbitf(float a) { return __nv_float_as_int(a) < 0; }
HEDDLE_NV int __nv_signbitd(double a) { return (long long)__nv_double_as_longlong(a) < 0; }
HEDDLE_NV int __nv_isnanf(float a) { return a != a; }
HEDDLE_NV int __nv_isnand(double a) { return a != a; }
HEDDLE_NV int __nv_isinff(float a) { return __builtin_fabsf(a) == __builtin_inff(); }
HEDDLE_NV int __nv_isinfd(double a) { return __builtin_fabs(a) == __builtin_inf(); }
HEDDLE_NV int __nv_finitef(float a) { return __builtin_fabsf(a) < __builtin_inff(); }
HEDDLE_NV int __nv_isfinited(double a) { return __builtin_fabs(a) < __builtin_inf(); }
HEDDLE_NV float __nv_nanf(const signed char*) { return __builtin_nanf(""); }
HEDDLE_NV double __nv_nan(const signed char*) { return __builtin_nan(""); }

// ---- with a rounding mode

HEDDLE_NV float __nv_fadd_rn(float a, float b) { return __nvvm_add_rn_f(a, b); }
HEDDLE_NV float __nv_fsub_rn(float a, float b) { return __nvvm_add_rn_f(a, -b); }
HEDDLE_NV float __nv_fmul_rn(float a, float b) { return __nvvm_mul_rn_f(a, b); }
HEDDLE_NV float __nv_fdiv_rn(float a, float b) { return __nvvm_div_rn_f(a, b); }
HEDDLE_NV float __nv_frcp_rn(float a) { return __nvvm_rcp_rn_f(a); }
HEDDLE_NV float __nv_fsqrt_rn(float a) { return __nvvm_sqrt_rn_f(a); }
HEDDLE_NV float __nv_fmaf_rn(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
HEDDLE_NV float __nv_fmaf_ieee_rn(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
HEDDLE_NV double __nv_dadd_rn(double a, double b) { return __nvvm_add_rn_d(a, b); }
HEDDLE_NV double __nv_dsub_rn(double a, double b) { return __nvvm_add_rn_d(a, -b); }
HEDDLE_NV double __nv_dmul_rn(double a, double b) { return __nvvm_mul_rn_d(a, b); }
HEDDLE_NV double __nv_ddiv_rn(double a, double b) { return __nvvm_div_rn_d(a, b); }
HEDDLE_NV double __nv_drcp_rn(double a) { return __nvvm_rcp_rn_d(a); }
HEDDLE_NV double __nv_dsqrt_rn(double a) { return __nvvm_sqrt_rn_d(a); }
HEDDLE_NV double __nv_fma_rn(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
HEDDLE_NV int __nv_float2int_rn(float a) { return __nvvm_f2i_rn(a); }
HEDDLE_NV unsigned int __nv_float2uint_rn(float a) { return __nvvm_f2ui_rn(a); }
HEDDLE_NV long long __nv_float2ll_rn(float a) { return __nvvm_f2ll_rn(a); }
HEDDLE_NV unsigned long long __nv_float2ull_rn(float a) { return __nvvm_f2ull_rn(a); }
HEDDLE_NV int __nv_double2int_rn(double a) { return __nvvm_d2i_rn(a); }
HEDDLE_NV unsigned int __nv_double2uint_rn(double a) { return __nvvm_d2ui_rn(a); }
HEDDLE_NV long long __nv_double2ll_rn(double a) { return __nvvm_d2ll_rn(a); }
HEDDLE_NV unsigned long long __nv_double2ull_rn(double a) { return __nvvm_d2ull_rn(a); }
HEDDLE_NV float __nv_double2float_rn(double a) { return __nvvm_d2f_rn(a); }
HEDDLE_NV float __nv_int2float_rn(int a) { return __nvvm_i2f_rn(a); }
HEDDLE_NV float __nv_uint2float_rn(unsigned int a) { return __nvvm_ui2f_rn(a); }
HEDDLE_NV float __nv_ll2float_rn(long long a) { return __nvvm_ll2f_rn(a); }
HEDDLE_NV float __nv_ull2float_rn(unsigned long long a) { return __nvvm_ull2f_rn(a); }
HEDDLE_NV double __nv_ll2double_rn(long long a) { return __nvvm_ll2d_rn(a); }
HEDDLE_NV double __nv_ull2double_rn(unsigned long long a) { return __nvvm_ull2d_rn(a); }
HEDDLE_NV float __nv_fadd_rz(float a, float b) { return __nvvm_add_rz_f(a, b); }
HEDDLE_NV float __nv_fsub_rz(float a, float b) { return __nvvm_add_rz_f(a, -b); }
HEDDLE_NV float __nv_fmul_rz(float a, float b) { return __nvvm_mul_rz_f(a, b); }
HEDDLE_NV float __nv_fdiv_rz(float a, float b) { return __nvvm_div_rz_f(a, b); }
HEDDLE_NV float __nv_frcp_rz(float a) { return __nvvm_rcp_rz_f(a); }
HEDDLE_NV float __nv_fsqrt_rz(float a) { return __nvvm_sqrt_rz_f(a); }
HEDDLE_NV float __nv_fmaf_rz(float a, float b, float c) { return __nvvm_fma_rz_f(a, b, c); }
HEDDLE_NV float __nv_fmaf_ieee_rz(float a, float b, float c) { return __nvvm_fma_rz_f(a, b, c); }
HEDDLE_NV double __nv_dadd_rz(double a, double b) { return __nvvm_add_rz_d(a, b); }
HEDDLE_NV double __nv_dsub_rz(double a, double b) { return __nvvm_add_rz_d(a, -b); }
HEDDLE_NV double __nv_dmul_rz(double a, double b) { return __nvvm_mul_rz_d(a, b); }
HEDDLE_NV double __nv_ddiv_rz(double a, double b) { return __nvvm_div_rz_d(a, b); }
HEDDLE_NV double __nv_drcp_rz(double a) { return __nvvm_rcp_rz_d(a); }
HEDDLE_NV double __nv_dsqrt_rz(double a) { return __nvvm_sqrt_rz_d(a); }
HEDDLE_NV double __nv_fma_rz(double a, double b, double c) { return __nvvm_fma_rz_d(a, b, c); }
HEDDLE_NV int __nv_float2int_rz(float a) { return __nvvm_f2i_rz(a); }
HEDDLE_NV unsigned int __nv_float2uint_rz(float a) { return __nvvm_f2ui_rz(a); }
HEDDLE_NV long long __nv_float2ll_rz(float a) { return __nvvm_f2ll_rz(a); }
HEDDLE_NV unsigned long long __nv_float2ull_rz(float a) { return __nvvm_f2ull_rz(a); }
HEDDLE_NV int __nv_double2int_rz(double a) { return __nvvm_d2i_rz(a); }
HEDDLE_NV unsigned int __nv_double2uint_rz(double a) { return __nvvm_d2ui_rz(a); }
HEDDLE_NV long long __nv_double2ll_rz(double a) { return __nvvm_d2ll_rz(a); }
HEDDLE_NV unsigned long long __nv_double2ull_rz(double a) { return __nvvm_d2ull_rz(a); }
HEDDLE_NV float __nv_double2float_rz(double a) { return __nvvm_d2f_rz(a); }
HEDDLE_NV float __nv_int2float_rz(int a) { return __nvvm_i2f_rz(a); }
HEDDLE_NV float __nv_uint2float_rz(unsigned int a) { return __nvvm_ui2f_rz(a); }
HEDDLE_NV float __nv_ll2float_rz(long long a) { return __nvvm_ll2f_rz(a); }
HEDDLE_NV float __nv_ull2float_rz(unsigned long long a) { return __nvvm_ull2f_rz(a); }
HEDDLE_NV double __nv_ll2double_rz(long long a) { return __nvvm_ll2d_rz(a); }
HEDDLE_NV double __nv_ull2double_rz(unsigned long long a) { return __nvvm_ull2d_rz(a); }
HEDDLE_NV float __nv_fadd_rd(float a, float b) { return __nvvm_add_rm_f(a, b); }
HEDDLE_NV float __nv_fsub_rd(float a, float b) { return __nvvm_add_rm_f(a, -b); }
HEDDLE_NV float __nv_fmul_rd(float a, float b) { return __nvvm_mul_rm_f(a, b); }
HEDDLE_NV float __nv_fdiv_rd(float a, float b) { return __nvvm_div_rm_f(a, b); }
HEDDLE_NV float __nv_frcp_rd(float a) { return __nvvm_rcp_rm_f(a); }
HEDDLE_NV float __nv_fsqrt_rd(float a) { return __nvvm_sqrt_rm_f(a); }
HEDDLE_NV float __nv_fmaf_rd(float a, float b, float c) { return __nvvm_fma_rm_f(a, b, c); }
HEDDLE_NV float __nv_fmaf_ieee_rd(float a, float b, float c) { return __nvvm_fma_rm_f(a, b, c); }
HEDDLE_NV double __nv_dadd_rd(double a, double b) { return __nvvm_add_rm_d(a, b); }
HEDDLE_NV double __nv_dsub_rd(double a, double b) { return __nvvm_add_rm_d(a, -b); }
HEDDLE_NV double __nv_dmul_rd(double a, double b) { return __nvvm_mul_rm_d(a, b); }
HEDDLE_NV double __nv_ddiv_rd(double a, double b) { return __nvvm_div_rm_d(a, b); }
HEDDLE_NV double __nv_drcp_rd(double a) { return __nvvm_rcp_rm_d(a); }
HEDDLE_NV double __nv_dsqrt_rd(double a) { return __nvvm_sqrt_rm_d(a); }
HEDDLE_NV double __nv_fma_rd(double a, double b, double c) { return __nvvm_fma_rm_d(a, b, c); }
HEDDLE_NV int __nv_float2int_rd(float a) { return __nvvm_f2i_rm(a); }
HEDDLE_NV unsigned int __nv_float2uint_rd(float a) { return __nvvm_f2ui_rm(a); }
HEDDLE_NV long long __nv_float2ll_rd(float a) { return __nvvm_f2ll_rm(a); }
HEDDLE_NV unsigned long long __nv_float2ull_rd(float a) { return __nvvm_f2ull_rm(a); }
HEDDLE_NV int __nv_double2int_rd(double a) { return __nvvm_d2i_rm(a); }
HEDDLE_NV unsigned int __nv_double2uint_rd(double a) { return __nvvm_d2ui_rm(a); }
HEDDLE_NV long long __nv_double2ll_rd(double a) { return __nvvm_d2ll_rm(a); }
HEDDLE_NV unsigned long long __nv_double2ull_rd(double a) { return __nvvm_d2ull_rm(a); }
HEDDLE_NV float __nv_double2float_rd(double a) { return __nvvm_d2f_rm(a); }
HEDDLE_NV float __nv_int2float_rd(int a) { return __nvvm_i2f_rm(a); }
HEDDLE_NV float __nv_uint2float_rd(unsigned int a) { return __nvvm_ui2f_rm(a); }
HEDDLE_NV float __nv_ll2float_rd(long long a) { return __nvvm_ll2f_rm(a); }
HEDDLE_NV float __nv_ull2float_rd(unsigned long long a) { return __nvvm_ull2f_rm(a); }
HEDDLE_NV double __nv_ll2double_rd(long long a) { return __nvvm_ll2d_rm(a); }
HEDDLE_NV double __nv_ull2double_rd(unsigned long long a) { return __nvvm_ull2d_rm(a); }
HEDDLE_NV float __nv_fadd_ru(float a, float b) { return __nvvm_add_rp_f(a, b); }
HEDDLE_NV float __nv_fsub_ru(float a, float b) { return __nvvm_add_rp_f(a, -b); }
HEDDLE_NV float __nv_fmul_ru(float a, float b) { return __nvvm_mul_rp_f(a, b); }
HEDDLE_NV float __nv_fdiv_ru(float a, float b) { return __nvvm_div_rp_f(a, b); }
HEDDLE_NV float __nv_frcp_ru(float a) { return __nvvm_rcp_rp_f(a); }
HEDDLE_NV float __nv_fsqrt_ru(float a) { return __nvvm_sqrt_rp_f(a); }
HEDDLE_NV float __nv_fmaf_ru(float a, float b, float c) { return __nvvm_fma_rp_f(a, b, c); }
HEDDLE_NV float __nv_fmaf_ieee_ru(float a, float b, float c) { return __nvvm_fma_rp_f(a, b, c); }
HEDDLE_NV double __nv_dadd_ru(double a, double b) { return __nvvm_add_rp_d(a, b); }
HEDDLE_NV double __nv_dsub_ru(double a, double b) { return __nvvm_add_rp_d(a, -b); }
HEDDLE_NV double __nv_dmul_ru(double a, double b) { return __nvvm_mul_rp_d(a, b); }
HEDDLE_NV double __nv_ddiv_ru(double a, double b) { return __nvvm_div_rp_d(a, b); }
HEDDLE_NV double __nv_drcp_ru(double a) { return __nvvm_rcp_rp_d(a); }
HEDDLE_NV double __nv_dsqrt_ru(double a) { return __nvvm_sqrt_rp_d(a); }
HEDDLE_NV double __nv_fma_ru(double a, double b, double c) { return __nvvm_fma_rp_d(a, b, c); }
HEDDLE_NV int __nv_float2int_ru(float a) { return __nvvm_f2i_rp(a); }
HEDDLE_NV unsigned int __nv_float2uint_ru(float a) { return __nvvm_f2ui_rp(a); }
HEDDLE_NV long long __nv_float2ll_ru(float a) { return __nvvm_f2ll_rp(a); }
HEDDLE_NV unsigned long long __nv_float2ull_ru(float a) { return __nvvm_f2ull_rp(a); }
HEDDLE_NV int __nv_double2int_ru(double a) { return __nvvm_d2i_rp(a); }
HEDDLE_NV unsigned int __nv_double2uint_ru(double a) { return __nvvm_d2ui_rp(a); }
HEDDLE_NV long long __nv_double2ll_ru(double a) { return __nvvm_d2ll_rp(a); }
HEDDLE_NV unsigned long long __nv_double2ull_ru(double a) { return __nvvm_d2ull_rp(a); }
HEDDLE_NV float __nv_double2float_ru(double a) { return __nvvm_d2f_rp(a); }
HEDDLE_NV float __nv_int2float_ru(int a) { return __nvvm_i2f_rp(a); }
HEDDLE_NV float __nv_uint2float_ru(unsigned int a) { return __nvvm_ui2f_rp(a); }
HEDDLE_NV float __nv_ll2float_ru(long long a) { return __nvvm_ll2f_rp(a); }
HEDDLE_NV float __nv_ull2float_ru(unsigned long long a) { return __nvvm_ull2f_rp(a); }
HEDDLE_NV double __nv_ll2double_ru(long long a) { return __nvvm_ll2d_rp(a); }
HEDDLE_NV double __nv_ull2double_ru(unsigned long long a) { return __nvvm_ull2d_rp(a); }
HEDDLE_NV double __nv_int2double_rn(int a) { return (double)a; }
HEDDLE_NV double __nv_uint2double_rn(unsigned int a) { return (double)a; }
HEDDLE_NV float __nv_frsqrt_rn(float a) { return (float)(1.0 / __nvvm_sqrt_rn_d((double)a)); }
HEDDLE_NV float __nv_half2float(unsigned short a) { return (float)__builtin_bit_cast(_Float16, a); }
HEDDLE_NV unsigned short __nv_float2half_rn(float a) { return __builtin_bit_cast(unsigned short, (_Float16)a); }
HEDDLE_NV long long __nv_llrintf(float a) { return __nvvm_f2ll_rn(a); }
HEDDLE_NV long long __nv_llrint(double a) { return __nvvm_d2ll_rn(a); }
HEDDLE_NV long long __nv_llroundf(float a) { return __nvvm_f2ll_rz(__nv_roundf(a)); }
HEDDLE_NV long long __nv_llround(double a) { return __nvvm_d2ll_rz(__nv_round(a)); }
