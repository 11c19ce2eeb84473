// part of two_files.cu
#include "check.h"
static __constant__ int offset = 100;
static __device__ int add(int x) { return x + offset; }
static __global__ void kernel(int* p) { *p = add(*p); }
int other(int x) {
  int* p;
  CALL(cudaMallocManaged(&p, 4));
  *p = x;
  kernel<<<1, 1>>>(p);
  CALL(cudaDeviceSynchronize());
  return *p;
}
