// Vectors of numbers: layout, loads, and functions over them.
#include "check.h"
__device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__global__ void use(const float4* v, float* out, int3* small, uchar4* bytes, double2* d) {
  int i = threadIdx.x;
  out[i] = dot(v[i], make_float4(1, 2, 3, 4)) + __ldg(&v[i]).w;
  small[i] = make_int3(i, 2 * i, 3 * i);
  bytes[i] = make_uchar4(i, i + 1, i + 2, i + 3);
  d[i].x = i * 0.5;
  d[i].y = -d[i].x;
}
int main() {
  static_assert(sizeof(float4) == 16 && alignof(float4) == 16 && sizeof(int3) == 12, "layout");
  static_assert(sizeof(uchar4) == 4 && alignof(double2) == 16 && alignof(short2) == 4, "layout");
  float4* v;
  float* out;
  int3* s;
  uchar4* b;
  double2* d;
  CALL(cudaMallocManaged(&v, 32 * sizeof *v));
  CALL(cudaMallocManaged(&out, 32 * sizeof *out));
  CALL(cudaMallocManaged(&s, 32 * sizeof *s));
  CALL(cudaMallocManaged(&b, 32 * sizeof *b));
  CALL(cudaMallocManaged(&d, 32 * sizeof *d));
  for (int i = 0; i < 32; i++) v[i] = make_float4(i, 1, 0, 2);
  use<<<1, 32>>>(v, out, s, b, d);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; i++) {
    EXPECT(out[i] == i + 12.0f && s[i].z == 3 * i && b[i].w == i + 3 && d[i].y == -0.5 * i);
  }
  dim3 three(4);
  EXPECT(three.x == 4 && three.y == 1 && three.z == 1);
  return passed();
}
