// part of linked_main.cu
#include "linked.h"
__device__ int shared_counter = 100;
__constant__ int factors[4];
__device__ int twice(int x) { return 2 * x; }
static __device__ int helper(int x) { return x - 1; }
static __device__ int square(int x) { return inline_in_both(x); }
static __device__ int negative(int x) { return -x; }
__device__ Operation table[2] = {square, negative};
static __global__ void kernel(int* out) { out[threadIdx.x] = helper(threadIdx.x); }
void other_file(int* out) {
  kernel<<<1, 16>>>(out);
  CALL(cudaDeviceSynchronize());
}
