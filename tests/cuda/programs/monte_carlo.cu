// A reduction across launches into a double, with a generator of its own in each thread.
#include "check.h"
__global__ void sample(unsigned long long* hits, unsigned rounds, unsigned seed) {
  unsigned x = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + seed;
  unsigned mine = 0;
  for (unsigned i = 0; i < rounds; i++) {
    x = x * 1664525u + 1013904223u;
    float a = (x >> 8) * (1.0f / (1 << 24));
    x = x * 1664525u + 1013904223u;
    float b = (x >> 8) * (1.0f / (1 << 24));
    mine += a * a + b * b < 1.0f;
  }
  atomicAdd(hits, (unsigned long long)mine);
}
int main() {
  unsigned long long* hits;
  CALL(cudaMallocManaged(&hits, 8));
  *hits = 0;
  for (unsigned l = 0; l < 3; l++) sample<<<4, 64>>>(hits, 100, l * 977);
  CALL(cudaDeviceSynchronize());
  double pi = 4.0 * *hits / (3 * 4 * 64 * 100);
  EXPECT(std::fabs(pi - 3.14159) < 0.05);
  return passed();
}
