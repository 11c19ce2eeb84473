// Reductions of one value per thread of a warp, as of compute capability 8.0.
#pragma once

#if defined(__CUDA__) && __CUDA_ARCH__ >= 800
#define HEDDLE_REDUCE(function, T, builtin)                                                    \
  static __inline__ __device__ __attribute__((always_inline, unused)) T function(unsigned mask, \
                                                                                 T value) {     \
    return (T)builtin(value, mask);                                                            \
  }
HEDDLE_REDUCE(__reduce_add_sync, unsigned, __nvvm_redux_sync_add)
HEDDLE_REDUCE(__reduce_add_sync, int, __nvvm_redux_sync_add)
HEDDLE_REDUCE(__reduce_min_sync, unsigned, __nvvm_redux_sync_umin)
HEDDLE_REDUCE(__reduce_min_sync, int, __nvvm_redux_sync_min)
HEDDLE_REDUCE(__reduce_max_sync, unsigned, __nvvm_redux_sync_umax)
HEDDLE_REDUCE(__reduce_max_sync, int, __nvvm_redux_sync_max)
HEDDLE_REDUCE(__reduce_and_sync, unsigned, __nvvm_redux_sync_and)
HEDDLE_REDUCE(__reduce_or_sync, unsigned, __nvvm_redux_sync_or)
HEDDLE_REDUCE(__reduce_xor_sync, unsigned, __nvvm_redux_sync_xor)
#undef HEDDLE_REDUCE
#endif
