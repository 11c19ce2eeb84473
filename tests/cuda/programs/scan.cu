// A work-efficient prefix sum of one block, and a second kernel that adds the sums of the blocks.
#include "check.h"
#include <vector>
__global__ void scan_blocks(int* data, int* sums) {
  __shared__ int s[256];
  int t = threadIdx.x, base = blockIdx.x * 256;
  s[t] = data[base + t];
  __syncthreads();
  for (int by = 1; by < 256; by *= 2) {
    int add = t >= by ? s[t - by] : 0;
    __syncthreads();
    s[t] += add;
    __syncthreads();
  }
  data[base + t] = s[t];
  if (t == 255) sums[blockIdx.x] = s[t];
}
__global__ void add_sums(int* data, const int* sums) {
  int before = 0;
  for (unsigned b = 0; b < blockIdx.x; b++) before += sums[b];
  data[blockIdx.x * 256 + threadIdx.x] += before;
}
int main() {
  const int n = 2048;
  std::vector<int> v(n), want(n);
  for (int i = 0, sum = 0; i < n; i++) want[i] = sum += v[i] = i % 10 - 3;
  int *d, *s;
  CALL(cudaMalloc(&d, n * 4));
  CALL(cudaMalloc(&s, n / 256 * 4));
  CALL(cudaMemcpy(d, v.data(), n * 4, cudaMemcpyHostToDevice));
  scan_blocks<<<n / 256, 256>>>(d, s);
  add_sums<<<n / 256, 256>>>(d, s);
  CALL(cudaMemcpy(v.data(), d, n * 4, cudaMemcpyDeviceToHost));
  EXPECT(v == want);
  return passed();
}
