// Launches through the functions behind <<< >>>, with arguments as pointers and with attributes.
#include "check.h"
__global__ void scale(float* v, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] *= by;
}
int main() {
  float *v, by = 2.0f;
  int n = 100;
  CALL(cudaMallocManaged(&v, n * 4));
  for (int i = 0; i < n; i++) v[i] = i;
  void* arguments[] = {&v, &by, &n};
  CALL(cudaLaunchKernel((const void*)scale, dim3(4), dim3(32), arguments, 0, 0));
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(64);
  CALL(cudaLaunchKernelEx(&config, scale, v, 3.0f, n));
  void (*pointer)(float*, float, int) = scale;
  pointer<<<1, 128>>>(v, 0.5f, n);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < n; i++) EXPECT(v[i] == 3.0f * i);
  CALL(cudaFuncSetCacheConfig(scale, cudaFuncCachePreferL1));
  EXPECT(cudaLaunchKernel((const void*)main, dim3(1), dim3(1), arguments, 0, 0) ==
         cudaErrorInvalidDeviceFunction);
  return passed();
}
