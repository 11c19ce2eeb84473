// Dynamic shared memory up to what the device reports, after the kernel was allowed to use it.
#include "check.h"
__global__ void fill(int* out, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = i;
  __syncthreads();
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += s[n - 1 - i];
  atomicAdd(out, sum);
}
int main() {
  int most = 0, *out;
  CALL(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  CALL(cudaMallocManaged(&out, 4));
  *out = 0;
  int n = most / 4;
  CALL(cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  fill<<<1, 128, most>>>(out, n);
  CALL(cudaDeviceSynchronize());
  EXPECT(*out == (int)((long long)n * (n - 1) / 2));
  fill<<<1, 128, 300 * 1024>>>(out, 10);
  EXPECT(cudaGetLastError() != cudaSuccess);
  CALL(cudaDeviceSynchronize());
  return passed();
}
