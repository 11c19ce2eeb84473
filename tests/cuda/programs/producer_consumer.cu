// Blocks that wait for one another in global memory: the last block to arrive adds everything up.
#include "check.h"
__device__ unsigned arrived;
__global__ void add_up(const int* in, volatile int* partial, int* out, int n) {
  __shared__ bool last;
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sum, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int all = 0;
    for (unsigned b = 0; b < gridDim.x; b++) all += partial[b];
    *out = all;
  }
}
__global__ void relay(volatile int* flags, int* order) {
  int b = blockIdx.x;
  while (flags[b] == 0) {
  }
  order[b] = flags[b];
  __threadfence();
  flags[b + 1] = flags[b] + 1;
}
int main() {
  const int n = 500;
  int *in, *partial, *out, *flags, *order;
  CALL(cudaMallocManaged(&in, n * 4));
  CALL(cudaMallocManaged(&partial, 64));
  CALL(cudaMallocManaged(&out, 4));
  CALL(cudaMallocManaged(&flags, 64));
  CALL(cudaMallocManaged(&order, 64));
  for (int i = 0; i < n; i++) in[i] = i;
  for (int round = 0; round < 2; round++) {
    *out = 0;
    add_up<<<8, 64>>>(in, partial, out, n);
    CALL(cudaDeviceSynchronize());
    EXPECT(*out == n * (n - 1) / 2);
  }
  for (int i = 0; i < 16; i++) flags[i] = 0;
  flags[0] = 1;
  relay<<<6, 1>>>(flags, order);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 6; i++) EXPECT(order[i] == i + 1);
  return passed();
}
