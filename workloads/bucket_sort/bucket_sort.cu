// Bucket sort in two steps. First the numbers are partitioned into buckets that fit in shared memory;
// then a block sorts one of them: each thread has a small bucket of its own there, sorted by insertion.
// Small buckets differ in length and so do insertions: two nested loops that each thread leaves when its
// own data say so.

static __device__ uint bucket_of(uint value, uint buckets) { return __umulhi(value, buckets); }
// Where a number is within its bucket, as a fraction of 2^32.
static __device__ uint rest_of(uint value, uint buckets) { return value * buckets; }

// sums[i] becomes the sum of sums[0..i]. All threads of the block call it.
static __device__ void scan(uint* sums) {
  uint me = threadIdx.x;
  __syncthreads();
#pragma unroll 1
  for (uint distance = 1; distance < blockDim.x; distance *= 2) {
    uint before = 0;
    if (me >= distance) before = sums[me - distance];
    __syncthreads();
    sums[me] += before;
    __syncthreads();
  }
}

// counts[b] grows by the numbers in bucket b among those of the block.
extern "C" __global__ void count(const uint* values, uint* counts, uint n, uint buckets) {
  extern __shared__ uint own[];
  uint stride = gridDim.x * blockDim.x;
#pragma unroll 1
  for (uint b = threadIdx.x; b < buckets; b += blockDim.x) own[b] = 0;
  __syncthreads();
#pragma unroll 1
  for (uint i = thread_index(); i < n; i += stride) atomicAdd(&own[bucket_of(values[i], buckets)], 1u);
  __syncthreads();
#pragma unroll 1
  for (uint b = threadIdx.x; b < buckets; b += blockDim.x) atomicAdd(&counts[b], own[b]);
}

// Numbers go to their buckets; cursors[b] is where the next one of bucket b goes. A block sorts a tile by
// buckets in shared memory first, so that numbers of a bucket are written side by side. There are at
// least as many threads as buckets.
extern "C" __global__ void partition(const uint* values, uint* cursors, uint* parts, uint n, uint buckets, uint tile) {
  extern __shared__ uint own[];
  uint *bases = own + blockDim.x, *numbers = bases + blockDim.x;
  uint me = threadIdx.x, begin = blockIdx.x * tile, length = min(tile, n - begin);
  own[me] = 0;
  __syncthreads();
#pragma unroll 1
  for (uint i = me; i < length; i += blockDim.x) atomicAdd(&own[bucket_of(values[begin + i], buckets)], 1u);
  __syncthreads();
  uint mine = own[me];
  scan(own);
  uint first = own[me] - mine;
  if (mine > 0) bases[me] = atomicAdd(&cursors[me], mine) - first;
  own[me] = first;
  __syncthreads();
#pragma unroll 1
  for (uint i = me; i < length; i += blockDim.x) {
    uint value = values[begin + i];
    numbers[atomicAdd(&own[bucket_of(value, buckets)], 1u)] = value;
  }
  __syncthreads();
#pragma unroll 1
  for (uint i = me; i < length; i += blockDim.x) parts[bases[bucket_of(numbers[i], buckets)] + i] = numbers[i];
}

// Shared memory holds a number per thread and the numbers of the bucket.
extern "C" __global__ void sort_buckets(const uint* parts, const uint* starts, uint* sorted, uint buckets) {
  extern __shared__ uint cursors[];
  uint* numbers = cursors + blockDim.x;
  uint me = threadIdx.x, begin = starts[blockIdx.x], length = starts[blockIdx.x + 1] - begin;
  cursors[me] = 0;
  __syncthreads();
#pragma unroll 1
  for (uint i = me; i < length; i += blockDim.x)
    atomicAdd(&cursors[bucket_of(rest_of(parts[begin + i], buckets), blockDim.x)], 1u);
  __syncthreads();
  uint own = cursors[me];
  scan(cursors);
  uint end = cursors[me], first = end - own;
  cursors[me] = first;
  __syncthreads();
#pragma unroll 1
  for (uint i = me; i < length; i += blockDim.x) {
    uint value = parts[begin + i];
    numbers[atomicAdd(&cursors[bucket_of(rest_of(value, buckets), blockDim.x)], 1u)] = value;
  }
  __syncthreads();
#pragma unroll 1
  for (uint i = first + 1; i < end; i++) {
    uint value = numbers[i], at = i;
#pragma unroll 1
    while (at > first && numbers[at - 1] > value) {
      numbers[at] = numbers[at - 1];
      at--;
    }
    numbers[at] = value;
  }
  __syncthreads();
#pragma unroll 1
  for (uint i = me; i < length; i += blockDim.x) sorted[begin + i] = numbers[i];
}
