// Separable convolution of an image: along rows, then along columns. A block loads its pixels and the
// apron around them; what lies beyond the image is zero.
constexpr int kMaxRadius = 32;
__constant__ float kernel_weight[2 * kMaxRadius + 1];

static __device__ float weighted(const float* middle, int step, int radius) {
  float sum = 0;
#pragma unroll 1
  for (int i = -radius; i <= radius; i++) sum += kernel_weight[i + radius] * middle[i * step];
  return sum;
}

extern "C" __global__ void along_rows(const float* from, float* to, int width, int radius) {
  extern __shared__ float part[];
  int first = blockIdx.x * blockDim.x - radius, row = blockIdx.y * width;
#pragma unroll 1
  for (int i = threadIdx.x; i < (int)blockDim.x + 2 * radius; i += blockDim.x) {
    int x = first + i;
    if (x >= 0 && x < width)
      part[i] = from[row + x];
    else
      part[i] = 0;
  }
  __syncthreads();
  int x = thread_index();
  if (x < width) to[row + x] = weighted(part + threadIdx.x + radius, 1, radius);
}

extern "C" __global__ void along_columns(const float* from, float* to, int width, int height, int radius) {
  extern __shared__ float part[];
  int across = blockDim.x, x = blockIdx.x * across + threadIdx.x, first = blockIdx.y * blockDim.y - radius;
#pragma unroll 1
  for (int i = threadIdx.y; i < (int)blockDim.y + 2 * radius; i += blockDim.y) {
    int y = first + i;
    if (x < width && y >= 0 && y < height)
      part[i * across + threadIdx.x] = from[y * width + x];
    else
      part[i * across + threadIdx.x] = 0;
  }
  __syncthreads();
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    to[y * width + x] = weighted(part + (threadIdx.y + radius) * across + threadIdx.x, across, radius);
}
