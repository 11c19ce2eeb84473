// cuComplex in a fractal, and loops that end at different times.
#include "check.h"
#include <cuComplex.h>
__host__ __device__ int escape(cuFloatComplex c) {
  cuFloatComplex z = make_cuFloatComplex(0, 0);
  int n = 0;
  for (; n < 50 && cuCrealf(z) * cuCrealf(z) + cuCimagf(z) * cuCimagf(z) < 4; n++)
    z = cuCaddf(cuCmulf(z, z), c);
  return n;
}
__global__ void fractal(int* out, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w) out[y * w + x] = escape(make_cuFloatComplex(-2 + 3.0f * x / w, -1 + 2.0f * y / gridDim.y));
}
int main() {
  const int w = 60, h = 20;
  int* out;
  CALL(cudaMallocManaged(&out, w * h * 4));
  fractal<<<dim3(1, h), 64>>>(out, w);
  CALL(cudaDeviceSynchronize());
  int inside = 0, differ = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      inside += out[y * w + x] == 50;
      differ += std::abs(out[y * w + x] - escape(make_cuFloatComplex(-2 + 3.0f * x / w, -1 + 2.0f * y / h))) > 1;
    }
  EXPECT(inside > 100 && inside < 600);
  EXPECT(differ <= 3);  // the device fuses multiplications and additions
  return passed();
}
