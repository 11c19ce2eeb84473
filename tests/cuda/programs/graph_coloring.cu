// Rounds of a randomised algorithm until all vertices have a colour; integers of 64 bits and a queue.
#include "check.h"
#include <algorithm>
#include <vector>
__device__ unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}
__global__ void colour(const int* first, const int* to, int* colours, int round, int n, int* left) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || colours[v] >= 0) return;
  unsigned long long mine = (unsigned long long)mix(v * 31 + round) << 32 | v;
  bool best = true;
  for (int e = first[v]; e < first[v + 1]; e++) {
    int w = to[e], c = colours[w];
    if (c >= 0 && c != round) continue;
    best = best && mine > ((unsigned long long)mix(w * 31 + round) << 32 | w);
  }
  if (best)
    colours[v] = round;
  else
    atomicAdd(left, 1);
}
int main() {
  const int n = 200;
  std::vector<std::vector<int>> edges(n);
  for (int v = 0; v < n; v++)
    for (int w : {(v * 7 + 3) % n, (v + 1) % n})
      if (w != v) edges[v].push_back(w), edges[w].push_back(v);
  std::vector<int> first{0}, to;
  for (auto& e : edges) to.insert(to.end(), e.begin(), e.end()), first.push_back((int)to.size());
  int *f, *t, *c, *left;
  CALL(cudaMallocManaged(&f, first.size() * 4));
  CALL(cudaMallocManaged(&t, to.size() * 4));
  CALL(cudaMallocManaged(&c, n * 4));
  CALL(cudaMallocManaged(&left, 4));
  std::copy(first.begin(), first.end(), f);
  std::copy(to.begin(), to.end(), t);
  for (int v = 0; v < n; v++) c[v] = -1;
  int round = 0;
  do {
    *left = 0;
    colour<<<2, 128>>>(f, t, c, round, n, left);
    CALL(cudaDeviceSynchronize());
  } while (*left > 0 && ++round < 100);
  EXPECT(round < 100);
  for (int v = 0; v < n; v++)
    for (int w : edges[v]) EXPECT(c[v] >= 0 && c[v] != c[w]);
  return passed();
}
