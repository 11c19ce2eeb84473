// Eigenvalues of symmetric tridiagonal matrices by bisection, one block per matrix. A thread takes an
// interval, counts the eigenvalues below its middle (Sturm's sequence), and keeps the halves that hold
// some; the list of intervals grows and shrinks from round to round, and intervals become narrow
// enough at different times.
struct Interval {
  float low, high;
  uint below_low, below_high;  // eigenvalues less than low, than high
};

static __device__ uint count_below(const float* diagonal, const float* beside, uint n, float x) {
  uint count = 0;
  float d = 1;
#pragma unroll 1
  for (uint i = 0; i < n; i++) {
    d = diagonal[i] - x - beside[i] / d;
    if (d < 0) {
      keep_branch();
      count++;
    }
  }
  return count;
}

extern "C" __global__ void bisect(const float* diagonals, const float* besides, const float2* bounds, float* values,
                                  uint n, float precision) {
  extern __shared__ Interval lists[];
  __shared__ uint counts[2];
  const float *diagonal = diagonals + blockIdx.x * n, *beside = besides + blockIdx.x * n;
  uint me = threadIdx.x, turn = 0;
  if (me == 0) {
    lists[0] = {bounds[blockIdx.x].x, bounds[blockIdx.x].y, 0, n};
    counts[0] = 1;
    counts[1] = 0;
  }
  __syncthreads();
#pragma unroll 1
  while (counts[turn] > 0) {
    Interval* next = lists + (1 - turn) * n;
    if (me < counts[turn]) {
      Interval mine = lists[turn * n + me];
      float middle = 0.5f * (mine.low + mine.high);
      if (mine.high - mine.low < precision || middle <= mine.low || middle >= mine.high) {
#pragma unroll 1
        for (uint i = mine.below_low; i < mine.below_high; i++) values[blockIdx.x * n + i] = middle;
      } else {
        uint below = min(max(count_below(diagonal, beside, n, middle), mine.below_low), mine.below_high);
        if (below > mine.below_low) next[atomicAdd(&counts[1 - turn], 1u)] = {mine.low, middle, mine.below_low, below};
        if (below < mine.below_high) next[atomicAdd(&counts[1 - turn], 1u)] = {middle, mine.high, below, mine.below_high};
      }
    }
    __syncthreads();
    if (me == 0) counts[turn] = 0;
    turn = 1 - turn;
    __syncthreads();
  }
}
