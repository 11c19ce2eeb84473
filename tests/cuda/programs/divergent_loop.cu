// Threads that leave a loop at different times, with a switch inside.
#include "check.h"
__global__ void collatz(int* steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = i + 1;
  int count = 0;
  while (v != 1) {
    switch (v % 4) {
      case 0: v /= 4; count += 2; break;
      case 2: v /= 2; count++; break;
      default: v = 3 * v + 1; count++; break;
    }
  }
  steps[i] = count;
}
int main() {
  const int n = 300;
  int *d, h[n];
  CALL(cudaMalloc(&d, sizeof h));
  collatz<<<3, 100>>>(d, n);
  CALL(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    int count = 0;
    for (unsigned v = i + 1; v != 1; count++) v = v % 2 ? 3 * v + 1 : v / 2;
    EXPECT(h[i] == count);
  }
  return passed();
}
