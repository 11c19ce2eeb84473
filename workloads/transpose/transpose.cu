// Transposes a matrix by tiles of shared memory, padded so that neither reading nor writing has bank
// conflicts: all accesses to device memory are coalesced.
extern "C" __global__ void transpose(const float* from, float* to, uint width, uint height) {
  extern __shared__ float part[];
  uint tile = blockDim.x, pitch = tile + 1, tx = threadIdx.x, ty = threadIdx.y;
  uint x = blockIdx.x * tile + tx, y = blockIdx.y * tile + ty;
  if (x < width && y < height) part[ty * pitch + tx] = from[y * width + x];
  __syncthreads();
  x = blockIdx.y * tile + tx;
  y = blockIdx.x * tile + ty;
  if (x < height && y < width) to[y * height + x] = part[tx * pitch + ty];
}
