// Bucket sort by persistent threads, in three splits by the leading bits. All threads split the numbers 32 ways, as many
// threads as then remain for each bucket split it again, and one thread splits and sorts what is left. A thread
// counts in its private memory; where its numbers of a bucket go follows from the counts of all. Last, a thread
// copies one small bucket after the other to its private memory and sorts by insertion: small buckets differ in length and
// so do insertions, two nested loops that each thread leaves when its own data say so.
constexpr uint kWays = 32, kParts = kWays * kWays, kSmall = 64;  // of the first two splits, of both, of the third
constexpr uint kOwn = 32;                                       // words of private memory

using Cursor = ushort __attribute__((may_alias));               // they lie in the same memory as numbers

static __device__ uint digit(uint value, uint split) { return value >> (27 - 5 * split) & (kWays - 1); }
static __device__ uint small_digit(uint value) { return value >> 16 & (kSmall - 1); }

// Where the numbers that a thread counted go, bucket by bucket and among those of a bucket thread by thread: `counts`
// has `team` counts per bucket, and thread `rank` of the team turns kWays of them into sums from `begin` on.
static __device__ void place(uint* counts, uint* sums, uint rank, uint team, uint begin, bool alone) {
  uint me = threadIdx.x, sum = 0, *mine = counts + rank * kWays;
#pragma unroll 1
  for (uint w = 0; w < kWays; w++) sum += mine[w];
  sums[me] = sum;
  __syncthreads();
  if (alone) {  // one team: its sums are worth adding up in parallel
#pragma unroll 1
    for (uint distance = 1; distance < team; distance *= 2) {
      uint before = 0;
      if (me >= distance) before = sums[me - distance];
      __syncthreads();
      sums[me] += before;
      __syncthreads();
    }
    begin += sums[me] - sum;
  } else {
#pragma unroll 1
    for (uint r = 0; r < rank; r++) begin += sums[me - rank + r];
  }
#pragma unroll 1
  for (uint w = 0; w < kWays; w++) {
    uint count = mine[w];
    mine[w] = begin;
    begin += count;
  }
  __syncthreads();
}

// Numbers begin to end go from `from` to `to`, in buckets. `own` is the thread's private memory.
static __device__ void split(const uint* from, uint* to, uint* counts, uint* sums, uint* own, uint rank, uint team,
                             uint begin, uint end, uint which) {
#pragma unroll 1
  for (uint w = 0; w < kWays; w++) own[w] = 0;
#pragma unroll 1
  for (uint i = begin + rank; i < end; i += team) own[digit(from[i], which)]++;
#pragma unroll 1
  for (uint w = 0; w < kWays; w++) counts[w * team + rank] = own[w];
  __syncthreads();
  place(counts, sums, rank, team, begin, team == blockDim.x);
#pragma unroll 1
  for (uint w = 0; w < kWays; w++) own[w] = counts[w * team + rank];
#pragma unroll 1
  for (uint i = begin + rank; i < end; i += team) {
    uint value = from[i];
    to[own[digit(value, which)]++] = value;
  }
  __syncthreads();
}

static __device__ void insert(uint* numbers, uint length) {
#pragma unroll 1
  for (uint i = 1; i < length; i++) {
    uint value = numbers[i], at = i;
#pragma unroll 1
    while (at > 0 && numbers[at - 1] > value) {
      numbers[at] = numbers[at - 1];
      at--;
    }
    numbers[at] = value;
  }
}

// The third split, by one thread: from `numbers` to `other`, and sorted back.
static __device__ void sort_part(uint* numbers, uint* other, ushort* ends, uint* own, uint begin, uint end) {
  uint me = threadIdx.x, threads = blockDim.x;
  Cursor* cursors = (Cursor*)own;
#pragma unroll 1
  for (uint w = 0; w < kSmall; w++) cursors[w] = 0;
#pragma unroll 1
  for (uint i = begin; i < end; i++) cursors[small_digit(numbers[i])]++;
  uint sum = 0;
#pragma unroll 1
  for (uint w = 0; w < kSmall; w++) {
    uint count = cursors[w];
    cursors[w] = (ushort)sum;
    sum += count;
  }
#pragma unroll 1
  for (uint i = begin; i < end; i++) {
    uint value = numbers[i];
    other[begin + cursors[small_digit(value)]++] = value;
  }
#pragma unroll 1
  for (uint w = 0; w < kSmall; w++) ends[w * threads + me] = cursors[w];
  uint first = begin;
#pragma unroll 1
  for (uint w = 0; w < kSmall; w++) {
    uint last = begin + ends[w * threads + me], length = last - first;
    if (length <= kOwn) {
#pragma unroll 1
      for (uint i = 0; i < length; i++) own[i] = other[first + i];
      insert(own, length);
#pragma unroll 1
      for (uint i = 0; i < length; i++) numbers[first + i] = own[i];
    } else {
      insert(other + first, length);
#pragma unroll 1
      for (uint i = first; i < last; i++) numbers[i] = other[i];
    }
    first = last;
  }
}

// counts and more_counts: kWays per thread; sums: one; ends: kSmall.
extern "C" __global__ void spmd_bucket_sort(uint* numbers, uint* other, uint* counts, uint* more_counts, uint* sums,
                                            ushort* ends, uint n) {
  uint own[kOwn];
  uint me = threadIdx.x, threads = blockDim.x, team = threads / kWays;
  split(numbers, other, counts, sums, own, me, threads, 0, n, 0);
  uint bucket = me / team, rank = me % team, end = n;
  if (bucket + 1 < kWays) end = counts[(bucket + 1) * threads];
  split(other, numbers, more_counts + bucket * kWays * team, sums, own, rank, team, counts[bucket * threads], end, 1);
#pragma unroll 1
  for (uint part = me; part < kParts; part += threads) {
    uint last = n;
    if (part + 1 < kParts) last = more_counts[(part + 1) * team];
    sort_part(numbers, other, ends, own, more_counts[part * team], last);
  }
}
