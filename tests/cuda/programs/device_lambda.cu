// options: --extended-lambda -std=c++17
// Functions without a name in kernels, and constexpr ones on both sides.
#include "check.h"
constexpr int cube(int x) { return x * x * x; }
template <class F>
__global__ void for_each(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) f(i);
}
int main() {
  int* out;
  CALL(cudaMallocManaged(&out, 100 * 4));
  int offset = 5;
  for_each<<<2, 64>>>(100, [=] __device__(int i) { out[i] = i * offset; });
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 100; i++) EXPECT(out[i] == 5 * i);
  for_each<<<2, 64>>>(100, [=] __host__ __device__(int i) { out[i] += i % 10 * (i % 10) * (i % 10); });
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 100; i++) EXPECT(out[i] == 5 * i + cube(i % 10));
  return passed();
}
