// Bucket sort by persistent threads. All threads split the numbers by the leading bits; each of the 32 buckets has a team
// of threads, which splits it again into parts. A thread counts in its private memory; where its numbers of a bucket go
// follows from the counts of its team. Then a team walks over one part after the other, and each thread inserts
// the numbers of a small bucket of its own in order, in private memory: which numbers those are, and how far one of them
// goes, is as the data have it.
constexpr uint kTeams = 32, kSmall = 32;           // ways of the first split; small buckets of a part
constexpr uint kOwn = 32;                          // words of private memory
using Cursor = ushort __attribute__((may_alias));  // lies in the same memory as numbers

// One split of the numbers begin to end. Counter is the type of counts in private memory, Count that of counts in memory.
template <class Counter, class Count>
struct Split {
  uint ways, shift;  // which bits decide
  Count* counts;     // of the team: `ways` per thread and one more; afterwards where the numbers of each thread begin
  uint* sums;        // one per thread
  uint rank, team, begin, end;

  __device__ uint digit(uint value) const { return value >> shift & (ways - 1); }

  // Where a bucket begins, or the last one ends.
  __device__ uint start_of(uint bucket) const { return begin + counts[bucket * team]; }

  // The sums of all counts before, bucket by bucket and among those of a bucket thread by thread.
  __device__ void place() const {
    uint me = threadIdx.x, sum = 0, before = 0;
    Count* mine = counts + rank * ways;
#pragma unroll 1
    for (uint w = 0; w < ways; w++) sum += mine[w];
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
    for (uint w = 0; w < ways; w++) {
      uint count = mine[w];
      mine[w] = (Count)before;
      before += count;
    }
    if (rank == team - 1) counts[ways * team] = (Count)before;
    __syncthreads();
  }

  // All threads call it, with `own` their private memory.
  __device__ void run(const uint* from, uint* to, Counter* own) const {
#pragma unroll 1
    for (uint w = 0; w < ways; w++) {
      own[w] = 0;
      keep_order();
    }
#pragma unroll 1
    for (uint i = begin + rank; i < end; i += team) own[digit(from[i])]++;
    keep_order();
#pragma unroll 1
    for (uint w = 0; w < ways; w++) {
      counts[w * team + rank] = (Count)own[w];
      keep_order();
    }
    __syncthreads();
    place();
#pragma unroll 1
    for (uint w = 0; w < ways; w++) {
      own[w] = (Counter)counts[w * team + rank];
      keep_order();
    }
#pragma unroll 1
    for (uint i = begin + rank; i < end; i += team) {
      uint value = from[i];
      to[begin + own[digit(value)]++] = value;
    }
    __syncthreads();
  }
};

// A number goes to its place among those before `at`, which are in order.
static __device__ void insert(uint* numbers, uint at, uint value) {
#pragma unroll 1
  while (at > 0 && numbers[at - 1] > value) {
    numbers[at] = numbers[at - 1];
    at--;
  }
  numbers[at] = value;
}

// The thread's share of a part from begin to end: small bucket `mine` goes from `from` to `to`, sorted.
static __device__ void sort_bucket(const uint* from, uint* to, uint* own, uint begin, uint end, uint shift, uint mine) {
  uint length = 0, before = begin;
#pragma unroll 1
  for (uint i = begin; i < end; i++) {
    uint value = from[i], bucket = value >> shift & (kSmall - 1);
    move_if_less(before, before + 1, bucket, mine);
    if (bucket == mine) {
      if (length < kOwn) insert(own, length, value);
      length++;
    }
  }
  if (length <= kOwn) {
#pragma unroll 1
    for (uint i = 0; i < length; i++) to[before + i] = own[i];
  } else {  // it does not fit: once more, where it goes
    length = 0;
#pragma unroll 1
    for (uint i = begin; i < end; i++) {
      uint value = from[i];
      if ((value >> shift & (kSmall - 1)) == mine) insert(to + before, length++, value);
    }
  }
}

// The second split has 2^part_bits ways. Per thread: kTeams counts and as many part counts as that split has ways, with
// one more for every team; and one sum. The sorted numbers are in `other`.
extern "C" __global__ void spmd_bucket_sort(uint* numbers, uint* other, uint* counts, ushort* part_counts, uint* sums,
                                            uint n, uint part_bits) {
  uint own[kOwn];
  uint me = threadIdx.x, threads = blockDim.x, team = threads / kTeams, bucket = me / team, rank = me % team;
  uint parts = 1u << part_bits;
  Split<uint, uint> first{kTeams, 27, counts, sums, me, threads, 0, n};
  first.run(numbers, other, own);
  Split<Cursor, ushort> second{parts, 27 - part_bits, part_counts + bucket * (parts * team + 1), sums, rank, team,
                               first.start_of(bucket), first.start_of(bucket + 1)};
  second.run(other, numbers, (Cursor*)own);
#pragma unroll 1
  for (uint part = 0; part < parts; part++) {
    uint begin = second.start_of(part), end = second.start_of(part + 1);
#pragma unroll 1
    for (uint mine = rank; mine < kSmall; mine += team)
      sort_bucket(numbers, other, own, begin, end, 22 - part_bits, mine);
    keep_order();
  }
}
