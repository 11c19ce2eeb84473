// LU decomposition in place, tile by tile along the diagonal: first the tile on the diagonal, then the
// row and the column of tiles that meet in it, then all tiles to the right and below. In the second
// kernel one half of the threads solves a tile of the row and the other half one of the column: an
// if/else with loops on both sides that cuts a warp of 32 in two when tiles are 16 wide.

extern "C" __global__ void diagonal(float* matrix, uint n, uint offset) {
  extern __shared__ float part[];
  uint tile = blockDim.x, me = threadIdx.x;
  float* corner = matrix + offset * n + offset;
KEEP_LOOP
  for (uint i = 0; i < tile; i++) part[i * tile + me] = corner[i * n + me];
  __syncthreads();
KEEP_LOOP
  for (uint i = 0; i + 1 < tile; i++) {
    if (me > i) {  // column i below the diagonal
KEEP_LOOP
      for (uint j = 0; j < i; j++) part[me * tile + i] -= part[me * tile + j] * part[j * tile + i];
      part[me * tile + i] /= part[i * tile + i];
    }
    __syncthreads();
    if (me > i) {  // row i + 1 right of it
KEEP_LOOP
      for (uint j = 0; j <= i; j++) part[(i + 1) * tile + me] -= part[(i + 1) * tile + j] * part[j * tile + me];
    }
    __syncthreads();
  }
KEEP_LOOP
  for (uint i = 1; i < tile; i++) corner[i * n + me] = part[i * tile + me];
}

extern "C" __global__ void perimeter(float* matrix, uint n, uint offset) {
  extern __shared__ float part[];
  uint tile = blockDim.x / 2, area = tile * tile;
  float *corner = part, *row = part + area, *column = row + area;
  uint away = offset + (blockIdx.x + 1) * tile;
  float *corner_at = matrix + offset * n + offset, *row_at = matrix + offset * n + away,
        *column_at = matrix + away * n + offset;
  if (threadIdx.x < tile) {
    uint me = threadIdx.x;
KEEP_LOOP
    for (uint i = 0; i < tile / 2; i++) corner[i * tile + me] = corner_at[i * n + me];
KEEP_LOOP
    for (uint i = 0; i < tile; i++) row[i * tile + me] = row_at[i * n + me];
  } else {
    uint me = threadIdx.x - tile;
KEEP_LOOP
    for (uint i = tile / 2; i < tile; i++) corner[i * tile + me] = corner_at[i * n + me];
KEEP_LOOP
    for (uint i = 0; i < tile; i++) column[i * tile + me] = column_at[i * n + me];
  }
  __syncthreads();
  if (threadIdx.x < tile) {  // L times the row's new tile is its old one
    uint me = threadIdx.x;
KEEP_LOOP
    for (uint i = 1; i < tile; i++)
KEEP_LOOP
      for (uint j = 0; j < i; j++) row[i * tile + me] -= corner[i * tile + j] * row[j * tile + me];
  } else {  // the column's new tile times U is its old one
    uint me = threadIdx.x - tile;
KEEP_LOOP
    for (uint i = 0; i < tile; i++) {
KEEP_LOOP
      for (uint j = 0; j < i; j++) column[me * tile + i] -= column[me * tile + j] * corner[j * tile + i];
      column[me * tile + i] /= corner[i * tile + i];
    }
  }
  __syncthreads();
  if (threadIdx.x < tile) {
    uint me = threadIdx.x;
KEEP_LOOP
    for (uint i = 1; i < tile; i++) row_at[i * n + me] = row[i * tile + me];
  } else {
    uint me = threadIdx.x - tile;
KEEP_LOOP
    for (uint i = 0; i < tile; i++) column_at[i * n + me] = column[i * tile + me];
  }
}

extern "C" __global__ void internal(float* matrix, uint n, uint offset) {
  extern __shared__ float part[];
  uint tile = blockDim.x, x = threadIdx.x, y = threadIdx.y;
  float *row = part, *column = part + tile * tile;
  uint right = offset + (blockIdx.x + 1) * tile + x, below = offset + (blockIdx.y + 1) * tile + y;
  row[y * tile + x] = matrix[(offset + y) * n + right];
  column[y * tile + x] = matrix[below * n + offset + x];
  __syncthreads();
  float sum = 0;
KEEP_LOOP
  for (uint k = 0; k < tile; k++) sum += column[y * tile + k] * row[k * tile + x];
  matrix[below * n + right] -= sum;
}
