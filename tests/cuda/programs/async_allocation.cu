// Allocation in the order of a stream, and many allocations that come and go.
#include "check.h"
#include <vector>
__global__ void fill(unsigned* p, unsigned n, unsigned v) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = v;
}
int main() {
  cudaStream_t s;
  CALL(cudaStreamCreate(&s));
  for (unsigned round = 1; round <= 20; round++) {
    unsigned *p, n = round * 100, last = 0;
    CALL(cudaMallocAsync(&p, n * 4, s));
    fill<<<(n + 127) / 128, 128, 0, s>>>(p, n, round);
    CALL(cudaMemcpyAsync(&last, p + n - 1, 4, cudaMemcpyDeviceToHost, s));
    CALL(cudaFreeAsync(p, s));
    CALL(cudaStreamSynchronize(s));
    EXPECT(last == round);
  }
  size_t before = 0, after = 0, total = 0;
  CALL(cudaMemGetInfo(&before, &total));
  std::vector<void*> blocks(100);
  for (void*& b : blocks) CALL(cudaMalloc(&b, 1 << 20));
  CALL(cudaMemGetInfo(&after, &total));
  EXPECT(before - after == (size_t)100 << 20);
  for (void* b : blocks) CALL(cudaFree(b));
  CALL(cudaMemGetInfo(&after, &total));
  EXPECT(before == after);
  EXPECT(cudaFree(nullptr) == cudaSuccess);
  void* nothing = &total;
  CALL(cudaMalloc(&nothing, 0));
  EXPECT(nothing == nullptr);
  cudaMemPool_t pool;
  CALL(cudaDeviceGetDefaultMemPool(&pool, 0));
  return passed();
}
