// Maximal matches of reads in a reference, with a suffix array: a thread takes one suffix of one
// read, searches for the place where it belongs in the array, and counts how often its longest
// matching beginning occurs.

struct Match {
  uint first, count, length, unused;  // the occurrences in the array, and their length
};

// shared: what each suffix of the array shares with the one before; 0 before the first and behind
// the last.
extern "C" __global__ void match(const uchar* reference, const uint* suffixes, const uint* shared,
                                 uint size, const uchar* reads, uint read_length, uint starts,
                                 uint threads, uint shortest, Match* matches) {
  uint me = thread_index();
  if (me >= threads) return;
  uint read = me / starts, start = me % starts;
  const uchar* pattern = reads + read * read_length + start;
  uint length = read_length - start;

  // Suffixes below `low` are smaller than the pattern, those from `high` on are not. What the
  // pattern shares with the one just below and the one at `high`, all between share: comparisons
  // start there.
  uint low = 0, high = size, below = 0, above = 0;
#pragma unroll 1
  while (low < high) {
    uint middle = (low + high) / 2, suffix = suffixes[middle], left = size - suffix;
    const uchar* text = reference + suffix;
    uint same = min(below, above), most = min(length, left);
#pragma unroll 1
    while (same < most && text[same] == pattern[same]) same++;
    if (same == length || (same < left && text[same] > pattern[same])) {
      high = middle;
      above = same;
    } else {
      low = middle + 1;
      below = same;
    }
  }

  Match found = {0, 0, 0, 0};
  uint longest = max(below, above);
  if (longest >= shortest) {
    uint first = low, last = low;
    if (below > above) {
      // All occurrences lie before: go back while neighbours share that much.
      first--;
#pragma unroll 1
      while (shared[first] >= longest) first--;
    } else {
      // At the place itself, and, where as much is shared with the one before, before it too.
      last++;
#pragma unroll 1
      while (shared[last] >= longest) last++;
#pragma unroll 1
      while (shared[first] >= longest) first--;
    }
    found = {first, last - first, longest, 0};
  }
  matches[me] = found;
}
