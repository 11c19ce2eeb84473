// Bitonic sort. Each thread owns one element; the one with the lower index of a pair compares and,
// where they stand in the wrong order, exchanges: an if inside an if, without else.

// Distances that fit in a block: in shared memory, from `size` sorted runs on, all `distance`s.
extern "C" __global__ void sort_in_block(uint* values, uint first_size, uint last_size) {
  extern __shared__ uint part[];
  uint me = threadIdx.x, index = thread_index();
  part[me] = values[index];
  __syncthreads();
#pragma unroll 1
  for (uint size = first_size; size <= last_size; size *= 2) {
#pragma unroll 1
    for (uint distance = min(size, blockDim.x) / 2; distance > 0; distance /= 2) {
      uint other = me ^ distance;
      if (other > me) {
        uint a = part[me], b = part[other];
        bool ascending = (index & size) == 0;
        if ((a > b) == ascending) {
          part[me] = b;
          part[other] = a;
        }
      }
      __syncthreads();
    }
  }
  values[index] = part[me];
}

// One distance that reaches across blocks.
extern "C" __global__ void exchange(uint* values, uint size, uint distance) {
  uint me = thread_index(), other = me ^ distance;
  if (other > me) {
    uint a = values[me], b = values[other];
    bool ascending = (me & size) == 0;
    if ((a > b) == ascending) {
      values[me] = b;
      values[other] = a;
    }
  }
}
