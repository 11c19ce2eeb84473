// How often each byte occurs. Every warp counts in a histogram of its own in shared memory; threads that
// meet at one counter take turns: who loses the exchange tries again, so text, where few letters are
// frequent, makes warps diverge. Then warps are added up, and blocks by a second kernel.
constexpr uint kBins = 256;

extern "C" __global__ void count(const uint* words, uint* partial, uint n) {
  extern __shared__ uint bins[];
  uint warps = blockDim.x / 32, *mine = bins + threadIdx.x / 32 * kBins;
#pragma unroll 1
  for (uint i = threadIdx.x; i < warps * kBins; i += blockDim.x) bins[i] = 0;
  __syncthreads();
#pragma unroll 1
  for (uint i = thread_index(); i < n; i += gridDim.x * blockDim.x) {
    uint word = words[i];
#pragma unroll 1
    for (uint shift = 0; shift < 32; shift += 8) {
      uint* bin = mine + (word >> shift & 255);
      uint seen = *bin, was;
#pragma unroll 1
      while ((was = atomicCAS(bin, seen, seen + 1)) != seen) seen = was;
    }
  }
  __syncthreads();
#pragma unroll 1
  for (uint b = threadIdx.x; b < kBins; b += blockDim.x) {
    uint sum = 0;
#pragma unroll 1
    for (uint w = 0; w < warps; w++) sum += bins[w * kBins + b];
    partial[blockIdx.x * kBins + b] = sum;
  }
}

extern "C" __global__ void add_up(const uint* partial, uint* totals, uint parts) {
  uint sum = 0;
#pragma unroll 1
  for (uint p = 0; p < parts; p++) sum += partial[p * kBins + threadIdx.x];
  totals[threadIdx.x] = sum;
}
