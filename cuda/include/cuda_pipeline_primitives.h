// Copies from device memory to shared memory that run beside the thread. Here a copy is done when the
// call returns, which the program cannot tell from one that was very fast.
#pragma once

#include "cuda_runtime.h"

#ifdef __CUDA__
#define HEDDLE_DEV static __inline__ __device__ __attribute__((unused))
/// The last `zfill` bytes become zero.
HEDDLE_DEV void __pipeline_memcpy_async(void* to, const void* from, size_t bytes, size_t zfill = 0) {
  for (size_t i = 0; i < bytes; i += 4) {
    const bool copied = i + 4 <= bytes - zfill;
    *(unsigned*)((char*)to + i) = copied ? *(const unsigned*)((const char*)from + i) : 0u;
  }
}
HEDDLE_DEV void __pipeline_commit() {}
HEDDLE_DEV void __pipeline_wait_prior(size_t) {}
#undef HEDDLE_DEV
#endif
