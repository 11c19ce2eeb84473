// Calls through pointers, recursion and virtual functions in kernels.
#include "check.h"
typedef float (*Operation)(float, float);
__device__ float plus(float a, float b) { return a + b; }
__device__ float times(float a, float b) { return a * b; }
__device__ Operation operations[] = {plus, times};
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
struct Shape {
  __device__ virtual float area() const = 0;
};
struct Box : Shape {
  float w, h;
  __device__ Box(float a, float b) : w(a), h(b) {}
  __device__ float area() const override { return w * h; }
};
struct Disc : Shape {
  float r;
  __device__ explicit Disc(float a) : r(a) {}
  __device__ float area() const override { return 3.0f * r * r; }
};
__global__ void calls(float* out) {
  int i = threadIdx.x;
  out[i] = operations[i % 2](i, 3);
  out[32 + i] = fibonacci(i % 10);
  Box box(i, 2);
  Disc disc(i);
  const Shape* shapes[] = {&box, &disc};
  out[64 + i] = shapes[i % 2]->area();
}
int main() {
  float* out;
  CALL(cudaMallocManaged(&out, 96 * 4));
  calls<<<1, 32>>>(out);
  CALL(cudaDeviceSynchronize());
  int f[10] = {0, 1};
  for (int i = 2; i < 10; i++) f[i] = f[i - 1] + f[i - 2];
  for (int i = 0; i < 32; i++) {
    EXPECT(out[i] == (i % 2 ? 3.0f * i : i + 3.0f));
    EXPECT(out[32 + i] == f[i % 10]);
    EXPECT(out[64 + i] == (i % 2 ? 3.0f * i * i : 2.0f * i));
  }
  return passed();
}
