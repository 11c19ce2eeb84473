// fung2007, Figure 7: even and odd threads diverge in every iteration, and would run in lock-step if one
// half were an iteration ahead. Reconverging at the immediate post-dominator never lets that happen.
extern "C" __global__ void fig7(int* data, uint iterations) {
  uint me = thread_index();
#pragma unroll 1
  for (uint i = me % 2; i < iterations; i++) {
    if (i % 2) {
      data[me]++;
      keep_branch();
    }
  }
}
