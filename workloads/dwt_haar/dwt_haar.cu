// Haar wavelet transform of many signals, one block each: sums and differences of neighbours, level by
// level; each level has half the threads of the one before.
extern "C" __global__ void dwt_haar(const float* signals, float* spectra, uint n) {
  extern __shared__ float part[];
  uint me = threadIdx.x, base = blockIdx.x * n;
  part[2 * me] = signals[base + 2 * me];
  part[2 * me + 1] = signals[base + 2 * me + 1];
  __syncthreads();
#pragma unroll 1
  for (uint pairs = n / 2; pairs > 0; pairs /= 2) {
    float sum = 0;
    if (me < pairs) {
      float a = part[2 * me], b = part[2 * me + 1];
      spectra[base + pairs + me] = (a - b) * 0.70710678f;
      sum = (a + b) * 0.70710678f;
    }
    __syncthreads();
    if (me < pairs) part[me] = sum;
    __syncthreads();
  }
  if (me == 0) spectra[base] = part[0];
}
