// Many launches of one kernel with different arguments.
#include "check.h"
#include <algorithm>
#include <vector>
__global__ void step(unsigned* v, unsigned j, unsigned k) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  if (other <= i) return;
  bool up = (i & k) == 0;
  if ((v[i] > v[other]) == up) {
    unsigned t = v[i];
    v[i] = v[other];
    v[other] = t;
  }
}
int main() {
  const unsigned n = 1024;
  std::vector<unsigned> v(n), got(n);
  unsigned seed = 1;
  for (unsigned& x : v) x = seed = seed * 1664525u + 1013904223u;
  unsigned* d;
  CALL(cudaMalloc(&d, n * 4));
  CALL(cudaMemcpy(d, v.data(), n * 4, cudaMemcpyHostToDevice));
  for (unsigned k = 2; k <= n; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) step<<<n / 128, 128>>>(d, j, k);
  CALL(cudaMemcpy(got.data(), d, n * 4, cudaMemcpyDeviceToHost));
  std::sort(v.begin(), v.end());
  EXPECT(got == v);
  return passed();
}
