// How often each ASCII character occurs, by persistent threads. A thread counts in bytes of private memory, one per
// character, and before one of them can overflow adds them to words of its own in memory. At the end all
// threads add up these words.
constexpr uint kBins = 128, kMost = 255;

// own_words: a line of one word per thread for each bin, all 0; sums: at least kBins and one per thread.
extern "C" __global__ void spmd_histogram(const uchar* text, uint* own_words, uint* sums, uint* totals, uint n) {
  uchar own[kBins];
  uint me = threadIdx.x, threads = blockDim.x;
#pragma unroll 1
  for (uint b = 0; b < kBins; b++) own[b] = 0;
#pragma unroll 1
  for (uint first = 0; first < n; first += kMost * threads) {
    uint end = min(n, first + kMost * threads);
#pragma unroll 1
    for (uint i = first + me; i < end; i += threads) own[text[i]]++;
#pragma unroll 1
    for (uint b = 0; b < kBins; b++) {
      own_words[b * threads + me] += own[b];
      own[b] = 0;
    }
    keep_order();
  }
  __syncthreads();
  uint team = 1;  // threads per bin
  move_if_less(team, threads / kBins, kBins, threads);
#pragma unroll 1
  for (uint b = me / team; b < kBins; b += threads / team) {
    uint sum = 0;
#pragma unroll 1
    for (uint i = me % team; i < threads; i += team) sum += own_words[b * threads + i];
    sums[b * team + me % team] = sum;
  }
  __syncthreads();
#pragma unroll 1
  for (uint b = me; b < kBins; b += threads) {
    uint sum = 0;
#pragma unroll 1
    for (uint i = 0; i < team; i++) sum += sums[b * team + i];
    totals[b] = sum;
  }
}
