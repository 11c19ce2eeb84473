// CUDA C++ for clang without NVIDIA's toolkit: `heddle cc` includes this file in every .cu file, as
// nvcc does with its own. The device side of the standard functions comes from clang's headers
// (__clang_cuda_*.h), which map them to __nv_ functions; device_mathematics.h defines those.
#pragma once
#define __CUDA_RUNTIME_H__  // programs ask for it

#if defined(__cplusplus) && defined(__CUDA__)

#include "host_defines.h"

#define CUDA_VERSION 12030
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 3
#define __CUDACC_VER_BUILD__ 0

// Declarations that must precede <cmath>.
#include <__clang_cuda_math_forward_declares.h>
#ifndef __CUDACC__
#define __CUDACC__
#endif
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "cuda_runtime_api.h"
#include "vector_functions.h"

#pragma push_macro("__CUDA_ARCH__")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999  // declares the device's functions for the host's pass, too
#endif
#include <__clang_cuda_builtin_vars.h>
#include <__clang_cuda_libdevice_declares.h>

#include "device_mathematics.h"

#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>

#include "device_functions.h"
#include "device_float_overloads.h"
#include <__clang_cuda_cmath.h>
// Of these, clang 19 confuses the mask with the value; heddle/warp_reductions.h defines them.
#define __reduce_add_sync heddle_clang_reduce_add
#define __reduce_min_sync heddle_clang_reduce_min
#define __reduce_max_sync heddle_clang_reduce_max
#define __reduce_and_sync heddle_clang_reduce_and
#define __reduce_or_sync heddle_clang_reduce_or
#define __reduce_xor_sync heddle_clang_reduce_xor
#include <__clang_cuda_intrinsics.h>
#undef __reduce_add_sync
#undef __reduce_min_sync
#undef __reduce_max_sync
#undef __reduce_and_sync
#undef __reduce_or_sync
#undef __reduce_xor_sync
#include "heddle/warp_reductions.h"
#include <__clang_cuda_complex_builtins.h>
#include "device_atomic_functions.h"
#include "heddle/cache_hints.h"
#include "heddle/no_textures.h"
#include "heddle/simd_intrinsics.h"
#include <new>
#pragma pop_macro("__CUDA_ARCH__")
#include <utility>

__device__ inline __cuda_builtin_threadIdx_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_threadIdx_t::operator uint3() const { return {x, y, z}; }
__device__ inline __cuda_builtin_blockIdx_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_blockIdx_t::operator uint3() const { return {x, y, z}; }
__device__ inline __cuda_builtin_blockDim_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_blockDim_t::operator uint3() const { return {x, y, z}; }
__device__ inline __cuda_builtin_gridDim_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_gridDim_t::operator uint3() const { return {x, y, z}; }

#if !defined(__CUDA_ARCH__) && !defined(__HEDDLE_RDC__)
// The section of managed variables, where the program has one.
extern "C" __attribute__((weak, visibility("hidden"))) char __start_heddle_managed[];
extern "C" __attribute__((weak, visibility("hidden"))) char __stop_heddle_managed[];
extern "C" __attribute__((weak)) void __heddleManagedVariables(void* begin, void* end);
static __attribute__((constructor(101), unused)) void heddle_managed_variables() {
  if (__start_heddle_managed && __heddleManagedVariables)
    __heddleManagedVariables(__start_heddle_managed, __stop_heddle_managed);
}
#endif

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                void* stream = 0);

#else
#include <stddef.h>
#include "cuda_runtime_api.h"
#include "vector_functions.h"
#endif

#ifdef __cplusplus
#include "cuda_runtime_templates.h"
#endif
#include "driver_functions.h"
