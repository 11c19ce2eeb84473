// expect: a kernel cannot wait for the host
// A kernel that waits for the host is told so instead of running for ever.
#include "check.h"
__global__ void wait(volatile int* flag) {
  while (*flag == 0) {
  }
}
int main() {
  int* flag;
  CALL(cudaMallocManaged(&flag, 4));
  *flag = 0;
  wait<<<1, 1>>>(flag);
  *flag = 1;
  EXPECT(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
  return passed();
}
