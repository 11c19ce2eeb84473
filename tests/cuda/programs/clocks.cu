// Kernels that look at their clock, their place and their core.
#include "check.h"
__global__ void look(long long* spent, unsigned* where) {
  long long begin = clock64();
  unsigned x = threadIdx.x;
  for (int i = 0; i < 50; i++) x = x * 1664525u + 1013904223u;
  long long end = clock64();
  spent[blockIdx.x * blockDim.x + threadIdx.x] = end - begin + (x == 12345u);
  unsigned smid, lane;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(smid));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  where[blockIdx.x * blockDim.x + threadIdx.x] = smid * 100 + lane;
}
int main() {
  long long* spent;
  unsigned* where;
  CALL(cudaMallocManaged(&spent, 128 * 8));
  CALL(cudaMallocManaged(&where, 128 * 4));
  look<<<2, 64>>>(spent, where);
  CALL(cudaDeviceSynchronize());
  int cores = 0;
  CALL(cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, 0));
  for (int i = 0; i < 128; i++) {
    EXPECT(spent[i] > 0);
    EXPECT(where[i] % 100 == (unsigned)i % 32 && (int)where[i] / 100 < cores);
  }
  return passed();
}
