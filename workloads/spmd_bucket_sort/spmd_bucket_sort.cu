// Bucket sort by persistent threads, in three splits by the leading bits. All threads split the numbers; each of the 32
// buckets has a team of threads, which splits it, and then splits and sorts one part after the other. A thread counts in
// its private memory; where its numbers of a bucket go follows from the counts of its team. Threads of a team read
// neighbouring numbers. Last, a thread copies a small bucket to its private memory and sorts it by insertion: small
// buckets differ in length and so do insertions, two nested loops that each thread leaves when its own data say so.
constexpr uint kTeams = 32, kParts = 64, kSmall = 32;  // ways of the three splits
constexpr uint kOwn = 32;                              // words of private memory
using Cursor = ushort __attribute__((may_alias));      // lies in the same memory as numbers

// One split of the numbers begin to end. Counter is the type of counts in private memory, Count that of counts in memory.
template <uint kWays, uint kShift, class Counter, class Count>
struct Split {
  Count* counts;  // of the team: kWays times as many as threads; afterwards where the numbers of each thread begin
  uint* sums;     // one per thread
  uint rank, team, begin, end;

  static __device__ uint digit(uint value) { return value >> kShift & (kWays - 1); }

  // Where a bucket begins.
  __device__ uint start_of(uint bucket) const { return bucket < kWays ? begin + counts[bucket * team] : end; }

  // The sums of all counts before, bucket by bucket and among those of a bucket thread by thread.
  __device__ void place() const {
    uint me = threadIdx.x, sum = 0, before = 0;
    Count* mine = counts + rank * kWays;
#pragma unroll 1
    for (uint w = 0; w < kWays; w++) sum += mine[w];
    sums[me] = sum;
    __syncthreads();
    if (team == blockDim.x) {  // many sums: added up as a tree
#pragma unroll 1
      for (uint distance = 1; distance < team; distance *= 2) {
        uint other = 0;
        if (me >= distance) other = sums[me - distance];
        __syncthreads();
        sums[me] += other;
        __syncthreads();
      }
      before = sums[me] - sum;
    } else {
#pragma unroll 1
      for (uint r = 0; r < rank; r++) before += sums[me - rank + r];
    }
#pragma unroll 1
    for (uint w = 0; w < kWays; w++) {
      uint count = mine[w];
      mine[w] = (Count)before;
      before += count;
    }
    __syncthreads();
  }

  // All threads call it, with `own` their private memory.
  __device__ void run(const uint* from, uint* to, Counter* own) const {
#pragma unroll 1
    for (uint w = 0; w < kWays; w++) own[w] = 0;
#pragma unroll 1
    for (uint i = begin + rank; i < end; i += team) own[digit(from[i])]++;
#pragma unroll 1
    for (uint w = 0; w < kWays; w++) counts[w * team + rank] = (Count)own[w];
    __syncthreads();
    place();
#pragma unroll 1
    for (uint w = 0; w < kWays; w++) own[w] = (Counter)counts[w * team + rank];
#pragma unroll 1
    for (uint i = begin + rank; i < end; i += team) {
      uint value = from[i];
      to[begin + own[digit(value)]++] = value;
    }
    __syncthreads();
  }
};

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

// One small bucket goes from `from` to `to`, sorted: in private memory if it fits there.
static __device__ void sort_bucket(uint* from, uint* to, uint length, uint* own) {
  if (length <= kOwn) {
#pragma unroll 1
    for (uint i = 0; i < length; i++) own[i] = from[i];
    insert(own, length);
#pragma unroll 1
    for (uint i = 0; i < length; i++) to[i] = own[i];
  } else {
    insert(from, length);
#pragma unroll 1
    for (uint i = 0; i < length; i++) to[i] = from[i];
  }
}

// Per thread: kTeams counts, kParts part counts, kSmall small counts and one sum.
extern "C" __global__ void spmd_bucket_sort(uint* numbers, uint* other, uint* counts, ushort* part_counts,
                                            ushort* small_counts, uint* sums, uint n) {
  uint own[kOwn];
  uint me = threadIdx.x, threads = blockDim.x, team = threads / kTeams, bucket = me / team, rank = me % team;
  Split<kTeams, 27, uint, uint> first{counts, sums, me, threads, 0, n};
  first.run(numbers, other, own);
  Split<kParts, 21, Cursor, ushort> second{part_counts + bucket * kParts * team, sums, rank, team,
                                           first.start_of(bucket), first.start_of(bucket + 1)};
  second.run(other, numbers, (Cursor*)own);
#pragma unroll 1
  for (uint part = 0; part < kParts; part++) {
    Split<kSmall, 16, Cursor, ushort> third{small_counts + bucket * kSmall * team, sums, rank, team,
                                            second.start_of(part), second.start_of(part + 1)};
    third.run(numbers, other, (Cursor*)own);
#pragma unroll 1
    for (uint b = rank; b < kSmall; b += team) {
      uint start = third.start_of(b);
      sort_bucket(other + start, numbers + start, third.start_of(b + 1) - start, own);
    }
    __syncthreads();
  }
}
