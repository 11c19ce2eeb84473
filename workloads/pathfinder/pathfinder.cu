// Cheapest way through a grid from the first row to each cell of the last, where a step goes down to one
// of three neighbours. A block takes `steps` rows at once: it begins with a strip that is wider than
// what it finishes by `steps` columns on each side, and each row leaves out one more thread at each end.
extern "C" __global__ void pathfinder(const uint* costs, const uint* from, uint* to, uint columns, uint first_row,
                                      uint steps, uint halo) {
  extern __shared__ uint best[];
  uint me = threadIdx.x, last = blockDim.x - 1;
  // Of columns left of the grid the index wraps to a large number.
  uint column = blockIdx.x * (blockDim.x - 2 * halo) + me - halo;
  bool inside = column < columns;
  if (inside) best[me] = from[column];
  __syncthreads();
#pragma unroll 1
  for (uint step = 0; step < steps; step++) {
    uint cheapest = 0;
    bool computes = inside && me > step && me < last - step;
    if (computes) {
      cheapest = best[me];
      if (column > 0) cheapest = min(cheapest, best[me - 1]);
      if (column < columns - 1) cheapest = min(cheapest, best[me + 1]);
      cheapest += costs[(size_t)(first_row + step) * columns + column];
    }
    __syncthreads();
    if (computes) best[me] = cheapest;
    __syncthreads();
  }
  if (inside && me >= halo && me <= last - halo) to[column] = best[me];
}
