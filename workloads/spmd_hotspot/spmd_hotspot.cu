// Temperatures on a chip by persistent threads: each updates every so many cells, and all meet after each step. Cells
// beyond the chip's edge have the edge's temperature: the index of a neighbour that does not exist is the cell's own, by a
// guarded move.
extern "C" __global__ void spmd_hotspot(const float* power, float* from, float* to, uint n, uint steps) {
  uint last = n - 1;
#pragma unroll 1
  for (uint step = 0; step < steps; step++) {
#pragma unroll 1
    for (uint i = threadIdx.x; i < n * n; i += blockDim.x) {
      uint y = i / n, x = i - y * n;
      uint west = i - 1, east = i + 1, north = i - n, south = i + n;
      move_if_equal(west, i, x, 0u);
      move_if_equal(east, i, x, last);
      move_if_equal(north, i, y, 0u);
      move_if_equal(south, i, y, last);
      float here = from[i];
      to[i] = here + 0.1f * (power[i] + (from[north] + from[south] - 2.0f * here) * 0.8f +
                             (from[east] + from[west] - 2.0f * here) * 0.8f + (80.0f - here) * 0.05f);
    }
    __syncthreads();
    float* other = from;
    from = to;
    to = other;
  }
}
