// Launches that cannot work return CUDA's codes, and the device stays usable.
#include "check.h"
#include <string>
__global__ void nothing(int* p) { if (p) *p = 1; }
int main() {
  int* p;
  CALL(cudaMalloc(&p, 4));
  nothing<<<1, 2000>>>(p);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  nothing<<<0, 32>>>(p);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  nothing<<<dim3(1, 70000), 32>>>(p);
  EXPECT(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
  EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
  EXPECT(cudaGetLastError() == cudaSuccess);
  EXPECT(cudaMalloc(&p, (size_t)1 << 50) == cudaErrorMemoryAllocation);
  EXPECT(cudaFree((void*)0x1234) == cudaErrorInvalidValue);
  int host = 0;
  EXPECT(cudaMemcpy(&host, (void*)0x1234, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  EXPECT(cudaMemcpy(&host, &host, 4, (cudaMemcpyKind)9) == cudaErrorInvalidMemcpyDirection);
  EXPECT(cudaGetLastError() == cudaErrorInvalidMemcpyDirection);
  CALL(cudaMalloc(&p, 4));
  nothing<<<1, 1>>>(p);
  CALL(cudaDeviceSynchronize());
  EXPECT(std::string(cudaGetErrorName(cudaErrorInvalidValue)) == "cudaErrorInvalidValue");
  EXPECT(std::string(cudaGetErrorString(cudaSuccess)) == "no error");
  return passed();
}
