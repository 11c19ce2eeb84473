// Bitonic sort through the cache. Each thread has one element; the one with the lower index of a pair compares and, where
// they stand in the wrong order, exchanges: an if inside an if, without else.

static __device__ void compare_exchange(uint* values, uint size, uint distance) {
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

// Distances that fit in a block: from `size` sorted runs on, all `distance`s, with a barrier after each.
extern "C" __global__ void sort_in_block(uint* values, uint first_size, uint last_size) {
#pragma unroll 1
  for (uint size = first_size; size <= last_size; size *= 2) {
#pragma unroll 1
    for (uint distance = min(size, blockDim.x) / 2; distance > 0; distance /= 2) {
      compare_exchange(values, size, distance);
      __syncthreads();
    }
  }
}

// One distance that reaches across blocks.
extern "C" __global__ void exchange(uint* values, uint size, uint distance) { compare_exchange(values, size, distance); }
