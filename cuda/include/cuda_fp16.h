// Numbers of 16 bits, as IEEE binary16: clang's own _Float16 on both sides, so that arithmetic is one
// instruction on the device.
#pragma once
#define __CUDA_FP16_H__  // programs ask for it

#include "cuda_runtime.h"
#include "heddle/half_family.h"

#define HEDDLE_BOTH static __inline__ __host__ __device__ __attribute__((always_inline, unused))
#define HEDDLE_DEV static __inline__ __device__ __attribute__((always_inline, unused))
#define HEDDLE_IN __host__ __device__ __attribute__((always_inline))

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

struct __align__(2) __half {
  _Float16 __x;
  __half() = default;
  HEDDLE_IN __half(_Float16 v) : __x(v) {}
  HEDDLE_IN __half(float v) : __x((_Float16)v) {}
  HEDDLE_IN __half(double v) : __x((_Float16)v) {}
  HEDDLE_IN __half(int v) : __x((_Float16)v) {}
  HEDDLE_IN __half(unsigned v) : __x((_Float16)v) {}
  HEDDLE_IN __half(short v) : __x((_Float16)v) {}
  HEDDLE_IN __half(unsigned short v) : __x((_Float16)v) {}
  HEDDLE_IN __half(long v) : __x((_Float16)v) {}
  HEDDLE_IN __half(unsigned long v) : __x((_Float16)v) {}
  HEDDLE_IN __half(long long v) : __x((_Float16)v) {}
  HEDDLE_IN __half(unsigned long long v) : __x((_Float16)v) {}
  HEDDLE_IN __half(__half_raw r) : __x(__builtin_bit_cast(_Float16, r.x)) {}
  HEDDLE_IN operator float() const { return (float)__x; }
  HEDDLE_IN operator __half_raw() const { return {__builtin_bit_cast(unsigned short, __x)}; }
  HEDDLE_IN explicit operator int() const { return (int)__x; }
  HEDDLE_IN explicit operator bool() const { return __x != (_Float16)0; }
};
typedef __half half;
typedef __half __nv_half;

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  HEDDLE_IN __half2(__half a, __half b) : x(a), y(b) {}
  HEDDLE_IN __half2(__half2_raw r) : x(__half_raw{r.x}), y(__half_raw{r.y}) {}
  HEDDLE_IN operator __half2_raw() const {
    return {((__half_raw)x).x, ((__half_raw)y).x};
  }
};
typedef __half2 half2;
typedef __half2 __nv_half2;

HEDDLE_BOTH __half __float2half(float a) { return __half(a); }
HEDDLE_BOTH __half __float2half_rn(float a) { return __half(a); }
HEDDLE_BOTH __half __double2half(double a) { return __half(a); }
HEDDLE_BOTH float __half2float(__half a) { return (float)a.__x; }
HEDDLE_BOTH __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
HEDDLE_BOTH __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
HEDDLE_BOTH __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
HEDDLE_BOTH float2 __half22float2(__half2 a) { return make_float2(__half2float(a.x), __half2float(a.y)); }
HEDDLE_BOTH float __low2float(__half2 a) { return __half2float(a.x); }
HEDDLE_BOTH float __high2float(__half2 a) { return __half2float(a.y); }
HEDDLE_BOTH __half2 __half2half2(__half a) { return __half2(a, a); }
HEDDLE_BOTH __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
HEDDLE_BOTH __half2 make_half2(__half a, __half b) { return __half2(a, b); }
HEDDLE_BOTH __half __low2half(__half2 a) { return a.x; }
HEDDLE_BOTH __half __high2half(__half2 a) { return a.y; }
HEDDLE_BOTH __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
HEDDLE_BOTH __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
HEDDLE_BOTH __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
HEDDLE_BOTH __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
HEDDLE_BOTH __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
HEDDLE_BOTH short __half_as_short(__half a) { return __builtin_bit_cast(short, a.__x); }
HEDDLE_BOTH unsigned short __half_as_ushort(__half a) { return __builtin_bit_cast(unsigned short, a.__x); }
HEDDLE_BOTH __half __short_as_half(short a) { return __half(__builtin_bit_cast(_Float16, a)); }
HEDDLE_BOTH __half __ushort_as_half(unsigned short a) { return __half(__builtin_bit_cast(_Float16, a)); }
HEDDLE_BOTH __half __float2half_rz(float a) {
  const __half near(a);  // one step back where rounding went away from zero
  const bool away = a < 0 ? (float)near < a : (float)near > a;
  return away ? __ushort_as_half((unsigned short)(__half_as_ushort(near) - 1)) : near;
}

HEDDLE_BOTH __half __hadd(__half a, __half b) { return __half((_Float16)(a.__x + b.__x)); }
HEDDLE_BOTH __half __hadd_rn(__half a, __half b) { return __hadd(a, b); }
HEDDLE_BOTH __half2 __hadd2(__half2 a, __half2 b) { return __half2(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
HEDDLE_BOTH __half operator+(const __half& a, const __half& b) { return __hadd(a, b); }
HEDDLE_BOTH __half& operator+=(__half& a, const __half& b) { return a = __hadd(a, b); }
HEDDLE_BOTH __half2 operator+(const __half2& a, const __half2& b) { return __hadd2(a, b); }
HEDDLE_BOTH __half2& operator+=(__half2& a, const __half2& b) { return a = __hadd2(a, b); }
HEDDLE_BOTH __half __hsub(__half a, __half b) { return __half((_Float16)(a.__x - b.__x)); }
HEDDLE_BOTH __half __hsub_rn(__half a, __half b) { return __hsub(a, b); }
HEDDLE_BOTH __half2 __hsub2(__half2 a, __half2 b) { return __half2(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
HEDDLE_BOTH __half operator-(const __half& a, const __half& b) { return __hsub(a, b); }
HEDDLE_BOTH __half& operator-=(__half& a, const __half& b) { return a = __hsub(a, b); }
HEDDLE_BOTH __half2 operator-(const __half2& a, const __half2& b) { return __hsub2(a, b); }
HEDDLE_BOTH __half2& operator-=(__half2& a, const __half2& b) { return a = __hsub2(a, b); }
HEDDLE_BOTH __half __hmul(__half a, __half b) { return __half((_Float16)(a.__x * b.__x)); }
HEDDLE_BOTH __half __hmul_rn(__half a, __half b) { return __hmul(a, b); }
HEDDLE_BOTH __half2 __hmul2(__half2 a, __half2 b) { return __half2(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
HEDDLE_BOTH __half operator*(const __half& a, const __half& b) { return __hmul(a, b); }
HEDDLE_BOTH __half& operator*=(__half& a, const __half& b) { return a = __hmul(a, b); }
HEDDLE_BOTH __half2 operator*(const __half2& a, const __half2& b) { return __hmul2(a, b); }
HEDDLE_BOTH __half2& operator*=(__half2& a, const __half2& b) { return a = __hmul2(a, b); }
HEDDLE_BOTH __half __hdiv(__half a, __half b) { return __half((_Float16)(a.__x / b.__x)); }
HEDDLE_BOTH __half2 __h2div(__half2 a, __half2 b) { return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
HEDDLE_BOTH __half operator/(const __half& a, const __half& b) { return __hdiv(a, b); }
HEDDLE_BOTH __half& operator/=(__half& a, const __half& b) { return a = __hdiv(a, b); }
HEDDLE_BOTH __half2 operator/(const __half2& a, const __half2& b) { return __h2div(a, b); }
HEDDLE_BOTH __half2& operator/=(__half2& a, const __half2& b) { return a = __h2div(a, b); }
HEDDLE_BOTH bool __heq(__half a, __half b) { return a.__x == b.__x; }
HEDDLE_BOTH bool operator==(const __half& a, const __half& b) { return __heq(a, b); }
HEDDLE_BOTH __half2 __heq2(__half2 a, __half2 b) { return __half2(__half(__heq(a.x, b.x) ? 1.0f : 0.0f), __half(__heq(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hbeq2(__half2 a, __half2 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
// Unlike the operator, false for NaN.
HEDDLE_BOTH bool __hne(__half a, __half b) { return (float)a < (float)b || (float)a > (float)b; }
HEDDLE_BOTH bool operator!=(const __half& a, const __half& b) { return !__heq(a, b); }
HEDDLE_BOTH __half2 __hne2(__half2 a, __half2 b) { return __half2(__half(__hne(a.x, b.x) ? 1.0f : 0.0f), __half(__hne(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hbne2(__half2 a, __half2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
HEDDLE_BOTH bool __hlt(__half a, __half b) { return a.__x < b.__x; }
HEDDLE_BOTH bool operator<(const __half& a, const __half& b) { return __hlt(a, b); }
HEDDLE_BOTH __half2 __hlt2(__half2 a, __half2 b) { return __half2(__half(__hlt(a.x, b.x) ? 1.0f : 0.0f), __half(__hlt(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hblt2(__half2 a, __half2 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
HEDDLE_BOTH bool __hle(__half a, __half b) { return a.__x <= b.__x; }
HEDDLE_BOTH bool operator<=(const __half& a, const __half& b) { return __hle(a, b); }
HEDDLE_BOTH __half2 __hle2(__half2 a, __half2 b) { return __half2(__half(__hle(a.x, b.x) ? 1.0f : 0.0f), __half(__hle(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hble2(__half2 a, __half2 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
HEDDLE_BOTH bool __hgt(__half a, __half b) { return a.__x > b.__x; }
HEDDLE_BOTH bool operator>(const __half& a, const __half& b) { return __hgt(a, b); }
HEDDLE_BOTH __half2 __hgt2(__half2 a, __half2 b) { return __half2(__half(__hgt(a.x, b.x) ? 1.0f : 0.0f), __half(__hgt(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hbgt2(__half2 a, __half2 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
HEDDLE_BOTH bool __hge(__half a, __half b) { return a.__x >= b.__x; }
HEDDLE_BOTH bool operator>=(const __half& a, const __half& b) { return __hge(a, b); }
HEDDLE_BOTH __half2 __hge2(__half2 a, __half2 b) { return __half2(__half(__hge(a.x, b.x) ? 1.0f : 0.0f), __half(__hge(a.y, b.y) ? 1.0f : 0.0f)); }
HEDDLE_BOTH bool __hbge2(__half2 a, __half2 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
HEDDLE_BOTH __half __hneg(__half a) { return __half((_Float16)-a.__x); }
HEDDLE_BOTH __half __habs(__half a) { return a.__x < (_Float16)0 ? __hneg(a) : a; }
HEDDLE_BOTH __half2 __hneg2(__half2 a);
HEDDLE_DEV __half __hfma(__half a, __half b, __half c) {
  unsigned short out;
  asm("fma.rn.f16 %0, %1, %2, %3;"
      : "=h"(out)
      : "h"(__half_as_ushort(a)), "h"(__half_as_ushort(b)), "h"(__half_as_ushort(c)));
  return __ushort_as_half(out);
}
HEDDLE_BOTH __half operator-(const __half& a) { return __hneg(a); }
HEDDLE_BOTH __half operator+(const __half& a) { return a; }
HEDDLE_BOTH __half2 operator-(const __half2& a) { return __hneg2(a); }
HEDDLE_BOTH __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
HEDDLE_BOTH __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }
HEDDLE_DEV __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
HEDDLE_BOTH bool __hisnan(__half a) { return (float)a != (float)a; }
HEDDLE_BOTH int __hisinf(__half a) { return (float)a == __builtin_inff() ? 1 : (float)a == -__builtin_inff() ? -1 : 0; }
HEDDLE_BOTH __half __hmax(__half a, __half b) { return __hisnan(a) ? b : __hisnan(b) ? a : (float)a > (float)b ? a : b; }
HEDDLE_BOTH __half __hmin(__half a, __half b) { return __hisnan(a) ? b : __hisnan(b) ? a : (float)a < (float)b ? a : b; }
HEDDLE_BOTH __half2 __hmax2(__half2 a, __half2 b) { return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
HEDDLE_BOTH __half2 __hmin2(__half2 a, __half2 b) { return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
HEDDLE_DEV __half __hadd_sat(__half a, __half b) { return __half(__saturatef((float)a + (float)b)); }
HEDDLE_DEV __half __hmul_sat(__half a, __half b) { return __half(__saturatef((float)a * (float)b)); }
HEDDLE_DEV __half __hfma_relu(__half a, __half b, __half c) { return __hmax(__hfma(a, b, c), __half(0.0f)); }
HEDDLE_DEV __half hsqrt(__half a) { return __half(::sqrtf((float)a)); }
HEDDLE_DEV __half2 h2sqrt(__half2 a) { return __half2(hsqrt(a.x), hsqrt(a.y)); }
HEDDLE_DEV __half hrsqrt(__half a) { return __half(::rsqrtf((float)a)); }
HEDDLE_DEV __half2 h2rsqrt(__half2 a) { return __half2(hrsqrt(a.x), hrsqrt(a.y)); }
HEDDLE_DEV __half hexp(__half a) { return __half(::expf((float)a)); }
HEDDLE_DEV __half2 h2exp(__half2 a) { return __half2(hexp(a.x), hexp(a.y)); }
HEDDLE_DEV __half hexp2(__half a) { return __half(::exp2f((float)a)); }
HEDDLE_DEV __half2 h2exp2(__half2 a) { return __half2(hexp2(a.x), hexp2(a.y)); }
HEDDLE_DEV __half hexp10(__half a) { return __half(::exp10f((float)a)); }
HEDDLE_DEV __half2 h2exp10(__half2 a) { return __half2(hexp10(a.x), hexp10(a.y)); }
HEDDLE_DEV __half hlog(__half a) { return __half(::logf((float)a)); }
HEDDLE_DEV __half2 h2log(__half2 a) { return __half2(hlog(a.x), hlog(a.y)); }
HEDDLE_DEV __half hlog2(__half a) { return __half(::log2f((float)a)); }
HEDDLE_DEV __half2 h2log2(__half2 a) { return __half2(hlog2(a.x), hlog2(a.y)); }
HEDDLE_DEV __half hlog10(__half a) { return __half(::log10f((float)a)); }
HEDDLE_DEV __half2 h2log10(__half2 a) { return __half2(hlog10(a.x), hlog10(a.y)); }
HEDDLE_DEV __half hsin(__half a) { return __half(::sinf((float)a)); }
HEDDLE_DEV __half2 h2sin(__half2 a) { return __half2(hsin(a.x), hsin(a.y)); }
HEDDLE_DEV __half hcos(__half a) { return __half(::cosf((float)a)); }
HEDDLE_DEV __half2 h2cos(__half2 a) { return __half2(hcos(a.x), hcos(a.y)); }
HEDDLE_DEV __half hceil(__half a) { return __half(::ceilf((float)a)); }
HEDDLE_DEV __half2 h2ceil(__half2 a) { return __half2(hceil(a.x), hceil(a.y)); }
HEDDLE_DEV __half hfloor(__half a) { return __half(::floorf((float)a)); }
HEDDLE_DEV __half2 h2floor(__half2 a) { return __half2(hfloor(a.x), hfloor(a.y)); }
HEDDLE_DEV __half htrunc(__half a) { return __half(::truncf((float)a)); }
HEDDLE_DEV __half2 h2trunc(__half2 a) { return __half2(htrunc(a.x), htrunc(a.y)); }
HEDDLE_DEV __half hrint(__half a) { return __half(::rintf((float)a)); }
HEDDLE_DEV __half2 h2rint(__half2 a) { return __half2(hrint(a.x), hrint(a.y)); }
HEDDLE_DEV __half hrcp(__half a) { return __half(1.0f / (float)a); }
HEDDLE_DEV __half2 h2rcp(__half2 a) { return __half2(hrcp(a.x), hrcp(a.y)); }
HEDDLE_HALF_FAMILY(__half, __half2, half)
HEDDLE_HALF_INTEGER(__half, int, int, int, half)
HEDDLE_HALF_INTEGER(__half, unsigned, uint, uint, half)
HEDDLE_DEV __half __shfl_sync(unsigned mask, __half v, int lane, int width = 32) { return __builtin_bit_cast(__half, (unsigned short)__shfl_sync(mask, (int)__builtin_bit_cast(unsigned short, v), lane, width)); }
HEDDLE_DEV __half2 __shfl_sync(unsigned mask, __half2 v, int lane, int width = 32) { return __builtin_bit_cast(__half2, __shfl_sync(mask, __builtin_bit_cast(int, v), lane, width)); }
HEDDLE_DEV __half __shfl_up_sync(unsigned mask, __half v, unsigned lane, int width = 32) { return __builtin_bit_cast(__half, (unsigned short)__shfl_up_sync(mask, (int)__builtin_bit_cast(unsigned short, v), lane, width)); }
HEDDLE_DEV __half2 __shfl_up_sync(unsigned mask, __half2 v, unsigned lane, int width = 32) { return __builtin_bit_cast(__half2, __shfl_up_sync(mask, __builtin_bit_cast(int, v), lane, width)); }
HEDDLE_DEV __half __shfl_down_sync(unsigned mask, __half v, unsigned lane, int width = 32) { return __builtin_bit_cast(__half, (unsigned short)__shfl_down_sync(mask, (int)__builtin_bit_cast(unsigned short, v), lane, width)); }
HEDDLE_DEV __half2 __shfl_down_sync(unsigned mask, __half2 v, unsigned lane, int width = 32) { return __builtin_bit_cast(__half2, __shfl_down_sync(mask, __builtin_bit_cast(int, v), lane, width)); }
HEDDLE_DEV __half __shfl_xor_sync(unsigned mask, __half v, int lane, int width = 32) { return __builtin_bit_cast(__half, (unsigned short)__shfl_xor_sync(mask, (int)__builtin_bit_cast(unsigned short, v), lane, width)); }
HEDDLE_DEV __half2 __shfl_xor_sync(unsigned mask, __half2 v, int lane, int width = 32) { return __builtin_bit_cast(__half2, __shfl_xor_sync(mask, __builtin_bit_cast(int, v), lane, width)); }
HEDDLE_DEV __half __ldg(const __half* p) { return __builtin_bit_cast(__half, __ldg((const unsigned short*)p)); }
HEDDLE_DEV __half2 __ldg(const __half2* p) { return __builtin_bit_cast(__half2, __ldg((const unsigned int*)p)); }
HEDDLE_DEV __half2 atomicAdd(__half2* p, __half2 v) {
  unsigned old = *(volatile unsigned*)p, seen;
  do {
    seen = old;
    old = atomicCAS((unsigned*)p, seen, __builtin_bit_cast(unsigned, __builtin_bit_cast(__half2, seen) + v));
  } while (old != seen);
  return __builtin_bit_cast(__half2, old);
}
HEDDLE_DEV __half atomicAdd(__half* p, __half v) {
  unsigned short old = *(volatile unsigned short*)p, seen;
  do {
    seen = old;
    old = atomicCAS((unsigned short*)p, seen, __builtin_bit_cast(unsigned short, __builtin_bit_cast(__half, seen) + v));
  } while (old != seen);
  return __builtin_bit_cast(__half, old);
}

#undef HEDDLE_BOTH
#undef HEDDLE_DEV
#undef HEDDLE_IN
