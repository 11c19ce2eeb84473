// Batcher's odd-even merge sort of many short arrays of keys with values, one block each, in shared
// memory. A thread owns a comparator; comparators that a stage does not have are skipped, and an
// exchange moves key and value.
extern "C" __global__ void odd_even_merge_sort(uint* keys, uint* values, uint n) {
  extern __shared__ uint part[];
  uint *key = part, *value = part + n;
  uint base = blockIdx.x * n;
#pragma unroll 1
  for (uint i = threadIdx.x; i < n; i += blockDim.x) {
    key[i] = keys[base + i];
    value[i] = values[base + i];
  }
#pragma unroll 1
  for (uint size = 2; size <= n; size *= 2) {
#pragma unroll 1
    for (uint stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
#pragma unroll 1
      for (uint i = threadIdx.x; i < n / 2; i += blockDim.x) {
        uint low = 2 * i - (i & (stride - 1)), offset = i & (size / 2 - 1);
        if (stride < size / 2) {  // after the first stage, comparators stand one stride further
          if (offset < stride) continue;
          low -= stride;
        }
        uint high = low + stride;
        uint a = key[low], b = key[high];
        if (a > b) {
          uint of_a = value[low];
          key[low] = b;
          key[high] = a;
          value[low] = value[high];
          value[high] = of_a;
        }
      }
    }
  }
  __syncthreads();
#pragma unroll 1
  for (uint i = threadIdx.x; i < n; i += blockDim.x) {
    keys[base + i] = key[i];
    values[base + i] = value[i];
  }
}
