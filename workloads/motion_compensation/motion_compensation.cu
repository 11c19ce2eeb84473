// Motion compensation of H.264: pixels are predicted from a reference picture, displaced by a vector
// per quadrant of a macroblock. A block has one or several macroblocks of a row of them, with 64 threads
// (x) for each (y). What a quadrant needs of the reference is brought to shared memory first.

constexpr uint kThreads = 64;     // of a macroblock
constexpr uint kSpan = 13;        // rows and columns that 8 x 8 pixels with six taps need
constexpr uint kChromaSpan = 5;   // and 4 x 4 with two

// The reference goes on beyond its edges with the pixels there.
static __device__ uchar clamped(const uchar* picture, int width, int height, int x, int y) {
  return picture[max(0, min(y, height - 1)) * width + max(0, min(x, width - 1))];
}

// ---- luma: quarters of a pixel

static __device__ int clipped(int v) { return max(0, min(v, 255)); }
static __device__ int mean(int a, int b) { return (a + b + 1) >> 1; }

// Six taps between `at` and at[step], not normalised.
template <class T>
static __device__ int six_taps(const T* at, int step) {
  return at[-2 * step] + at[3 * step] - 5 * (at[-step] + at[2 * step]) + 20 * (at[0] + at[step]);
}

static __device__ int half(const uchar* at, int step) {
  return clipped((six_taps(at, step) + 16) >> 5);
}

// Half a pixel right and down: six taps of six taps.
static __device__ int centre(const uchar* at) {
  int rows[6];
#pragma unroll
  for (int i = 0; i < 6; i++) rows[i] = six_taps(at + (i - 2) * (int)kSpan, 1);
  return clipped((six_taps(rows + 2, 1) + 512) >> 10);
}

// The pixel `at`, moved by x and y quarters. Each of the sixteen positions has its own filter.
static __device__ int interpolated(const uchar* at, uint x, uint y) {
  if (x == 0 && y == 0) return at[0];
  if (y == 0) {
    int between = half(at, 1);
    return x == 2 ? between : mean(between, at[x == 3 ? 1 : 0]);
  }
  if (x == 0) {
    int between = half(at, kSpan);
    return y == 2 ? between : mean(between, at[y == 3 ? kSpan : 0]);
  }
  const uchar* row = at + (y == 3 ? kSpan : 0);
  const uchar* column = at + (x == 3 ? 1 : 0);
  if (x == 2 || y == 2) {
    int middle = centre(at);
    if (x == y) return middle;
    if (x == 2) return mean(middle, half(row, 1));
    return mean(middle, half(column, kSpan));
  }
  return mean(half(row, 1), half(column, kSpan));
}

// A thread predicts four pixels of a row, so a warp works on two quadrants.
extern "C" __global__ void predict_luma(uchar* predicted, const uchar* reference,
                                        const int2* vectors, uint width, uint height) {
  extern __shared__ uchar shared[];
  uchar* windows = shared + threadIdx.y * 4 * kSpan * kSpan;
  uint column = blockIdx.x * blockDim.y + threadIdx.y;
  uint macroblock = blockIdx.y * gridDim.x * blockDim.y + column;
  {
    uint quadrant = threadIdx.x / 16;
    int2 vector = vectors[4 * macroblock + quadrant];
    int left = (int)(column * 16 + quadrant % 2 * 8) + (vector.x >> 2) - 2;
    int top = (int)(blockIdx.y * 16 + quadrant / 2 * 8) + (vector.y >> 2) - 2;
#pragma unroll 1
    for (uint i = threadIdx.x % 16; i < kSpan * kSpan; i += 16)
      windows[quadrant * kSpan * kSpan + i] = clamped(reference, (int)width, (int)height,
                                                      left + (int)(i % kSpan), top + (int)(i / kSpan));
  }
  __syncthreads();
  uint x = threadIdx.x % 4 * 4, y = threadIdx.x / 4, quadrant = y / 8 * 2 + x / 8;
  int2 vector = vectors[4 * macroblock + quadrant];
  const uchar* window = windows + quadrant * kSpan * kSpan + (y % 8 + 2) * kSpan + x % 8 + 2;
  uint pixels = 0;
#pragma unroll 1
  for (uint i = 0; i < 4; i++)
    pixels |= (uint)interpolated(window + i, vector.x & 3, vector.y & 3) << (8 * i);
  *(uint*)(predicted + (blockIdx.y * 16 + y) * width + column * 16 + x) = pixels;
}

// ---- chroma: eighths of a pixel, half as many pixels in both directions, two planes

extern "C" __global__ void predict_chroma(uchar* predicted, const uchar* reference,
                                          const int2* vectors, uint width, uint height) {
  constexpr uint kWindow = kChromaSpan * kChromaSpan;
  extern __shared__ uchar shared[];
  uchar* windows = shared + threadIdx.y * 2 * 4 * kWindow;
  uint column = blockIdx.x * blockDim.y + threadIdx.y;
  uint macroblock = blockIdx.y * gridDim.x * blockDim.y + column;
#pragma unroll 1
  for (uint i = threadIdx.x; i < 2 * 4 * kWindow; i += kThreads) {
    uint plane = i / (4 * kWindow), quadrant = i / kWindow % 4, place = i % kWindow;
    int2 vector = vectors[4 * macroblock + quadrant];
    int left = (int)(column * 8 + quadrant % 2 * 4) + (vector.x >> 3);
    int top = (int)(blockIdx.y * 8 + quadrant / 2 * 4) + (vector.y >> 3);
    windows[i] = clamped(reference + plane * width * height, (int)width, (int)height,
                         left + (int)(place % kChromaSpan), top + (int)(place / kChromaSpan));
  }
  __syncthreads();
  uint x = threadIdx.x % 8, y = threadIdx.x / 8, quadrant = y / 4 * 2 + x / 4;
  int2 vector = vectors[4 * macroblock + quadrant];
  int right = vector.x & 7, down = vector.y & 7;
#pragma unroll
  for (uint plane = 0; plane < 2; plane++) {
    const uchar* at =
        windows + (4 * plane + quadrant) * kWindow + y % 4 * kChromaSpan + x % 4;
    int sum = (8 - down) * ((8 - right) * at[0] + right * at[1]) +
              down * ((8 - right) * at[kChromaSpan] + right * at[kChromaSpan + 1]);
    predicted[(plane * height + blockIdx.y * 8 + y) * width + column * 8 + x] =
        (uchar)((sum + 32) >> 6);
  }
}
