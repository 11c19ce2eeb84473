// A loop on the host that runs until the device leaves a flag unset: breadth-first search.
#include "check.h"
#include <vector>
__global__ void expand(const int* first, const int* to, int* level, int now, bool* again, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != now) return;
  for (int e = first[v]; e < first[v + 1]; e++)
    if (level[to[e]] < 0) {
      level[to[e]] = now + 1;
      *again = true;
    }
}
int main() {
  const int n = 700;
  std::vector<int> first(n + 1), to;
  for (int v = 0; v < n; v++) {
    first[v] = (int)to.size();
    for (int w : {v + 1, v * 3 + 1, v - 7})
      if (w >= 0 && w < n) to.push_back(w);
  }
  first[n] = (int)to.size();
  std::vector<int> want(n, -1), queue{0};
  want[0] = 0;
  for (size_t i = 0; i < queue.size(); i++)
    for (int e = first[queue[i]]; e < first[queue[i] + 1]; e++)
      if (want[to[e]] < 0) want[to[e]] = want[queue[i]] + 1, queue.push_back(to[e]);
  int *f, *t, *l;
  bool *flag, again = true;
  CALL(cudaMalloc(&f, first.size() * 4));
  CALL(cudaMalloc(&t, to.size() * 4));
  CALL(cudaMalloc(&l, n * 4));
  CALL(cudaMalloc(&flag, 1));
  CALL(cudaMemcpy(f, first.data(), first.size() * 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(t, to.data(), to.size() * 4, cudaMemcpyHostToDevice));
  CALL(cudaMemset(l, 0xff, n * 4));
  CALL(cudaMemset(l, 0, 4));
  int rounds = 0;
  for (; again; rounds++) {
    CALL(cudaMemset(flag, 0, 1));
    expand<<<(n + 63) / 64, 64>>>(f, t, l, rounds, flag, n);
    CALL(cudaMemcpy(&again, flag, 1, cudaMemcpyDeviceToHost));
  }
  std::vector<int> got(n);
  CALL(cudaMemcpy(got.data(), l, n * 4, cudaMemcpyDeviceToHost));
  EXPECT(got == want);
  EXPECT(rounds > 3);
  return passed();
}
