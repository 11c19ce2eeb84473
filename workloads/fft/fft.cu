// Fourier transforms of many signals, one block each: radix 2, decimation in time, in shared memory. The
// signal is loaded in bit-reversed order; then log2(n) stages of butterflies with a barrier after
// each. Twiddle factors come from the special function unit.
extern "C" __global__ void fft(const float2* signals, float2* spectra, uint n, uint bits) {
  extern __shared__ float2 points[];
  const float2* signal = signals + blockIdx.x * n;
#pragma unroll 1
  for (uint i = threadIdx.x; i < n; i += blockDim.x) points[__brev(i) >> (32 - bits)] = signal[i];
  __syncthreads();
#pragma unroll 1
  for (uint half = 1; half < n; half *= 2) {
#pragma unroll 1
    for (uint i = threadIdx.x; i < n / 2; i += blockDim.x) {
      uint k = i & (half - 1), low = 2 * (i - k) + k, high = low + half;
      float angle = -3.14159265f * (float)k / (float)half;
      float c = __cosf(angle), s = __sinf(angle);
      float2 a = points[low], b = points[high];
      float2 turned = {b.x * c - b.y * s, b.x * s + b.y * c};
      points[low] = {a.x + turned.x, a.y + turned.y};
      points[high] = {a.x - turned.x, a.y - turned.y};
    }
    __syncthreads();
  }
  float2* spectrum = spectra + blockIdx.x * n;
#pragma unroll 1
  for (uint i = threadIdx.x; i < n; i += blockDim.x) spectrum[i] = points[i];
}
