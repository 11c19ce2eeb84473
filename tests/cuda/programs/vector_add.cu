// The first program of every introduction.
#include "check.h"
#include <vector>
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
int main() {
  const int n = 1000;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; i++) a[i] = i, b[i] = 2 * i;
  float *x, *y, *z;
  CALL(cudaMalloc(&x, n * sizeof(float)));
  CALL(cudaMalloc(&y, n * sizeof(float)));
  CALL(cudaMalloc(&z, n * sizeof(float)));
  CALL(cudaMemcpy(x, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(y, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  add<<<(n + 127) / 128, 128>>>(x, y, z, n);
  CALL(cudaGetLastError());
  CALL(cudaMemcpy(c.data(), z, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) EXPECT(c[i] == 3.0f * i);
  CALL(cudaFree(x));
  CALL(cudaFree(y));
  CALL(cudaFree(z));
  return passed();
}
