// A kernel that writes past the end of its memory: the launch succeeds, the next calls report it, and a
// reset makes the device usable again.
#include "check.h"
__global__ void beyond(int* p, int i) { p[i] = 1; }
int main() {
  int* p;
  CALL(cudaMalloc(&p, 64));
  beyond<<<1, 1>>>(p, 100000);
  EXPECT(cudaGetLastError() == cudaSuccess);
  EXPECT(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  EXPECT(cudaMalloc(&p, 64) == cudaErrorIllegalAddress);
  EXPECT(cudaGetLastError() == cudaErrorIllegalAddress);
  CALL(cudaDeviceReset());
  CALL(cudaMalloc(&p, 64));
  beyond<<<1, 1>>>(p, 3);
  CALL(cudaDeviceSynchronize());
  return passed();
}
