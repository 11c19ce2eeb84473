// The words of CUDA C++ in terms of clang's attributes.
#pragma once
#define __HOST_DEFINES_H__  // programs ask for it

#ifdef __CUDA__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// clang compiles a variable of the device with a stand-in on the host. heddle's device can use the
// host's memory, so the stand-in becomes the variable: it is found by its section.
#ifdef __HEDDLE_RDC__
#define __managed__ \
  __attribute__((device)) __heddle_error_managed_variables_with_rdc_need_nvcc_or_cudaMallocManaged
#elif defined(__CUDA_ARCH__)
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((device, section("heddle_managed")))
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(n) __attribute__((maxnreg(n)))
#define CUDART_DEVICE __device__
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __maxnreg__(n)
#define CUDART_DEVICE
#endif
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
// __noinline__ is a keyword of clang; libstdc++ uses the word as the name of an attribute.
#define __align__(n) __attribute__((aligned(n)))
#define __cluster_dims__(...)
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB
