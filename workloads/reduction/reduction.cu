// Sum of many numbers. Every thread adds a strided share of them, the threads of a block add theirs
// as a tree in shared memory: at each step half of those that added before, an if without else.
extern "C" __global__ void reduce(const uint* values, uint* sums, uint n) {
  extern __shared__ uint part[];
  uint me = threadIdx.x, stride = gridDim.x * blockDim.x;
  uint sum = 0;
#pragma unroll 1
  for (uint i = thread_index(); i < n; i += stride) sum += values[i];
  part[me] = sum;
  __syncthreads();
#pragma unroll 1
  for (uint half = blockDim.x / 2; half > 0; half /= 2) {
    if (me < half) part[me] += part[me + half];
    __syncthreads();
  }
  if (me == 0) sums[blockIdx.x] = part[0];
}
