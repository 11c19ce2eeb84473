// The __nv_ functions that clang's CUDA headers call, which NVIDIA ships as bitcode (libdevice). Here they
// are single instructions, functions of libclc (OpenCL's library, whose accuracy is that of OpenCL's
// full profile), or short formulas of our own. docs/cuda.md has the errors that a test measures.
#pragma once

#ifdef __CUDA__
#define HEDDLE_NV extern "C" __device__ __inline__ __attribute__((always_inline, unused))
#define HEDDLE_CLC extern "C" __device__ __attribute__((const))

#include "heddle/mathematics_libclc.h"
#include "heddle/mathematics_instructions.h"
#include "heddle/mathematics_formulas.h"

#undef HEDDLE_NV
#undef HEDDLE_CLC
#endif
