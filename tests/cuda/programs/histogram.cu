// Atomics on shared and global memory.
#include "check.h"
#include <vector>
__global__ void count(const unsigned char* data, int n, unsigned* bins) {
  __shared__ unsigned mine[64];
  for (int b = threadIdx.x; b < 64; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&mine[data[i] / 4], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 64; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}
int main() {
  const int n = 5000;
  std::vector<unsigned char> data(n);
  std::vector<unsigned> want(64), got(64);
  for (int i = 0; i < n; i++) want[(data[i] = (unsigned char)(i * i + 3 * i)) / 4]++;
  unsigned char* d;
  unsigned* b;
  CALL(cudaMalloc(&d, n));
  CALL(cudaMalloc(&b, 256));
  CALL(cudaMemcpy(d, data.data(), n, cudaMemcpyHostToDevice));
  CALL(cudaMemset(b, 0, 256));
  count<<<3, 96>>>(d, n, b);
  CALL(cudaMemcpy(got.data(), b, 256, cudaMemcpyDeviceToHost));
  EXPECT(got == want);
  return passed();
}
