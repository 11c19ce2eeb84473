// status: 7
// The program's own exit status is heddle's.
#include "check.h"
__global__ void nothing() {}
int main() {
  nothing<<<1, 1>>>();
  std::exit(cudaDeviceSynchronize() == cudaSuccess ? 7 : 1);
}
