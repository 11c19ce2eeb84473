// LU decomposition in place, by blocks: the one on the diagonal, then those below and right of it, then all the others
// behind. Blocks are dealt to a grid of threads; a thread walks over all blocks of a step and does the work on
// those that are its own, all by itself. So a warp's threads test together and work apart.
struct Matrix {
  float* values;
  uint n, tile, rows, columns;  // the last two: of threads

  __device__ bool is_mine(uint i, uint j) const { return i % rows * columns + j % columns == thread_index(); }
  __device__ float* at(uint i, uint j) const { return values + i * tile * n + j * tile; }
};

// to -= factor * from, for `count` neighbours of a row.
static __device__ void subtract(float* to, const float* from, float factor, uint count) {
#pragma unroll 1
  for (uint j = 0; j < count; j++) to[j] -= factor * from[j];
}

extern "C" __global__ void diagonal(float* values, uint n, uint tile, uint rows, uint columns, uint step) {
  Matrix m{values, n, tile, rows, columns};
  if (m.is_mine(step, step)) {
    float* a = m.at(step, step);
#pragma unroll 1
    for (uint k = 0; k + 1 < tile; k++) {
#pragma unroll 1
      for (uint i = k + 1; i < tile; i++) {
        float factor = a[i * n + k] /= a[k * n + k];
        subtract(a + i * n + k + 1, a + k * n + k + 1, factor, tile - k - 1);
        keep_order();
      }
      keep_order();
    }
  }
}

extern "C" __global__ void perimeter(float* values, uint n, uint tile, uint rows, uint columns, uint step) {
  Matrix m{values, n, tile, rows, columns};
  const float* a = m.at(step, step);
#pragma unroll 1
  for (uint i = step + 1; i < n / tile; i++) {
    if (m.is_mine(i, step)) {  // below: times U is what it was
      float* b = m.at(i, step);
#pragma unroll 1
      for (uint k = 0; k < tile; k++)
#pragma unroll 1
        for (uint y = 0; y < tile; y++) {
          float factor = b[y * n + k] /= a[k * n + k];
          subtract(b + y * n + k + 1, a + k * n + k + 1, factor, tile - k - 1);
        }
    }
  }
#pragma unroll 1
  for (uint j = step + 1; j < n / tile; j++) {
    if (m.is_mine(step, j)) {  // to the right: L times it is what it was
      float* b = m.at(step, j);
#pragma unroll 1
      for (uint k = 0; k + 1 < tile; k++) {
#pragma unroll 1
        for (uint y = k + 1; y < tile; y++) {
          subtract(b + y * n, b + k * n, a[y * n + k], tile);
          keep_order();
        }
        keep_order();
      }
    }
  }
}

extern "C" __global__ void interior(float* values, uint n, uint tile, uint rows, uint columns, uint step) {
  Matrix m{values, n, tile, rows, columns};
#pragma unroll 1
  for (uint i = step + 1; i < n / tile; i++) {
#pragma unroll 1
    for (uint j = step + 1; j < n / tile; j++) {
      if (m.is_mine(i, j)) {
        float *c = m.at(i, j), *left = m.at(i, step), *above = m.at(step, j);
#pragma unroll 1
        for (uint k = 0; k < tile; k++)
#pragma unroll 1
          for (uint y = 0; y < tile; y++) subtract(c + y * n, above + k * n, left[y * n + k], tile);
      }
    }
  }
}
