// Relaxation to a fixed point: the host swaps buffers and stops when nothing moves any more.
#include "check.h"
#include <utility>
__global__ void relax(const float* from, float* to, float* change, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= 0 || y <= 0 || x >= n - 1 || y >= n - 1) return;
  float next = 0.25f * (from[y * n + x - 1] + from[y * n + x + 1] + from[(y - 1) * n + x] +
                        from[(y + 1) * n + x]);
  to[y * n + x] = next;
  float moved = fabsf(next - from[y * n + x]);
  atomicMax((int*)change, __float_as_int(moved));
}
int main() {
  const int n = 18;
  float *a, *b, *change;
  CALL(cudaMallocManaged(&a, n * n * 4));
  CALL(cudaMallocManaged(&b, n * n * 4));
  CALL(cudaMallocManaged(&change, 4));
  for (int i = 0; i < n * n; i++) a[i] = b[i] = i < n ? 1.0f : 0.0f;
  int rounds = 0;
  do {
    *change = 0;
    relax<<<dim3(3, 3), dim3(8, 8)>>>(a, b, change, n);
    CALL(cudaDeviceSynchronize());
    std::swap(a, b);
  } while (*change > 1e-3f && ++rounds < 1000);
  EXPECT(rounds > 10 && rounds < 1000);
  for (int x = 1; x < n - 1; x++) EXPECT(a[n + x] > a[2 * n + x] && a[n + x] < 1.0f);
  return passed();
}
