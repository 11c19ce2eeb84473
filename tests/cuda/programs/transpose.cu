// Bank conflicts and their padding; sizes that do not divide; __restrict__ and __launch_bounds__.
#include "check.h"
#include <vector>
template <int Pad>
__global__ void __launch_bounds__(256) transpose(const int* __restrict__ in, int* __restrict__ out, int w, int h) {
  __shared__ int tile[16][16 + Pad];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < h && y < w) out[y * h + x] = tile[threadIdx.x][threadIdx.y];
}
int main() {
  const int w = 37, h = 21;
  std::vector<int> v(w * h), got(w * h);
  for (int i = 0; i < w * h; i++) v[i] = i;
  int *a, *b;
  CALL(cudaMalloc(&a, w * h * 4));
  CALL(cudaMalloc(&b, w * h * 4));
  CALL(cudaMemcpy(a, v.data(), w * h * 4, cudaMemcpyHostToDevice));
  for (int pad = 0; pad < 2; pad++) {
    CALL(cudaMemset(b, 0, w * h * 4));
    dim3 grid((w + 15) / 16, (h + 15) / 16), block(16, 16);
    if (pad)
      transpose<1><<<grid, block>>>(a, b, w, h);
    else
      transpose<0><<<grid, block>>>(a, b, w, h);
    CALL(cudaMemcpy(got.data(), b, w * h * 4, cudaMemcpyDeviceToHost));
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) EXPECT(got[x * h + y] == v[y * w + x]);
  }
  return passed();
}
