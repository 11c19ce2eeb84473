// C = A * B. A block computes one tile of C; tiles of A and B pass through shared memory. No branch
// depends on a thread: the control flow is as regular as it can be.
extern "C" __global__ void matmul(const float* a, const float* b, float* c, uint n) {
  extern __shared__ float tiles[];
  uint tile = blockDim.x, x = threadIdx.x, y = threadIdx.y;
  float *of_a = tiles, *of_b = tiles + tile * tile;
  uint row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  float sum = 0;
#pragma unroll 1
  for (uint first = 0; first < n; first += tile) {
    of_a[y * tile + x] = a[row * n + first + x];
    of_b[y * tile + x] = b[(first + y) * n + column];
    __syncthreads();
#pragma unroll 1
    for (uint k = 0; k < tile; k++) sum += of_a[y * tile + k] * of_b[k * tile + x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
