// Fourier transform of n * n points in six steps: the points are a square matrix, which is transposed, its rows are
// transformed and multiplied by roots of unity, it is transposed, its rows are transformed, and it is transposed again. A
// thread has rows of its own and works on each from end to end, in place.

extern "C" __global__ void transpose(const float2* from, float2* to, uint n) {
  uint threads = gridDim.x * blockDim.x;
#pragma unroll 1
  for (uint row = thread_index(); row < n; row += threads)
#pragma unroll 1
    for (uint column = 0; column < n; column++) to[row * n + column] = from[column * n + row];
}

static __device__ float2 product(float2 a, float2 b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }

// One row: radix 2, decimation in time. roots: the first n / 2 of order n.
static __device__ void transform(float2* row, const float2* roots, uint n, uint bits) {
#pragma unroll 1
  for (uint i = 0; i < n; i++) {
    uint other = __brev(i) >> (32 - bits);
    if (other > i) {
      float2 point = row[i];
      row[i] = row[other];
      row[other] = point;
    }
  }
#pragma unroll 1
  for (uint half = 1; half < n; half *= 2)
#pragma unroll 1
    for (uint first = 0; first < n; first += 2 * half)
#pragma unroll 1
      for (uint k = 0; k < half; k++) {
        float2 *low = row + first + k, *high = low + half;
        float2 a = *low, b = product(*high, roots[k * (n / 2 / half)]);
        *low = {a.x + b.x, a.y + b.y};
        *high = {a.x - b.x, a.y - b.y};
      }
}

// factors: n * n roots, by which the points are multiplied afterwards; null: none.
extern "C" __global__ void transform_rows(float2* points, const float2* roots, const float2* factors, uint n, uint bits) {
  uint threads = gridDim.x * blockDim.x;
#pragma unroll 1
  for (uint row = thread_index(); row < n; row += threads) {
    float2* own = points + row * n;
    transform(own, roots, n, bits);
    if (factors) {
#pragma unroll 1
      for (uint i = 0; i < n; i++) own[i] = product(own[i], factors[row * n + i]);
    }
  }
}
