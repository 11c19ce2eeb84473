// Fast Walsh transform: butterflies without twiddle factors. Long strides go through device memory, one
// launch each; all that fit a block's shared memory are done in one launch. Nothing diverges.
extern "C" __global__ void long_stride(float* data, uint stride) {
  uint i = thread_index(), low = 2 * i - (i & (stride - 1));
  float a = data[low], b = data[low + stride];
  data[low] = a + b;
  data[low + stride] = a - b;
}

extern "C" __global__ void short_strides(float* data) {
  extern __shared__ float part[];
  uint me = threadIdx.x, points = 2 * blockDim.x, base = blockIdx.x * points;
  part[me] = data[base + me];
  part[me + blockDim.x] = data[base + me + blockDim.x];
#pragma unroll 1
  for (uint stride = blockDim.x; stride > 0; stride /= 2) {
    __syncthreads();
    uint low = 2 * me - (me & (stride - 1));
    float a = part[low], b = part[low + stride];
    part[low] = a + b;
    part[low + stride] = a - b;
  }
  __syncthreads();
  data[base + me] = part[me];
  data[base + me + blockDim.x] = part[me + blockDim.x];
}
