// options: -Xcompiler -fopenmp
// needs: openmp
// order: free
// Threads of an OpenMP host launch kernels at the same time.
#include "check.h"
#include <omp.h>
#include <vector>
__global__ void fill(int* p, int value) { p[threadIdx.x] = value * 1000 + threadIdx.x; }
int main() {
  const int tasks = 12;
  std::vector<int> wrong(tasks, 1);
#pragma omp parallel for num_threads(4)
  for (int t = 0; t < tasks; t++) {
    int *d, h[64];
    cudaStream_t s;
    CALL(cudaStreamCreate(&s));
    CALL(cudaMalloc(&d, sizeof h));
    fill<<<1, 64, 0, s>>>(d, t);
    CALL(cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s));
    CALL(cudaStreamSynchronize(s));
    wrong[t] = 0;
    for (int i = 0; i < 64; i++) wrong[t] += h[i] != t * 1000 + i;
    CALL(cudaFree(d));
    CALL(cudaStreamDestroy(s));
  }
  for (int t = 0; t < tasks; t++) EXPECT(wrong[t] == 0);
  return passed();
}
