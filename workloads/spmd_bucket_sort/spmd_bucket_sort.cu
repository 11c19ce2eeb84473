// Bucket sort by persistent threads, in three splits by the leading bits. All threads split the numbers; each of the 32
// buckets has a team of threads, which splits it, and then splits and sorts one part after the other. A thread counts in
// its private memory; where its numbers of a bucket go follows from the counts of its team. Threads of a team read
// neighbouring numbers. Last, a thread copies a small bucket to its private memory and sorts it by insertion: small
// buckets differ in length and so do insertions, two nested loops that each thread leaves when its own data say so.
constexpr uint kTeams = 32, kSmall = 32;           // ways of the first and the third split
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

// parts: ways of the second split, 2^part_bits. Per thread: kTeams counts, `parts` part counts and kSmall small counts, with
// one more of each for every team; and one sum.
extern "C" __global__ void spmd_bucket_sort(uint* numbers, uint* other, uint* counts, ushort* part_counts,
                                            ushort* small_counts, uint* sums, uint n, uint part_bits) {
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
    Split<Cursor, ushort> third{kSmall, 22 - part_bits, small_counts + bucket * (kSmall * team + 1), sums, rank, team,
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
