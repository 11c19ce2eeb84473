// Variables that the host and kernels share by name, with initial values, arrays, structures, and
// through pointers.
#include "check.h"
struct Point {
  float x, y;
};
__device__ __managed__ int counter = 40;
__managed__ double table[16];
__device__ __managed__ Point point = {1.5f, 2.5f};
static __device__ __managed__ int own = 7;
__global__ void count(int n) {
  atomicAdd(&counter, n);
  table[threadIdx.x] = threadIdx.x * 0.5 + own;
  if (threadIdx.x == 0) point.y += point.x;
}
__global__ void through(int* p) { *p *= 2; }
int main() {
  EXPECT(counter == 40 && own == 7 && point.y == 2.5f && table[3] == 0);
  counter += 1;
  own = 8;
  count<<<1, 16>>>(2);
  CALL(cudaDeviceSynchronize());
  EXPECT(counter == 41 + 32 && point.y == 4.0f);
  for (int i = 0; i < 16; i++) EXPECT(table[i] == i * 0.5 + 8);
  through<<<1, 1>>>(&counter);
  CALL(cudaDeviceSynchronize());
  EXPECT(counter == 146);
  // Copies by name and by address.
  int value = 5, back = 0;
  CALL(cudaMemcpyToSymbol(counter, &value, sizeof value));
  EXPECT(counter == 5);
  CALL(cudaMemcpy(&back, &own, sizeof back, cudaMemcpyDefault));
  EXPECT(back == 8);
  return passed();
}
