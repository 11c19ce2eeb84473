// printf in kernels, in one stream with the program's own output.
#include "check.h"
__global__ void talk(int n, const char* who) {
  if (threadIdx.x == 0) printf("block %d of %d: %s %5.2f %c %x %lld %%\n", blockIdx.x, gridDim.x, "text", n * 0.5, 'x', 255, 1ll << 40);
}
int main() {
  std::printf("before\n");
  talk<<<1, 64>>>(3, nullptr);
  CALL(cudaDeviceSynchronize());
  std::printf("after\n");
  return passed();
}
