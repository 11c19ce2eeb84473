// expect: kernel 'checked(int)', block (1, 0, 0), thread (0, 0, 0)
// A failed assertion in a kernel.
#include "check.h"
#include <cassert>
__global__ void checked(int n) { assert(blockIdx.x * blockDim.x + threadIdx.x < n); }
int main() {
  checked<<<2, 32>>>(64);
  CALL(cudaDeviceSynchronize());
  checked<<<2, 32>>>(32);
  EXPECT(cudaDeviceSynchronize() == cudaErrorAssert);
  return passed();
}
