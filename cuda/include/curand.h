// The host's side of cuRAND: its types, which programs name beside the functions for kernels
// (curand_kernel.h), and its functions, which heddle does not have: a call is an error when the
// program is compiled.
#pragma once
#define CURAND_H_  // programs ask for it

#include <stddef.h>

#include "cuda_runtime_api.h"

typedef enum curandStatus {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999,
} curandStatus_t;

typedef enum curandRngType {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204,
} curandRngType_t;

typedef struct curandGenerator_st* curandGenerator_t;

#define HEDDLE_NO_LIBRARY(function, parameters)                                       \
  curandStatus_t function parameters __attribute__((unavailable(                      \
      "heddle has no cuRAND library for the host; curand_kernel.h has random numbers in kernels")));
#ifdef __cplusplus
extern "C" {
#endif
HEDDLE_NO_LIBRARY(curandCreateGenerator, (curandGenerator_t*, curandRngType_t))
HEDDLE_NO_LIBRARY(curandCreateGeneratorHost, (curandGenerator_t*, curandRngType_t))
HEDDLE_NO_LIBRARY(curandDestroyGenerator, (curandGenerator_t))
HEDDLE_NO_LIBRARY(curandSetStream, (curandGenerator_t, cudaStream_t))
HEDDLE_NO_LIBRARY(curandSetPseudoRandomGeneratorSeed, (curandGenerator_t, unsigned long long))
HEDDLE_NO_LIBRARY(curandSetGeneratorOffset, (curandGenerator_t, unsigned long long))
HEDDLE_NO_LIBRARY(curandSetQuasiRandomGeneratorDimensions, (curandGenerator_t, unsigned int))
HEDDLE_NO_LIBRARY(curandGenerate, (curandGenerator_t, unsigned int*, size_t))
HEDDLE_NO_LIBRARY(curandGenerateUniform, (curandGenerator_t, float*, size_t))
HEDDLE_NO_LIBRARY(curandGenerateUniformDouble, (curandGenerator_t, double*, size_t))
HEDDLE_NO_LIBRARY(curandGenerateNormal, (curandGenerator_t, float*, size_t, float, float))
HEDDLE_NO_LIBRARY(curandGenerateNormalDouble, (curandGenerator_t, double*, size_t, double, double))
HEDDLE_NO_LIBRARY(curandGenerateLogNormal, (curandGenerator_t, float*, size_t, float, float))
HEDDLE_NO_LIBRARY(curandGeneratePoisson, (curandGenerator_t, unsigned int*, size_t, double))
#ifdef __cplusplus
}
#endif
#undef HEDDLE_NO_LIBRARY
