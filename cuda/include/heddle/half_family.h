// Functions that both types of 16 bits have: comparisons that are true for NaN, results limited to
// [0, 1], conversions to and from integers, roundings down and up, and both elements of a pair at
// once. The headers of the types include this file, which defines one macro.
//
// H is the type, H2 its pair, n the word for it in names of functions.
#pragma once

#define HEDDLE_HALF_COMPARE(H, H2, name, negated)                                               \
  HEDDLE_BOTH bool __h##name##u(H a, H b) { return !__h##negated(a, b); }                       \
  HEDDLE_BOTH H2 __h##name##u2(H2 a, H2 b) {                                                    \
    return H2(H(__h##name##u(a.x, b.x) ? 1.0f : 0.0f), H(__h##name##u(a.y, b.y) ? 1.0f : 0.0f)); \
  }                                                                                             \
  HEDDLE_BOTH bool __hb##name##u2(H2 a, H2 b) {                                                 \
    return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y);                                    \
  }                                                                                             \
  HEDDLE_BOTH unsigned __h##name##2_mask(H2 a, H2 b) {                                          \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);     \
  }                                                                                             \
  HEDDLE_BOTH unsigned __h##name##u2_mask(H2 a, H2 b) {                                         \
    return (__h##name##u(a.x, b.x) ? 0xffffu : 0u) |                                            \
           (__h##name##u(a.y, b.y) ? 0xffff0000u : 0u);                                         \
  }

#define HEDDLE_HALF_PAIR(H2, name, of)                                                          \
  HEDDLE_DEV H2 name(H2 a, H2 b) { return H2(of(a.x, b.x), of(a.y, b.y)); }

// word: of the functions that round the integer to float; to round both times in one direction is to
// round once.
#define HEDDLE_HALF_INTEGER(H, T, name, word, n)                                                \
  HEDDLE_BOTH H __##name##2##n##_rn(T a) { return H(a); }                                       \
  HEDDLE_DEV H __##name##2##n##_rz(T a) { return __float2##n##_rz(__##word##2float_rz(a)); }    \
  HEDDLE_DEV H __##name##2##n##_rd(T a) { return __float2##n##_rd(__##word##2float_rd(a)); }    \
  HEDDLE_DEV H __##name##2##n##_ru(T a) { return __float2##n##_ru(__##word##2float_ru(a)); }    \
  HEDDLE_BOTH T __##n##2##name##_rz(H a) { return (T)(float)a; }                                \
  HEDDLE_DEV T __##n##2##name##_rn(H a) { return (T)::rintf((float)a); }                        \
  HEDDLE_DEV T __##n##2##name##_rd(H a) { return (T)::floorf((float)a); }                       \
  HEDDLE_DEV T __##n##2##name##_ru(H a) { return (T)::ceilf((float)a); }

// From the nearest number one step down, or up, where that was on the wrong side.
#define HEDDLE_HALF_ROUNDED(H, n)                                                               \
  HEDDLE_BOTH H __float2##n##_rd(float a) {                                                     \
    const H near(a);                                                                            \
    if (!((float)near > a)) return near;                                                        \
    const unsigned short bits = __##n##_as_ushort(near);                                        \
    return __ushort_as_##n((unsigned short)((bits & 0x7fff) == 0 ? 0x8001                       \
                                            : bits & 0x8000      ? bits + 1                     \
                                                                 : bits - 1));                  \
  }                                                                                             \
  HEDDLE_BOTH H __float2##n##_ru(float a) {                                                     \
    const H near(a);                                                                            \
    if (!((float)near < a)) return near;                                                        \
    const unsigned short bits = __##n##_as_ushort(near);                                        \
    return __ushort_as_##n((unsigned short)((bits & 0x7fff) == 0 ? 1                            \
                                            : bits & 0x8000      ? bits - 1                     \
                                                                 : bits + 1));                  \
  }

#define HEDDLE_HALF_FAMILY(H, H2, n)                                                            \
  HEDDLE_HALF_COMPARE(H, H2, eq, ne)                                                            \
  HEDDLE_HALF_COMPARE(H, H2, lt, ge)                                                            \
  HEDDLE_HALF_COMPARE(H, H2, le, gt)                                                            \
  HEDDLE_HALF_COMPARE(H, H2, gt, le)                                                            \
  HEDDLE_HALF_COMPARE(H, H2, ge, lt)                                                            \
  HEDDLE_BOTH bool __hneu(H a, H b) { return !__heq(a, b); }                                    \
  HEDDLE_BOTH H2 __hneu2(H2 a, H2 b) {                                                          \
    return H2(H(__hneu(a.x, b.x) ? 1.0f : 0.0f), H(__hneu(a.y, b.y) ? 1.0f : 0.0f));            \
  }                                                                                             \
  HEDDLE_BOTH bool __hbneu2(H2 a, H2 b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }        \
  HEDDLE_BOTH unsigned __hneu2_mask(H2 a, H2 b) {                                               \
    return (__hneu(a.x, b.x) ? 0xffffu : 0u) | (__hneu(a.y, b.y) ? 0xffff0000u : 0u);           \
  }                                                                                             \
  HEDDLE_BOTH unsigned __hne2_mask(H2 a, H2 b) {                                                \
    return (__hne(a.x, b.x) ? 0xffffu : 0u) | (__hne(a.y, b.y) ? 0xffff0000u : 0u);             \
  }                                                                                             \
  HEDDLE_BOTH bool operator==(const H2& a, const H2& b) { return __hbeq2(a, b); }               \
  HEDDLE_BOTH bool operator!=(const H2& a, const H2& b) { return __hbneu2(a, b); }              \
  HEDDLE_BOTH bool operator<(const H2& a, const H2& b) { return __hblt2(a, b); }                \
  HEDDLE_BOTH bool operator<=(const H2& a, const H2& b) { return __hble2(a, b); }               \
  HEDDLE_BOTH bool operator>(const H2& a, const H2& b) { return __hbgt2(a, b); }                \
  HEDDLE_BOTH bool operator>=(const H2& a, const H2& b) { return __hbge2(a, b); }               \
  HEDDLE_BOTH H& operator++(H& a) { return a = __hadd(a, H(1.0f)); }                            \
  HEDDLE_BOTH H& operator--(H& a) { return a = __hsub(a, H(1.0f)); }                            \
  HEDDLE_BOTH H operator++(H& a, int) {                                                         \
    const H before = a;                                                                         \
    ++a;                                                                                        \
    return before;                                                                              \
  }                                                                                             \
  HEDDLE_BOTH H operator--(H& a, int) {                                                         \
    const H before = a;                                                                         \
    --a;                                                                                        \
    return before;                                                                              \
  }                                                                                             \
  HEDDLE_BOTH H __hmax_nan(H a, H b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b); } \
  HEDDLE_BOTH H __hmin_nan(H a, H b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b); } \
  HEDDLE_BOTH H2 __hisnan2(H2 a) {                                                              \
    return H2(H(__hisnan(a.x) ? 1.0f : 0.0f), H(__hisnan(a.y) ? 1.0f : 0.0f));                  \
  }                                                                                             \
  HEDDLE_DEV H __hsub_sat(H a, H b) { return H(__saturatef((float)a - (float)b)); }             \
  HEDDLE_DEV H __hfma_sat(H a, H b, H c) { return H(__saturatef((float)__hfma(a, b, c))); }     \
  HEDDLE_HALF_PAIR(H2, __hadd2_rn, __hadd)                                                      \
  HEDDLE_HALF_PAIR(H2, __hsub2_rn, __hsub)                                                      \
  HEDDLE_HALF_PAIR(H2, __hmul2_rn, __hmul)                                                      \
  HEDDLE_HALF_PAIR(H2, __hadd2_sat, __hadd_sat)                                                 \
  HEDDLE_HALF_PAIR(H2, __hsub2_sat, __hsub_sat)                                                 \
  HEDDLE_HALF_PAIR(H2, __hmul2_sat, __hmul_sat)                                                 \
  HEDDLE_HALF_PAIR(H2, __hmax2_nan, __hmax_nan)                                                 \
  HEDDLE_HALF_PAIR(H2, __hmin2_nan, __hmin_nan)                                                 \
  HEDDLE_DEV H2 __hfma2_sat(H2 a, H2 b, H2 c) {                                                 \
    return H2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));                            \
  }                                                                                             \
  HEDDLE_DEV H2 __hfma2_relu(H2 a, H2 b, H2 c) {                                                \
    return H2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));                          \
  }                                                                                             \
  /* complex numbers: a * b + c */                                                              \
  HEDDLE_DEV H2 __hcmadd(H2 a, H2 b, H2 c) {                                                    \
    const H real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);                    \
    return H2(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));                     \
  }                                                                                             \
  HEDDLE_HALF_ROUNDED(H, n)                                                                     \
  HEDDLE_DEV signed char __##n##2char_rz(H a) {                                                 \
    const int v = __float2int_rz((float)a);                                                     \
    return (signed char)(v < -128 ? -128 : v > 127 ? 127 : v);                                  \
  }                                                                                             \
  HEDDLE_DEV unsigned char __##n##2uchar_rz(H a) {                                              \
    const int v = __float2int_rz((float)a);                                                     \
    return (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);                                      \
  }                                                                                             \
  HEDDLE_DEV H htanh(H a) { return H(::tanhf((float)a)); }                                      \
  HEDDLE_DEV H htanh_approx(H a) { return htanh(a); }                                           \
  HEDDLE_DEV H2 h2tanh(H2 a) { return H2(htanh(a.x), htanh(a.y)); }                             \
  HEDDLE_DEV H2 h2tanh_approx(H2 a) { return h2tanh(a); }                                       \
  HEDDLE_HALF_INTEGER(H, short, short, int, n)                                                  \
  HEDDLE_HALF_INTEGER(H, unsigned short, ushort, uint, n)                                       \
  HEDDLE_HALF_INTEGER(H, long long, ll, ll, n)                                                  \
  HEDDLE_HALF_INTEGER(H, unsigned long long, ull, ull, n)
