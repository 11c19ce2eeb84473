// Numbers of 16 bits, as bfloat16: the upper half of a float. Arithmetic is that of floats, rounded to
// nearest even.
#pragma once
#define __CUDA_BF16_H__  // programs ask for it

#include "cuda_runtime.h"
#include "heddle/half_family.h"

#define HEDDLE_BOTH static __inline__ __host__ __device__ __attribute__((always_inline, unused))
#define HEDDLE_DEV static __inline__ __device__ __attribute__((always_inline, unused))
#define HEDDLE_IN __host__ __device__ __attribute__((always_inline))

struct __nv_bfloat16_raw {
  unsigned short x;
};

struct __align__(2) __nv_bfloat16 {
  unsigned short __x;
  __nv_bfloat16() = default;
  HEDDLE_IN __nv_bfloat16(float v) {
    unsigned bits = __builtin_bit_cast(unsigned, v);
    __x = v != v ? 0x7fff : (unsigned short)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
  }
  HEDDLE_IN __nv_bfloat16(double v) : __nv_bfloat16((float)v) {}
  HEDDLE_IN __nv_bfloat16(int v) : __nv_bfloat16((float)v) {}
  HEDDLE_IN __nv_bfloat16(unsigned v) : __nv_bfloat16((float)v) {}
  HEDDLE_IN __nv_bfloat16(short v) : __nv_bfloat16((float)v) {}
  HEDDLE_IN __nv_bfloat16(unsigned short v) : __nv_bfloat16((float)v) {}
  HEDDLE_IN __nv_bfloat16(long v) : __nv_bfloat16((float)v) {}
  HEDDLE_IN __nv_bfloat16(unsigned long v) : __nv_bfloat16((float)v) {}
  HEDDLE_IN __nv_bfloat16(long long v) : __nv_bfloat16((float)v) {}
  HEDDLE_IN __nv_bfloat16(unsigned long long v) : __nv_bfloat16((float)v) {}
  HEDDLE_IN __nv_bfloat16(__nv_bfloat16_raw r) : __x(r.x) {}
  HEDDLE_IN operator float() const { return __builtin_bit_cast(float, (unsigned)__x << 16); }
  HEDDLE_IN operator __nv_bfloat16_raw() const { return {__x}; }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  HEDDLE_IN __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162;

HEDDLE_BOTH __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
HEDDLE_BOTH __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
HEDDLE_BOTH __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16(a); }
HEDDLE_BOTH float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
HEDDLE_BOTH __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a)); }
HEDDLE_BOTH __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
HEDDLE_BOTH __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
HEDDLE_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
HEDDLE_BOTH __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
HEDDLE_BOTH float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2((float)a.x, (float)a.y); }
HEDDLE_BOTH float __low2float(__nv_bfloat162 a) { return (float)a.x; }
HEDDLE_BOTH float __high2float(__nv_bfloat162 a) { return (float)a.y; }
HEDDLE_BOTH __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
HEDDLE_BOTH __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
HEDDLE_BOTH __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
HEDDLE_BOTH __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
HEDDLE_BOTH __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
HEDDLE_BOTH __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
HEDDLE_BOTH __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.x); }
HEDDLE_BOTH __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y)); }
HEDDLE_BOTH __nv_bfloat16 __float2bfloat16_rz(float a) {
  const unsigned short high = (unsigned short)(__builtin_bit_cast(unsigned, a) >> 16);
  return a != a ? __nv_bfloat16(a) : __nv_bfloat16(__nv_bfloat16_raw{high});
}
HEDDLE_BOTH short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }
HEDDLE_BOTH __nv_bfloat16 __short_as_bfloat16(short a) { return __nv_bfloat16(__nv_bfloat16_raw{(unsigned short)a}); }
HEDDLE_BOTH unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
HEDDLE_BOTH __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) { return __nv_bfloat16(__nv_bfloat16_raw{a}); }

HEDDLE_BOTH __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a + (float)b); }
HEDDLE_BOTH __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hadd(a, b); }
HEDDLE_BOTH __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
HEDDLE_BOTH __nv_bfloat16 operator+(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hadd(a, b); }
HEDDLE_BOTH __nv_bfloat16& operator+=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = __hadd(a, b); }
HEDDLE_BOTH __nv_bfloat162 operator+(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hadd2(a, b); }
HEDDLE_BOTH __nv_bfloat162& operator+=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = __hadd2(a, b); }
HEDDLE_BOTH __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a - (float)b); }
HEDDLE_BOTH __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hsub(a, b); }
HEDDLE_BOTH __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
HEDDLE_BOTH __nv_bfloat16 operator-(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hsub(a, b); }
HEDDLE_BOTH __nv_bfloat16& operator-=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = __hsub(a, b); }
HEDDLE_BOTH __nv_bfloat162 operator-(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hsub2(a, b); }
HEDDLE_BOTH __nv_bfloat162& operator-=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = __hsub2(a, b); }
HEDDLE_BOTH __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a * (float)b); }
HEDDLE_BOTH __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hmul(a, b); }
HEDDLE_BOTH __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
HEDDLE_BOTH __nv_bfloat16 operator*(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hmul(a, b); }
HEDDLE_BOTH __nv_bfloat16& operator*=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = __hmul(a, b); }
HEDDLE_BOTH __nv_bfloat162 operator*(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hmul2(a, b); }
HEDDLE_BOTH __nv_bfloat162& operator*=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = __hmul2(a, b); }
HEDDLE_BOTH __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a / (float)b); }
HEDDLE_BOTH __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
HEDDLE_BOTH __nv_bfloat16 operator/(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hdiv(a, b); }
HEDDLE_BOTH __nv_bfloat16& operator/=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = __hdiv(a, b); }
HEDDLE_BOTH __nv_bfloat162 operator/(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __h2div(a, b); }
HEDDLE_BOTH __nv_bfloat162& operator/=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = __h2div(a, b); }
HEDDLE_BOTH bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a == (float)b; }
HEDDLE_BOTH bool operator==(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __heq(a, b); }
HEDDLE_BOTH __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__heq(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__heq(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
// Unlike the operator, false for NaN.
HEDDLE_BOTH bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a < (float)b || (float)a > (float)b; }
HEDDLE_BOTH bool operator!=(const __nv_bfloat16& a, const __nv_bfloat16& b) { return !__heq(a, b); }
HEDDLE_BOTH __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__hne(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__hne(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hbne2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
HEDDLE_BOTH bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a < (float)b; }
HEDDLE_BOTH bool operator<(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hlt(a, b); }
HEDDLE_BOTH __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__hlt(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__hlt(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
HEDDLE_BOTH bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a <= (float)b; }
HEDDLE_BOTH bool operator<=(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hle(a, b); }
HEDDLE_BOTH __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__hle(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__hle(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
HEDDLE_BOTH bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a > (float)b; }
HEDDLE_BOTH bool operator>(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hgt(a, b); }
HEDDLE_BOTH __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__hgt(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__hgt(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
HEDDLE_BOTH bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a >= (float)b; }
HEDDLE_BOTH bool operator>=(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hge(a, b); }
HEDDLE_BOTH __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__hge(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__hge(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
HEDDLE_BOTH __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __ushort_as_bfloat16(a.__x ^ 0x8000); }
HEDDLE_BOTH __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16(a.__x & 0x7fff); }
HEDDLE_BOTH __nv_bfloat162 __hneg2(__nv_bfloat162 a);
// A float's product and sum of two bfloat16 numbers is wide enough but for a second rounding.
HEDDLE_DEV __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __nv_bfloat16(__fmaf_rn((float)a, (float)b, (float)c));
}
HEDDLE_BOTH __nv_bfloat16 operator-(const __nv_bfloat16& a) { return __hneg(a); }
HEDDLE_BOTH __nv_bfloat16 operator+(const __nv_bfloat16& a) { return a; }
HEDDLE_BOTH __nv_bfloat162 operator-(const __nv_bfloat162& a) { return __hneg2(a); }
HEDDLE_BOTH __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __nv_bfloat162(__hneg(a.x), __hneg(a.y)); }
HEDDLE_BOTH __nv_bfloat162 __habs2(__nv_bfloat162 a) { return __nv_bfloat162(__habs(a.x), __habs(a.y)); }
HEDDLE_DEV __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
HEDDLE_BOTH bool __hisnan(__nv_bfloat16 a) { return (float)a != (float)a; }
HEDDLE_BOTH int __hisinf(__nv_bfloat16 a) { return (float)a == __builtin_inff() ? 1 : (float)a == -__builtin_inff() ? -1 : 0; }
HEDDLE_BOTH __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __hisnan(a) ? b : __hisnan(b) ? a : (float)a > (float)b ? a : b; }
HEDDLE_BOTH __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __hisnan(a) ? b : __hisnan(b) ? a : (float)a < (float)b ? a : b; }
HEDDLE_BOTH __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
HEDDLE_BOTH __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
HEDDLE_DEV __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__saturatef((float)a + (float)b)); }
HEDDLE_DEV __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__saturatef((float)a * (float)b)); }
HEDDLE_DEV __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __hmax(__hfma(a, b, c), __nv_bfloat16(0.0f)); }
HEDDLE_DEV __nv_bfloat16 hsqrt(__nv_bfloat16 a) { return __nv_bfloat16(::sqrtf((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2sqrt(__nv_bfloat162 a) { return __nv_bfloat162(hsqrt(a.x), hsqrt(a.y)); }
HEDDLE_DEV __nv_bfloat16 hrsqrt(__nv_bfloat16 a) { return __nv_bfloat16(::rsqrtf((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2rsqrt(__nv_bfloat162 a) { return __nv_bfloat162(hrsqrt(a.x), hrsqrt(a.y)); }
HEDDLE_DEV __nv_bfloat16 hexp(__nv_bfloat16 a) { return __nv_bfloat16(::expf((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2exp(__nv_bfloat162 a) { return __nv_bfloat162(hexp(a.x), hexp(a.y)); }
HEDDLE_DEV __nv_bfloat16 hexp2(__nv_bfloat16 a) { return __nv_bfloat16(::exp2f((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2exp2(__nv_bfloat162 a) { return __nv_bfloat162(hexp2(a.x), hexp2(a.y)); }
HEDDLE_DEV __nv_bfloat16 hexp10(__nv_bfloat16 a) { return __nv_bfloat16(::exp10f((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2exp10(__nv_bfloat162 a) { return __nv_bfloat162(hexp10(a.x), hexp10(a.y)); }
HEDDLE_DEV __nv_bfloat16 hlog(__nv_bfloat16 a) { return __nv_bfloat16(::logf((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2log(__nv_bfloat162 a) { return __nv_bfloat162(hlog(a.x), hlog(a.y)); }
HEDDLE_DEV __nv_bfloat16 hlog2(__nv_bfloat16 a) { return __nv_bfloat16(::log2f((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2log2(__nv_bfloat162 a) { return __nv_bfloat162(hlog2(a.x), hlog2(a.y)); }
HEDDLE_DEV __nv_bfloat16 hlog10(__nv_bfloat16 a) { return __nv_bfloat16(::log10f((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2log10(__nv_bfloat162 a) { return __nv_bfloat162(hlog10(a.x), hlog10(a.y)); }
HEDDLE_DEV __nv_bfloat16 hsin(__nv_bfloat16 a) { return __nv_bfloat16(::sinf((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2sin(__nv_bfloat162 a) { return __nv_bfloat162(hsin(a.x), hsin(a.y)); }
HEDDLE_DEV __nv_bfloat16 hcos(__nv_bfloat16 a) { return __nv_bfloat16(::cosf((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2cos(__nv_bfloat162 a) { return __nv_bfloat162(hcos(a.x), hcos(a.y)); }
HEDDLE_DEV __nv_bfloat16 hceil(__nv_bfloat16 a) { return __nv_bfloat16(::ceilf((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2ceil(__nv_bfloat162 a) { return __nv_bfloat162(hceil(a.x), hceil(a.y)); }
HEDDLE_DEV __nv_bfloat16 hfloor(__nv_bfloat16 a) { return __nv_bfloat16(::floorf((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2floor(__nv_bfloat162 a) { return __nv_bfloat162(hfloor(a.x), hfloor(a.y)); }
HEDDLE_DEV __nv_bfloat16 htrunc(__nv_bfloat16 a) { return __nv_bfloat16(::truncf((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2trunc(__nv_bfloat162 a) { return __nv_bfloat162(htrunc(a.x), htrunc(a.y)); }
HEDDLE_DEV __nv_bfloat16 hrint(__nv_bfloat16 a) { return __nv_bfloat16(::rintf((float)a)); }
HEDDLE_DEV __nv_bfloat162 h2rint(__nv_bfloat162 a) { return __nv_bfloat162(hrint(a.x), hrint(a.y)); }
HEDDLE_DEV __nv_bfloat16 hrcp(__nv_bfloat16 a) { return __nv_bfloat16(1.0f / (float)a); }
HEDDLE_DEV __nv_bfloat162 h2rcp(__nv_bfloat162 a) { return __nv_bfloat162(hrcp(a.x), hrcp(a.y)); }
HEDDLE_HALF_FAMILY(__nv_bfloat16, __nv_bfloat162, bfloat16)
HEDDLE_HALF_INTEGER(__nv_bfloat16, int, int, int, bfloat16)
HEDDLE_HALF_INTEGER(__nv_bfloat16, unsigned, uint, uint, bfloat16)
HEDDLE_DEV __nv_bfloat16 __shfl_sync(unsigned mask, __nv_bfloat16 v, int lane, int width = 32) { return __builtin_bit_cast(__nv_bfloat16, (unsigned short)__shfl_sync(mask, (int)__builtin_bit_cast(unsigned short, v), lane, width)); }
HEDDLE_DEV __nv_bfloat162 __shfl_sync(unsigned mask, __nv_bfloat162 v, int lane, int width = 32) { return __builtin_bit_cast(__nv_bfloat162, __shfl_sync(mask, __builtin_bit_cast(int, v), lane, width)); }
HEDDLE_DEV __nv_bfloat16 __shfl_up_sync(unsigned mask, __nv_bfloat16 v, unsigned lane, int width = 32) { return __builtin_bit_cast(__nv_bfloat16, (unsigned short)__shfl_up_sync(mask, (int)__builtin_bit_cast(unsigned short, v), lane, width)); }
HEDDLE_DEV __nv_bfloat162 __shfl_up_sync(unsigned mask, __nv_bfloat162 v, unsigned lane, int width = 32) { return __builtin_bit_cast(__nv_bfloat162, __shfl_up_sync(mask, __builtin_bit_cast(int, v), lane, width)); }
HEDDLE_DEV __nv_bfloat16 __shfl_down_sync(unsigned mask, __nv_bfloat16 v, unsigned lane, int width = 32) { return __builtin_bit_cast(__nv_bfloat16, (unsigned short)__shfl_down_sync(mask, (int)__builtin_bit_cast(unsigned short, v), lane, width)); }
HEDDLE_DEV __nv_bfloat162 __shfl_down_sync(unsigned mask, __nv_bfloat162 v, unsigned lane, int width = 32) { return __builtin_bit_cast(__nv_bfloat162, __shfl_down_sync(mask, __builtin_bit_cast(int, v), lane, width)); }
HEDDLE_DEV __nv_bfloat16 __shfl_xor_sync(unsigned mask, __nv_bfloat16 v, int lane, int width = 32) { return __builtin_bit_cast(__nv_bfloat16, (unsigned short)__shfl_xor_sync(mask, (int)__builtin_bit_cast(unsigned short, v), lane, width)); }
HEDDLE_DEV __nv_bfloat162 __shfl_xor_sync(unsigned mask, __nv_bfloat162 v, int lane, int width = 32) { return __builtin_bit_cast(__nv_bfloat162, __shfl_xor_sync(mask, __builtin_bit_cast(int, v), lane, width)); }
HEDDLE_DEV __nv_bfloat16 __ldg(const __nv_bfloat16* p) { return __builtin_bit_cast(__nv_bfloat16, __ldg((const unsigned short*)p)); }
HEDDLE_DEV __nv_bfloat162 __ldg(const __nv_bfloat162* p) { return __builtin_bit_cast(__nv_bfloat162, __ldg((const unsigned int*)p)); }
HEDDLE_DEV __nv_bfloat162 atomicAdd(__nv_bfloat162* p, __nv_bfloat162 v) {
  unsigned old = *(volatile unsigned*)p, seen;
  do {
    seen = old;
    old = atomicCAS((unsigned*)p, seen, __builtin_bit_cast(unsigned, __builtin_bit_cast(__nv_bfloat162, seen) + v));
  } while (old != seen);
  return __builtin_bit_cast(__nv_bfloat162, old);
}
HEDDLE_DEV __nv_bfloat16 atomicAdd(__nv_bfloat16* p, __nv_bfloat16 v) {
  unsigned short old = *(volatile unsigned short*)p, seen;
  do {
    seen = old;
    old = atomicCAS((unsigned short*)p, seen, __builtin_bit_cast(unsigned short, __builtin_bit_cast(__nv_bfloat16, seen) + v));
  } while (old != seen);
  return __builtin_bit_cast(__nv_bfloat16, old);
}

#undef HEDDLE_BOTH
#undef HEDDLE_DEV
#undef HEDDLE_IN
