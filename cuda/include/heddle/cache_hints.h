// Loads and stores with a hint for the caches (__ldcg and the like), and products of packed
// integers.
#pragma once

#ifdef __CUDA__
#define HEDDLE_DEV static __inline__ __device__ __attribute__((always_inline, unused))

// Every type that a load of 1 to 16 bytes can hold, which includes CUDA's vectors.
namespace heddle_hints {

template <unsigned Bytes>
struct Bits;
template <>
struct Bits<1> {
  typedef unsigned short type;
};
template <>
struct Bits<2> {
  typedef unsigned short type;
};
template <>
struct Bits<4> {
  typedef unsigned int type;
};
template <>
struct Bits<8> {
  typedef unsigned long long type;
};

}  // namespace heddle_hints

#define HEDDLE_LOAD(function, hint)                                                        \
  template <class T>                                                                       \
  HEDDLE_DEV T function(const T* p) {                                                      \
    T out;                                                                                 \
    if constexpr (sizeof(T) == 16) {                                                       \
      unsigned long long words[2];                                                         \
      asm volatile("ld" hint ".v2.u64 {%0, %1}, [%2];"                                     \
                   : "=l"(words[0]), "=l"(words[1])                                        \
                   : "l"(p));                                                              \
      __builtin_memcpy(&out, words, sizeof(T));                                            \
    } else {                                                                               \
      typename heddle_hints::Bits<sizeof(T)>::type bits;                                   \
      if constexpr (sizeof(T) == 1) asm volatile("ld" hint ".u8 %0, [%1];" : "=h"(bits) : "l"(p));  \
      if constexpr (sizeof(T) == 2) asm volatile("ld" hint ".u16 %0, [%1];" : "=h"(bits) : "l"(p)); \
      if constexpr (sizeof(T) == 4) asm volatile("ld" hint ".u32 %0, [%1];" : "=r"(bits) : "l"(p)); \
      if constexpr (sizeof(T) == 8) asm volatile("ld" hint ".u64 %0, [%1];" : "=l"(bits) : "l"(p)); \
      __builtin_memcpy(&out, &bits, sizeof(T));                                            \
    }                                                                                      \
    return out;                                                                            \
  }
HEDDLE_LOAD(__ldcg, ".cg")
HEDDLE_LOAD(__ldca, ".ca")
HEDDLE_LOAD(__ldcs, ".cs")
HEDDLE_LOAD(__ldlu, ".lu")
HEDDLE_LOAD(__ldcv, ".cv")
#undef HEDDLE_LOAD

#define HEDDLE_STORE(function, hint)                                                       \
  template <class T>                                                                       \
  HEDDLE_DEV void function(T* p, T value) {                                                \
    if constexpr (sizeof(T) == 16) {                                                       \
      unsigned long long words[2];                                                         \
      __builtin_memcpy(words, &value, sizeof(T));                                          \
      asm volatile("st" hint ".v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(words[0]), "l"(words[1]) \
                   : "memory");                                                            \
    } else {                                                                               \
      typename heddle_hints::Bits<sizeof(T)>::type bits = 0;                               \
      __builtin_memcpy(&bits, &value, sizeof(T));                                          \
      if constexpr (sizeof(T) == 1) asm volatile("st" hint ".u8 [%0], %1;" ::"l"(p), "h"(bits) : "memory");  \
      if constexpr (sizeof(T) == 2) asm volatile("st" hint ".u16 [%0], %1;" ::"l"(p), "h"(bits) : "memory"); \
      if constexpr (sizeof(T) == 4) asm volatile("st" hint ".u32 [%0], %1;" ::"l"(p), "r"(bits) : "memory"); \
      if constexpr (sizeof(T) == 8) asm volatile("st" hint ".u64 [%0], %1;" ::"l"(p), "l"(bits) : "memory"); \
    }                                                                                      \
  }
HEDDLE_STORE(__stwb, ".wb")
HEDDLE_STORE(__stcg, ".cg")
HEDDLE_STORE(__stcs, ".cs")
HEDDLE_STORE(__stwt, ".wt")
#undef HEDDLE_STORE

// Sums of the products of four bytes, or of two halves with two bytes of the second word.
#define HEDDLE_DOT(function, instruction, A, B, C)                                            \
  HEDDLE_DEV C function(A a, B b, C c) {                                                      \
    C out;                                                                                    \
    asm(instruction " %0, %1, %2, %3;" : "=r"(out) : "r"(a), "r"(b), "r"(c));                 \
    return out;                                                                               \
  }
HEDDLE_DOT(__dp4a, "dp4a.s32.s32", int, int, int)
HEDDLE_DOT(__dp4a, "dp4a.u32.u32", unsigned int, unsigned int, unsigned int)
HEDDLE_DOT(__dp2a_lo, "dp2a.lo.s32.s32", int, int, int)
HEDDLE_DOT(__dp2a_lo, "dp2a.lo.u32.u32", unsigned int, unsigned int, unsigned int)
HEDDLE_DOT(__dp2a_hi, "dp2a.hi.s32.s32", int, int, int)
HEDDLE_DOT(__dp2a_hi, "dp2a.hi.u32.u32", unsigned int, unsigned int, unsigned int)
#undef HEDDLE_DOT
HEDDLE_DEV int __dp4a(char4 a, char4 b, int c) {
  return __dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
HEDDLE_DEV unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return __dp4a(__builtin_bit_cast(unsigned int, a), __builtin_bit_cast(unsigned int, b), c);
}
#define HEDDLE_DOT(function, T, halves, bytes)                                                 \
  HEDDLE_DEV T function(halves a, bytes b, T c) {                                             \
    return function(__builtin_bit_cast(T, a), __builtin_bit_cast(T, b), c);                   \
  }
HEDDLE_DOT(__dp2a_lo, int, short2, char4)
HEDDLE_DOT(__dp2a_lo, unsigned int, ushort2, uchar4)
HEDDLE_DOT(__dp2a_hi, int, short2, char4)
HEDDLE_DOT(__dp2a_hi, unsigned int, ushort2, uchar4)
#undef HEDDLE_DOT

// Two operations in one, as of compute capability 9.0.
#define HEDDLE_THREE(T, suffix)                                                              \
  HEDDLE_DEV T __viaddmax_##suffix(T a, T b, T c) { return a + b > c ? a + b : c; }          \
  HEDDLE_DEV T __viaddmin_##suffix(T a, T b, T c) { return a + b < c ? a + b : c; }          \
  HEDDLE_DEV T __vimax3_##suffix(T a, T b, T c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); } \
  HEDDLE_DEV T __vimin3_##suffix(T a, T b, T c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }
HEDDLE_THREE(int, s32)
HEDDLE_THREE(unsigned int, u32)
#undef HEDDLE_THREE
HEDDLE_DEV int __vimax_s32_relu(int a, int b) {
  const int larger = a > b ? a : b;
  return larger > 0 ? larger : 0;
}
HEDDLE_DEV int __viaddmax_s32_relu(int a, int b, int c) { return __vimax_s32_relu(a + b, c); }
#undef HEDDLE_DEV
#endif
