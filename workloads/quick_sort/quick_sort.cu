// Quick sort of a queue of segments, level by level. A block partitions one segment around a pivot
// from one array to the other; parts that are still long are the next level's segments, short ones are
// sorted in shared memory. Numbers that equal the pivot are in their place.

// `segments` has pairs of begin and end. New ones go to `next` or, when they are at most `leaf` long,
// to `leaves`; counts[0] and counts[1] say how many there are.
static __device__ void enqueue(uint begin, uint end, uint leaf, uint2* next, uint2* leaves, uint* counts) {
  if (begin == end) return;
  if (end - begin > leaf)
    next[atomicAdd(&counts[0], 1u)] = make_uint2(begin, end);
  else
    leaves[atomicAdd(&counts[1], 1u)] = make_uint2(begin, end);
}

static __device__ uint median(uint a, uint b, uint c) { return max(min(a, b), min(max(a, b), c)); }

extern "C" __global__ void partition(const uint* from, uint* to, uint* sorted, const uint2* segments, uint2* next,
                                     uint2* leaves, uint* counts, uint leaf) {
  __shared__ uint below, above;
  uint2 segment = segments[blockIdx.x];
  if (threadIdx.x == 0) below = above = 0;
  uint pivot = median(from[segment.x], from[(segment.x + segment.y) / 2], from[segment.y - 1]);
  __syncthreads();
#pragma unroll 1
  for (uint i = segment.x + threadIdx.x; i < segment.y; i += blockDim.x) {
    uint value = from[i];
    if (value < pivot)
      to[segment.x + atomicAdd(&below, 1u)] = value;
    else if (value > pivot)
      to[segment.y - 1 - atomicAdd(&above, 1u)] = value;
  }
  __syncthreads();
  uint first = segment.x + below, last = segment.y - above;
#pragma unroll 1
  for (uint i = first + threadIdx.x; i < last; i += blockDim.x) sorted[i] = pivot;
  if (threadIdx.x == 0) {
    enqueue(segment.x, first, leaf, next, leaves, counts);
    enqueue(last, segment.y, leaf, next, leaves, counts);
  }
}

// A bitonic network on as many numbers as there are threads; what is missing counts as infinite.
extern "C" __global__ void sort_leaves(const uint* from, uint* sorted, const uint2* leaves) {
  extern __shared__ uint part[];
  uint2 segment = leaves[blockIdx.x];
  uint me = threadIdx.x, length = segment.y - segment.x;
  part[me] = me < length ? from[segment.x + me] : 0xffffffff;
  __syncthreads();
#pragma unroll 1
  for (uint size = 2; size < 2 * length; size *= 2) {
#pragma unroll 1
    for (uint distance = size / 2; distance > 0; distance /= 2) {
      uint other = me ^ distance;
      if (other > me) {
        uint a = part[me], b = part[other];
        if ((a > b) == ((me & size) == 0)) {
          part[me] = b;
          part[other] = a;
        }
      }
      __syncthreads();
    }
  }
  if (me < length) sorted[segment.x + me] = part[me];
}
