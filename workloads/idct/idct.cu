// The inverse transforms of H.264: residuals of coded blocks of 4x4 and 8x8 pixels are added to the
// prediction. Only coded blocks are in the list, so that no thread idles. A thread transforms one
// row, then one column of its block; the block lies in shared memory in between.

extern __shared__ int lines[];

static __device__ void transform(int (&d)[4]) {
  int e0 = d[0] + d[2], e1 = d[0] - d[2];
  int e2 = (d[1] >> 1) - d[3], e3 = d[1] + (d[3] >> 1);
  d[0] = e0 + e3;
  d[1] = e1 + e2;
  d[2] = e1 - e2;
  d[3] = e0 - e3;
}

static __device__ void transform(int (&d)[8]) {
  int e0 = d[0] + d[4], e2 = d[0] - d[4];
  int e4 = (d[2] >> 1) - d[6], e6 = d[2] + (d[6] >> 1);
  int e1 = d[5] - d[3] - d[7] - (d[7] >> 1), e3 = d[1] + d[7] - d[3] - (d[3] >> 1);
  int e5 = d[7] - d[1] + d[5] + (d[5] >> 1), e7 = d[3] + d[5] + d[1] + (d[1] >> 1);
  int f0 = e0 + e6, f2 = e2 + e4, f4 = e2 - e4, f6 = e0 - e6;
  int f1 = e1 + (e7 >> 2), f3 = e3 + (e5 >> 2), f5 = (e3 >> 2) - e5, f7 = e7 - (e1 >> 2);
  d[0] = f0 + f7;
  d[1] = f2 + f5;
  d[2] = f4 + f3;
  d[3] = f6 + f1;
  d[4] = f6 - f1;
  d[5] = f4 - f3;
  d[6] = f2 - f5;
  d[7] = f0 - f7;
}

// Adds four residuals to four pixels of a word.
static __device__ uint add_clipped(uint pixels, const int* residuals) {
  uint sum = 0;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    int value = (int)((pixels >> (8 * i)) & 255) + residuals[i];
    sum |= (uint)max(0, min(value, 255)) << (8 * i);
  }
  return sum;
}

// places: of each coded block, the index of its first pixel in the picture.
template <int kSide>
static __device__ void add_residuals(uchar* picture, uint width, const short* coefficients,
                                     const uint* places, uint count) {
  constexpr int kPitch = kSide + 1;  // columns of neighbours lie in different banks
  uint line = thread_index() % kSide, coded = thread_index() / kSide;
  int* block = lines + threadIdx.x / kSide * (kSide * kPitch);
  bool mine = coded < count;
  int d[kSide];
  if (mine) {
    const short* row = coefficients + thread_index() * kSide;
#pragma unroll
    for (int i = 0; i < kSide; i++) d[i] = row[i];
    transform(d);
#pragma unroll
    for (int i = 0; i < kSide; i++) block[line * kPitch + i] = d[i];
  }
  __syncthreads();
  if (mine) {
#pragma unroll
    for (int i = 0; i < kSide; i++) d[i] = block[i * kPitch + line];
    transform(d);
#pragma unroll
    for (int i = 0; i < kSide; i++) block[i * kPitch + line] = (d[i] + 32) >> 6;
  }
  __syncthreads();
  if (mine) {
    uint* pixels = (uint*)(picture + places[coded] + line * width);
#pragma unroll
    for (int i = 0; i < kSide; i += 4)
      pixels[i / 4] = add_clipped(pixels[i / 4], block + line * kPitch + i);
  }
}

extern "C" __global__ void idct_4x4(uchar* picture, uint width, const short* coefficients,
                                    const uint* places, uint count) {
  add_residuals<4>(picture, width, coefficients, places, count);
}

extern "C" __global__ void idct_8x8(uchar* picture, uint width, const short* coefficients,
                                    const uint* places, uint count) {
  add_residuals<8>(picture, width, coefficients, places, count);
}
