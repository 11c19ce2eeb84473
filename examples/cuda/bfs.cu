// Breadth-first search: the host launches kernels until one of them leaves a flag unset. Vertices have
// different numbers of neighbours, so the threads of a warp diverge.
#include <cstdio>
#include <vector>

__global__ void expand(const int* first, const int* to, int* level, int now, bool* again, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != now) return;
  for (int e = first[v]; e < first[v + 1]; e++) {
    if (level[to[e]] >= 0) continue;
    level[to[e]] = now + 1;
    *again = true;
  }
}

template <class T>
T* on_device(const std::vector<T>& values) {
  T* copy = nullptr;
  cudaMalloc(&copy, values.size() * sizeof(T));
  cudaMemcpy(copy, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return copy;
}

int main() {
  const int n = 4096;
  std::vector<int> first{0}, to, level(n, -1), want(n, -1), queue{0};
  unsigned random = 1;
  for (int v = 0; v < n; v++) {
    for (unsigned degree = 1 + v % 13; degree > 0; degree--) {
      random = random * 1664525u + 1013904223u;
      to.push_back((int)(random >> 8) % n);
    }
    first.push_back((int)to.size());
  }
  level[0] = want[0] = 0;
  for (size_t i = 0; i < queue.size(); i++)
    for (int e = first[queue[i]]; e < first[queue[i] + 1]; e++)
      if (want[to[e]] < 0) {
        want[to[e]] = want[queue[i]] + 1;
        queue.push_back(to[e]);
      }

  int *f = on_device(first), *t = on_device(to), *l = on_device(level);
  bool* flag = nullptr;
  cudaMallocManaged(&flag, sizeof(bool));
  int rounds = 0;
  do {
    *flag = false;
    expand<<<(n + 127) / 128, 128>>>(f, t, l, rounds++, flag, n);
    cudaDeviceSynchronize();
  } while (*flag);
  cudaMemcpy(level.data(), l, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d rounds, %zu vertices reached: %s\n", rounds, queue.size(),
              level == want ? "PASS" : "FAIL");
  return level == want && cudaGetLastError() == cudaSuccess ? 0 : 1;
}
