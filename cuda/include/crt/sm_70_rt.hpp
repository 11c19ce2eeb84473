// Which threads of a warp have the same value. clang's headers include this file by its name.
#pragma once

#include "../host_defines.h"

#define HEDDLE_DEV static __inline__ __device__ __attribute__((always_inline, unused))
#define HEDDLE_MATCH(Type, Bits, width)                                                \
  HEDDLE_DEV unsigned int __match_any_sync(unsigned int mask, Type value) {            \
    return __match##width##_any_sync(mask, __builtin_bit_cast(Bits, value));           \
  }                                                                                    \
  HEDDLE_DEV unsigned int __match_all_sync(unsigned int mask, Type value, int* pred) { \
    return __match##width##_all_sync(mask, __builtin_bit_cast(Bits, value), pred);     \
  }
HEDDLE_MATCH(unsigned int, unsigned int, 32)
HEDDLE_MATCH(int, unsigned int, 32)
HEDDLE_MATCH(float, unsigned int, 32)
HEDDLE_MATCH(unsigned long, unsigned long long, 64)
HEDDLE_MATCH(long, unsigned long long, 64)
HEDDLE_MATCH(unsigned long long, unsigned long long, 64)
HEDDLE_MATCH(long long, unsigned long long, 64)
HEDDLE_MATCH(double, unsigned long long, 64)
#undef HEDDLE_MATCH
#undef HEDDLE_DEV
