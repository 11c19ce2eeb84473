// Dynamic shared memory, shuffles and atomics, for several types.
#include "check.h"
#include <vector>
template <class T>
__global__ void sum(const T* in, T* out, int n) {
  extern __shared__ __align__(8) unsigned char raw[];
  T* partial = reinterpret_cast<T*>(raw);
  T mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine += in[i];
  for (int by = 16; by > 0; by /= 2) mine += __shfl_down_sync(0xffffffff, mine, by);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < blockDim.x / 32; w++) mine += partial[w];
    atomicAdd(out, mine);
  }
}
template <class T>
void test() {
  const int n = 3000;
  std::vector<T> values(n);
  T want = 0;
  for (int i = 0; i < n; i++) want += values[i] = (T)(i % 13);
  T *in, *out, got;
  CALL(cudaMalloc(&in, n * sizeof(T)));
  CALL(cudaMalloc(&out, sizeof(T)));
  CALL(cudaMemcpy(in, values.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  CALL(cudaMemset(out, 0, sizeof(T)));
  sum<T><<<4, 128, 4 * sizeof(T)>>>(in, out, n);
  CALL(cudaMemcpy(&got, out, sizeof(T), cudaMemcpyDeviceToHost));
  EXPECT(got == want);
}
int main() {
  test<int>();
  test<unsigned long long>();
  test<float>();
  test<double>();
  return passed();
}
