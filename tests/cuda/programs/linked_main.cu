// options: -rdc=true
// files: linked_device.cu linked_host.cpp
// Several translation units: device functions, variables and function pointers across files.
#include "linked.h"
extern __device__ int shared_counter;
extern __constant__ int factors[4];
__device__ int twice(int x);
static __device__ int helper(int x) { return x + 1; }  // linked_device.cu has another
__global__ void kernel(int* out) {
  int i = threadIdx.x;
  out[i] = twice(i) * factors[i % 4] + helper(i) + table[i % 2](i);
  atomicAdd(&shared_counter, 1);
}
int main() {
  int f[4] = {1, 10, 100, 1000};
  CALL(cudaMemcpyToSymbol(factors, f, sizeof f));
  int* out;
  CALL(cudaMallocManaged(&out, 32 * 4));
  kernel<<<1, 32>>>(out);
  CALL(cudaDeviceSynchronize());
  other_file(out + 16);
  for (int i = 0; i < 16; i++)
    EXPECT(out[i] == 2 * i * f[i % 4] + i + 1 + (i % 2 ? -i : i * i));
  for (int i = 0; i < 16; i++) EXPECT(out[16 + i] == i - 1);
  int count = 0;
  CALL(cudaMemcpyFromSymbol(&count, shared_counter, 4));
  EXPECT(count == 32 + 100);
  EXPECT(host_only(4) == 24);
  return passed();
}
