// Merge sort of keys with values. Tiles that fit in shared memory are sorted there; then pairs of
// sorted runs are merged in parallel: every 128th element of both runs is a sample, the samples'
// ranks in both runs cut the merge into pieces of at most 128 + 128 elements, and a block merges
// one piece. Who is how many elements from the front of the other run, a binary search tells.
// Equal keys keep their order: elements of the left run come first.

constexpr uint kSample = 128;  // elements between two samples; threads of a merging block

// How many of `count` sorted keys are smaller than `key` (or equal, where kInclusive).
template <bool kInclusive>
static __device__ uint rank_of(uint key, const uint* keys, uint count) {
  uint low = 0, high = count;
#pragma unroll 1
  while (low < high) {
    uint middle = (low + high) / 2, other = keys[middle];
    if (kInclusive ? other <= key : other < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// A block sorts twice as many elements as it has threads; keys of the tile lie before its values.
extern __shared__ uint tile_of[];

extern "C" __global__ void sort_tiles(uint* keys, uint* values) {
  uint me = threadIdx.x, tile = 2 * blockDim.x;
#pragma unroll 1
  for (uint i = me; i < tile; i += blockDim.x) {
    tile_of[i] = keys[blockIdx.x * tile + i];
    tile_of[tile + i] = values[blockIdx.x * tile + i];
  }
#pragma unroll 1
  for (uint run = 1; run < tile; run *= 2) {
    // The thread moves one element of the left run and its counterpart of the right run.
    uint place = me & (run - 1), left = 2 * me - place, right = left + run;
    __syncthreads();
    uint left_key = tile_of[left], left_value = tile_of[tile + left];
    uint right_key = tile_of[right], right_value = tile_of[tile + right];
    uint left_to = left + rank_of<false>(left_key, tile_of + right - place, run);
    uint right_to = left + rank_of<true>(right_key, tile_of + left - place, run);
    __syncthreads();
    tile_of[left_to] = left_key;
    tile_of[tile + left_to] = left_value;
    tile_of[right_to] = right_key;
    tile_of[tile + right_to] = right_value;
  }
  __syncthreads();
#pragma unroll 1
  for (uint i = me; i < tile; i += blockDim.x) {
    keys[blockIdx.x * tile + i] = tile_of[i];
    values[blockIdx.x * tile + i] = tile_of[tile + i];
  }
}

// One thread per pair of samples, of the left and of the right run: where each lies in its own run
// and in the other.
extern "C" __global__ void rank_samples(const uint* keys, uint* left_ranks, uint* right_ranks,
                                        uint run, uint samples) {
  uint me = thread_index();
  if (me >= samples) return;
  uint per_run = run / kSample, place = me & (per_run - 1);
  uint pair = 2 * (me - place);  // the first sample of both runs
  const uint* left = keys + pair * kSample;
  const uint* right = left + run;
  left_ranks[pair + place] = place * kSample;
  right_ranks[pair + place] = rank_of<false>(left[place * kSample], right, run);
  left_ranks[pair + per_run + place] = rank_of<true>(right[place * kSample], left, run);
  right_ranks[pair + per_run + place] = place * kSample;
}

// Merges the ranks of the samples of both runs: the limits between pieces, in order.
extern "C" __global__ void merge_ranks(const uint* ranks, uint* limits, uint run, uint samples) {
  uint me = thread_index();
  if (me >= samples) return;
  uint per_run = run / kSample, place = me & (per_run - 1);
  uint pair = 2 * (me - place);
  const uint* left = ranks + pair;
  const uint* right = left + per_run;
  uint left_rank = left[place], right_rank = right[place];
  limits[pair + place + rank_of<false>(left_rank, right, per_run)] = left_rank;
  limits[pair + place + rank_of<true>(right_rank, left, per_run)] = right_rank;
}

// One block per piece.
extern "C" __global__ void merge_pieces(const uint* keys, const uint* values, uint* to_keys,
                                        uint* to_values, const uint* left_limits,
                                        const uint* right_limits, uint run) {
  __shared__ uint left_keys[kSample], right_keys[kSample];
  uint me = threadIdx.x, piece = blockIdx.x & (2 * run / kSample - 1);
  uint left = (blockIdx.x - piece) * kSample, right = left + run;
  bool last = piece + 1 == 2 * run / kSample;
  uint left_from = left_limits[blockIdx.x], right_from = right_limits[blockIdx.x];
  uint left_count = (last ? run : left_limits[blockIdx.x + 1]) - left_from;
  uint right_count = (last ? run : right_limits[blockIdx.x + 1]) - right_from;
  uint to = left + left_from + right_from;
  left += left_from;
  right += right_from;
  if (me < left_count) left_keys[me] = keys[left + me];
  if (me < right_count) right_keys[me] = keys[right + me];
  __syncthreads();
  if (me < left_count) {
    uint place = to + me + rank_of<false>(left_keys[me], right_keys, right_count);
    to_keys[place] = left_keys[me];
    to_values[place] = values[left + me];
  }
  if (me < right_count) {
    uint place = to + me + rank_of<true>(right_keys[me], left_keys, left_count);
    to_keys[place] = right_keys[me];
    to_values[place] = values[right + me];
  }
}
