// Sum of many ones and zeros by persistent threads. Every thread adds a strided share of them; then the threads add their
// sums as a tree: at each step half of those that added before.
extern "C" __global__ void spmd_reduction(const uchar* values, uint* sums, uint n) {
  uint me = threadIdx.x, sum = 0;
#pragma unroll 1
  for (uint i = me; i < n; i += blockDim.x) sum += values[i];
  sums[me] = sum;
  __syncthreads();
#pragma unroll 1
  for (uint half = blockDim.x / 2; half > 0; half /= 2) {
    if (me < half) sums[me] += sums[me + half];
    __syncthreads();
  }
}
