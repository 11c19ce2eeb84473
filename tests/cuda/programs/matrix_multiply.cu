// Tiles in shared memory, two-dimensional blocks, a template over the tile.
#include "check.h"
#include <vector>
template <int Tile>
__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float ta[Tile][Tile], tb[Tile][Tile];
  int row = blockIdx.y * Tile + threadIdx.y, col = blockIdx.x * Tile + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / Tile; t++) {
    ta[threadIdx.y][threadIdx.x] = a[row * n + t * Tile + threadIdx.x];
    tb[threadIdx.y][threadIdx.x] = b[(t * Tile + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < Tile; k++) sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
template <int Tile>
void test(int n) {
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; i++) a[i] = i % 7, b[i] = i % 5;
  float *x, *y, *z;
  size_t bytes = n * n * sizeof(float);
  CALL(cudaMalloc(&x, bytes));
  CALL(cudaMalloc(&y, bytes));
  CALL(cudaMalloc(&z, bytes));
  CALL(cudaMemcpy(x, a.data(), bytes, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(y, b.data(), bytes, cudaMemcpyHostToDevice));
  multiply<Tile><<<dim3(n / Tile, n / Tile), dim3(Tile, Tile)>>>(x, y, z, n);
  CALL(cudaMemcpy(c.data(), z, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float want = 0;
      for (int k = 0; k < n; k++) want += a[i * n + k] * b[k * n + j];
      EXPECT(c[i * n + j] == want);
    }
}
int main() {
  test<8>(32);
  test<16>(48);
  return passed();
}
