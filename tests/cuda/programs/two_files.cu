// files: two_files_other.cu
// Two files without separate compilation: each has its own module, with names in common.
#include "check.h"
int other(int x);
static __constant__ int offset = 1;
static __device__ int add(int x) { return x + offset; }
static __global__ void kernel(int* p) { *p = add(*p); }
int main() {
  int *p, got = 0, start = 10;
  CALL(cudaMalloc(&p, 4));
  CALL(cudaMemcpy(p, &start, 4, cudaMemcpyHostToDevice));
  kernel<<<1, 1>>>(p);
  CALL(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost));
  EXPECT(got == 11);
  EXPECT(other(10) == 110);
  return passed();
}
