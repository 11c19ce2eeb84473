// curand's device functions: moments of the distributions, and the published numbers of Philox.
#include "check.h"
#include <curand_kernel.h>
__global__ void estimate(double* out) {
  int i = threadIdx.x;
  curandState s;
  curand_init(42, i, 0, &s);
  double uniform = 0, normal = 0, square = 0;
  for (int k = 0; k < 200; k++) {
    uniform += curand_uniform(&s);
    float x = curand_normal(&s);
    normal += x;
    square += x * x;
  }
  atomicAdd(&out[0], uniform / 200 / 64);
  atomicAdd(&out[1], normal / 200 / 64);
  atomicAdd(&out[2], square / 200 / 64);
}
__global__ void philox(unsigned* out) {
  curandStatePhilox4_32_10_t s;
  curand_init(0, 0, 0, &s);
  uint4 v = curand4(&s);
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
  out[3] = v.w;
}
int main() {
  double* out;
  unsigned* bits;
  CALL(cudaMallocManaged(&out, 24));
  CALL(cudaMallocManaged(&bits, 16));
  out[0] = out[1] = out[2] = 0;
  estimate<<<1, 64>>>(out);
  philox<<<1, 1>>>(bits);
  CALL(cudaDeviceSynchronize());
  EXPECT(fabs(out[0] - 0.5) < 0.02 && fabs(out[1]) < 0.05 && fabs(out[2] - 1) < 0.05);
  EXPECT(bits[0] == 0x6627e8d5 && bits[1] == 0xe169c58d && bits[2] == 0xbc57ac4c && bits[3] == 0x9b00dbd8);
  return passed();
}
