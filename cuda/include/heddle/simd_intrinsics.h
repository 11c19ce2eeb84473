// Two halves or four bytes of a word at once. clang's headers have these functions as video
// instructions of PTX, which heddle does not execute; the names stand for arithmetic here.
#pragma once

#ifdef __CUDA__
namespace heddle_simd {

template <unsigned Bits>
__device__ inline int signed_at(unsigned word, unsigned at) {
  return (int)(word << (32 - Bits - at)) >> (32 - Bits);
}
template <unsigned Bits>
__device__ inline int unsigned_at(unsigned word, unsigned at) {
  return (int)((word << (32 - Bits - at)) >> (32 - Bits));
}
/// Element by element; only the lower bits of a result count.
template <unsigned Bits, bool Signed, class F>
__device__ __attribute__((always_inline)) inline unsigned each(unsigned a, unsigned b, F f) {
  unsigned out = 0;
#pragma unroll
  for (unsigned at = 0; at < 32; at += Bits) {
    const int x = Signed ? signed_at<Bits>(a, at) : unsigned_at<Bits>(a, at);
    const int y = Signed ? signed_at<Bits>(b, at) : unsigned_at<Bits>(b, at);
    out |= ((unsigned)f(x, y) & ((1u << Bits) - 1)) << at;
  }
  return out;
}
template <unsigned Bits, bool Signed, class F>
__device__ __attribute__((always_inline)) inline unsigned sum(unsigned a, unsigned b, F f) {
  unsigned out = 0;
#pragma unroll
  for (unsigned at = 0; at < 32; at += Bits) {
    const int x = Signed ? signed_at<Bits>(a, at) : unsigned_at<Bits>(a, at);
    const int y = Signed ? signed_at<Bits>(b, at) : unsigned_at<Bits>(b, at);
    out += (unsigned)f(x, y);
  }
  return out;
}
/// Within what an element can hold.
template <unsigned Bits, bool Signed>
__device__ inline int limited(int x) {
  const int least = Signed ? -(1 << (Bits - 1)) : 0;
  const int most = Signed ? (1 << (Bits - 1)) - 1 : (1 << Bits) - 1;
  return x < least ? least : x > most ? most : x;
}

}  // namespace heddle_simd

#define HEDDLE_SIMD static __inline__ __device__ __attribute__((always_inline, unused))
#define HEDDLE_TWO(name, Bits, Signed, value)                                       \
  HEDDLE_SIMD unsigned heddle_##name(unsigned a, unsigned b) {                      \
    return heddle_simd::each<Bits, Signed>(a, b, [](int x, int y) { return value; }); \
  }
#define HEDDLE_ONE(name, Bits, value)                                               \
  HEDDLE_SIMD unsigned heddle_##name(unsigned a) {                                  \
    return heddle_simd::each<Bits, true>(a, 0u, [](int x, int) { return value; });  \
  }
HEDDLE_TWO(vadd2, 16, false, x + y)
HEDDLE_TWO(vsub2, 16, false, x - y)
HEDDLE_TWO(vaddss2, 16, true, (heddle_simd::limited<16, true>)(x + y))
HEDDLE_TWO(vaddus2, 16, false, (heddle_simd::limited<16, false>)(x + y))
HEDDLE_TWO(vsubss2, 16, true, (heddle_simd::limited<16, true>)(x - y))
HEDDLE_TWO(vsubus2, 16, false, (heddle_simd::limited<16, false>)(x - y))
HEDDLE_TWO(vavgs2, 16, true, (x + y + (x + y >= 0)) >> 1)
HEDDLE_TWO(vavgu2, 16, false, (x + y + 1) >> 1)
HEDDLE_TWO(vhaddu2, 16, false, (x + y) >> 1)
HEDDLE_TWO(vmaxs2, 16, true, x > y ? x : y)
HEDDLE_TWO(vmaxu2, 16, false, x > y ? x : y)
HEDDLE_TWO(vmins2, 16, true, x < y ? x : y)
HEDDLE_TWO(vminu2, 16, false, x < y ? x : y)
HEDDLE_TWO(vabsdiffs2, 16, true, x > y ? x - y : y - x)
HEDDLE_TWO(vabsdiffu2, 16, false, x > y ? x - y : y - x)
HEDDLE_TWO(vcmpeq2, 16, false, x == y ? -1 : 0)
HEDDLE_TWO(vseteq2, 16, false, x == y ? 1 : 0)
HEDDLE_TWO(vcmpne2, 16, false, x != y ? -1 : 0)
HEDDLE_TWO(vsetne2, 16, false, x != y ? 1 : 0)
HEDDLE_TWO(vcmpges2, 16, true, x >= y ? -1 : 0)
HEDDLE_TWO(vsetges2, 16, true, x >= y ? 1 : 0)
HEDDLE_TWO(vcmpgeu2, 16, false, x >= y ? -1 : 0)
HEDDLE_TWO(vsetgeu2, 16, false, x >= y ? 1 : 0)
HEDDLE_TWO(vcmpgts2, 16, true, x > y ? -1 : 0)
HEDDLE_TWO(vsetgts2, 16, true, x > y ? 1 : 0)
HEDDLE_TWO(vcmpgtu2, 16, false, x > y ? -1 : 0)
HEDDLE_TWO(vsetgtu2, 16, false, x > y ? 1 : 0)
HEDDLE_TWO(vcmples2, 16, true, x <= y ? -1 : 0)
HEDDLE_TWO(vsetles2, 16, true, x <= y ? 1 : 0)
HEDDLE_TWO(vcmpleu2, 16, false, x <= y ? -1 : 0)
HEDDLE_TWO(vsetleu2, 16, false, x <= y ? 1 : 0)
HEDDLE_TWO(vcmplts2, 16, true, x < y ? -1 : 0)
HEDDLE_TWO(vsetlts2, 16, true, x < y ? 1 : 0)
HEDDLE_TWO(vcmpltu2, 16, false, x < y ? -1 : 0)
HEDDLE_TWO(vsetltu2, 16, false, x < y ? 1 : 0)
HEDDLE_ONE(vabs2, 16, x < 0 ? -x : x)
HEDDLE_ONE(vabsss2, 16, (heddle_simd::limited<16, true>)(x < 0 ? -x : x))
HEDDLE_ONE(vneg2, 16, -x)
HEDDLE_ONE(vnegss2, 16, (heddle_simd::limited<16, true>)(-x))
HEDDLE_SIMD unsigned heddle_vsads2(unsigned a, unsigned b) {
  return heddle_simd::sum<16, true>(a, b, [](int x, int y) { return x > y ? x - y : y - x; });
}
HEDDLE_SIMD unsigned heddle_vsadu2(unsigned a, unsigned b) {
  return heddle_simd::sum<16, false>(a, b, [](int x, int y) { return x > y ? x - y : y - x; });
}
HEDDLE_TWO(vadd4, 8, false, x + y)
HEDDLE_TWO(vsub4, 8, false, x - y)
HEDDLE_TWO(vaddss4, 8, true, (heddle_simd::limited<8, true>)(x + y))
HEDDLE_TWO(vaddus4, 8, false, (heddle_simd::limited<8, false>)(x + y))
HEDDLE_TWO(vsubss4, 8, true, (heddle_simd::limited<8, true>)(x - y))
HEDDLE_TWO(vsubus4, 8, false, (heddle_simd::limited<8, false>)(x - y))
HEDDLE_TWO(vavgs4, 8, true, (x + y + (x + y >= 0)) >> 1)
HEDDLE_TWO(vavgu4, 8, false, (x + y + 1) >> 1)
HEDDLE_TWO(vhaddu4, 8, false, (x + y) >> 1)
HEDDLE_TWO(vmaxs4, 8, true, x > y ? x : y)
HEDDLE_TWO(vmaxu4, 8, false, x > y ? x : y)
HEDDLE_TWO(vmins4, 8, true, x < y ? x : y)
HEDDLE_TWO(vminu4, 8, false, x < y ? x : y)
HEDDLE_TWO(vabsdiffs4, 8, true, x > y ? x - y : y - x)
HEDDLE_TWO(vabsdiffu4, 8, false, x > y ? x - y : y - x)
HEDDLE_TWO(vcmpeq4, 8, false, x == y ? -1 : 0)
HEDDLE_TWO(vseteq4, 8, false, x == y ? 1 : 0)
HEDDLE_TWO(vcmpne4, 8, false, x != y ? -1 : 0)
HEDDLE_TWO(vsetne4, 8, false, x != y ? 1 : 0)
HEDDLE_TWO(vcmpges4, 8, true, x >= y ? -1 : 0)
HEDDLE_TWO(vsetges4, 8, true, x >= y ? 1 : 0)
HEDDLE_TWO(vcmpgeu4, 8, false, x >= y ? -1 : 0)
HEDDLE_TWO(vsetgeu4, 8, false, x >= y ? 1 : 0)
HEDDLE_TWO(vcmpgts4, 8, true, x > y ? -1 : 0)
HEDDLE_TWO(vsetgts4, 8, true, x > y ? 1 : 0)
HEDDLE_TWO(vcmpgtu4, 8, false, x > y ? -1 : 0)
HEDDLE_TWO(vsetgtu4, 8, false, x > y ? 1 : 0)
HEDDLE_TWO(vcmples4, 8, true, x <= y ? -1 : 0)
HEDDLE_TWO(vsetles4, 8, true, x <= y ? 1 : 0)
HEDDLE_TWO(vcmpleu4, 8, false, x <= y ? -1 : 0)
HEDDLE_TWO(vsetleu4, 8, false, x <= y ? 1 : 0)
HEDDLE_TWO(vcmplts4, 8, true, x < y ? -1 : 0)
HEDDLE_TWO(vsetlts4, 8, true, x < y ? 1 : 0)
HEDDLE_TWO(vcmpltu4, 8, false, x < y ? -1 : 0)
HEDDLE_TWO(vsetltu4, 8, false, x < y ? 1 : 0)
HEDDLE_ONE(vabs4, 8, x < 0 ? -x : x)
HEDDLE_ONE(vabsss4, 8, (heddle_simd::limited<8, true>)(x < 0 ? -x : x))
HEDDLE_ONE(vneg4, 8, -x)
HEDDLE_ONE(vnegss4, 8, (heddle_simd::limited<8, true>)(-x))
HEDDLE_SIMD unsigned heddle_vsads4(unsigned a, unsigned b) {
  return heddle_simd::sum<8, true>(a, b, [](int x, int y) { return x > y ? x - y : y - x; });
}
HEDDLE_SIMD unsigned heddle_vsadu4(unsigned a, unsigned b) {
  return heddle_simd::sum<8, false>(a, b, [](int x, int y) { return x > y ? x - y : y - x; });
}
#undef HEDDLE_ONE
#undef HEDDLE_TWO
#undef HEDDLE_SIMD

#define __vadd2 heddle_vadd2
#define __vsub2 heddle_vsub2
#define __vaddss2 heddle_vaddss2
#define __vaddus2 heddle_vaddus2
#define __vsubss2 heddle_vsubss2
#define __vsubus2 heddle_vsubus2
#define __vavgs2 heddle_vavgs2
#define __vavgu2 heddle_vavgu2
#define __vhaddu2 heddle_vhaddu2
#define __vmaxs2 heddle_vmaxs2
#define __vmaxu2 heddle_vmaxu2
#define __vmins2 heddle_vmins2
#define __vminu2 heddle_vminu2
#define __vabsdiffs2 heddle_vabsdiffs2
#define __vabsdiffu2 heddle_vabsdiffu2
#define __vcmpeq2 heddle_vcmpeq2
#define __vseteq2 heddle_vseteq2
#define __vcmpne2 heddle_vcmpne2
#define __vsetne2 heddle_vsetne2
#define __vcmpges2 heddle_vcmpges2
#define __vsetges2 heddle_vsetges2
#define __vcmpgeu2 heddle_vcmpgeu2
#define __vsetgeu2 heddle_vsetgeu2
#define __vcmpgts2 heddle_vcmpgts2
#define __vsetgts2 heddle_vsetgts2
#define __vcmpgtu2 heddle_vcmpgtu2
#define __vsetgtu2 heddle_vsetgtu2
#define __vcmples2 heddle_vcmples2
#define __vsetles2 heddle_vsetles2
#define __vcmpleu2 heddle_vcmpleu2
#define __vsetleu2 heddle_vsetleu2
#define __vcmplts2 heddle_vcmplts2
#define __vsetlts2 heddle_vsetlts2
#define __vcmpltu2 heddle_vcmpltu2
#define __vsetltu2 heddle_vsetltu2
#define __vabs2 heddle_vabs2
#define __vabsss2 heddle_vabsss2
#define __vneg2 heddle_vneg2
#define __vnegss2 heddle_vnegss2
#define __vsads2 heddle_vsads2
#define __vsadu2 heddle_vsadu2
#define __vadd4 heddle_vadd4
#define __vsub4 heddle_vsub4
#define __vaddss4 heddle_vaddss4
#define __vaddus4 heddle_vaddus4
#define __vsubss4 heddle_vsubss4
#define __vsubus4 heddle_vsubus4
#define __vavgs4 heddle_vavgs4
#define __vavgu4 heddle_vavgu4
#define __vhaddu4 heddle_vhaddu4
#define __vmaxs4 heddle_vmaxs4
#define __vmaxu4 heddle_vmaxu4
#define __vmins4 heddle_vmins4
#define __vminu4 heddle_vminu4
#define __vabsdiffs4 heddle_vabsdiffs4
#define __vabsdiffu4 heddle_vabsdiffu4
#define __vcmpeq4 heddle_vcmpeq4
#define __vseteq4 heddle_vseteq4
#define __vcmpne4 heddle_vcmpne4
#define __vsetne4 heddle_vsetne4
#define __vcmpges4 heddle_vcmpges4
#define __vsetges4 heddle_vsetges4
#define __vcmpgeu4 heddle_vcmpgeu4
#define __vsetgeu4 heddle_vsetgeu4
#define __vcmpgts4 heddle_vcmpgts4
#define __vsetgts4 heddle_vsetgts4
#define __vcmpgtu4 heddle_vcmpgtu4
#define __vsetgtu4 heddle_vsetgtu4
#define __vcmples4 heddle_vcmples4
#define __vsetles4 heddle_vsetles4
#define __vcmpleu4 heddle_vcmpleu4
#define __vsetleu4 heddle_vsetleu4
#define __vcmplts4 heddle_vcmplts4
#define __vsetlts4 heddle_vsetlts4
#define __vcmpltu4 heddle_vcmpltu4
#define __vsetltu4 heddle_vsetltu4
#define __vabs4 heddle_vabs4
#define __vabsss4 heddle_vabsss4
#define __vneg4 heddle_vneg4
#define __vnegss4 heddle_vnegss4
#define __vsads4 heddle_vsads4
#define __vsadu4 heddle_vsadu4
#endif
