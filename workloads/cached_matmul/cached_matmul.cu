// C = A * B, one thread per element of C; every operand comes through the cache. No branch depends on a thread.
extern "C" __global__ void cached_matmul(const float* a, const float* b, float* c, uint n) {
  uint row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (uint k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
