// Best global alignment of two sequences. The table is filled tile by tile along anti-diagonals of
// tiles, one launch each; within a tile, threads walk an anti-diagonal that first grows and then
// shrinks, so most lanes wait most of the time.

static __device__ void fill_tile(const uchar* down, const uchar* across, int* table, uint n, uint tile_x, uint tile_y,
                                 int gap) {
  extern __shared__ int part[];
  uint tile = blockDim.x, width = tile + 1, me = threadIdx.x, pitch = n + 1;
  int* corner = table + tile_y * tile * pitch + tile_x * tile;
  uchar letter = across[tile_x * tile + me];
  const uchar* letters = down + tile_y * tile;
  part[me + 1] = corner[me + 1];
  part[(me + 1) * width] = corner[(me + 1) * pitch];
  if (me == 0) part[0] = corner[0];
  __syncthreads();
#pragma unroll 1
  for (uint wave = 0; wave < 2 * tile - 1; wave++) {
    if (me <= wave && wave - me < tile) {
      uint y = wave - me, at = (y + 1) * width + me + 1;
      int same = letters[y] == letter ? 5 : -3;
      int best = max(part[at - width - 1] + same, max(part[at - 1], part[at - width]) - gap);
      part[at] = best;
    }
    __syncthreads();
  }
#pragma unroll 1
  for (uint y = 1; y <= tile; y++) corner[y * pitch + me + 1] = part[y * width + me + 1];
}

// The anti-diagonals up to the longest, then those after it.
extern "C" __global__ void upper_left(const uchar* down, const uchar* across, int* table, uint n, uint diagonal, int gap) {
  fill_tile(down, across, table, n, blockIdx.x, diagonal - blockIdx.x, gap);
}
extern "C" __global__ void lower_right(const uchar* down, const uchar* across, int* table, uint n, uint diagonal, int gap) {
  uint last = n / blockDim.x - 1;
  fill_tile(down, across, table, n, diagonal - last + blockIdx.x, last - blockIdx.x, gap);
}
