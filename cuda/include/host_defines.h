// The words of CUDA C++ in terms of clang's attributes.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// clang would accept it and compile an ordinary variable: a wrong program.
#define __managed__ \
  __attribute__((device)) __heddle_error_managed_variables_need_nvcc_use_cudaMallocManaged_instead
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
// libstdc++ uses the word as the name of an attribute.
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n) __attribute__((maxnreg(n)))
#define __cluster_dims__(...)
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB
#define CUDART_DEVICE __device__
