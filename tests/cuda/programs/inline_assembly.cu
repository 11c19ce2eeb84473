// PTX in the source, by __asm__.
#include "check.h"
__global__ void ptx(unsigned* out) {
  unsigned i = threadIdx.x, a, b, c;
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(a) : "r"(i), "r"(3u), "r"(7u));
  asm("bfe.u32 %0, %1, 2, 3;" : "=r"(b) : "r"(i));
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 15; selp.u32 %0, 1, 0, p; }" : "=r"(c) : "r"(i));
  out[i] = a * 100 + b * 10 + c;
}
int main() {
  unsigned* out;
  CALL(cudaMallocManaged(&out, 32 * 4));
  ptx<<<1, 32>>>(out);
  CALL(cudaDeviceSynchronize());
  for (unsigned i = 0; i < 32; i++) EXPECT(out[i] == (3 * i + 7) * 100 + (i >> 2 & 7) * 10 + (i > 15));
  return passed();
}
