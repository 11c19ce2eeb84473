// Forces between bodies: tiles in shared memory, float3 and float4, and energy that stays.
#include "check.h"
#include <vector>
__global__ void forces(const float4* at, float3* force, int n) {
  __shared__ float4 tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = at[i];
  float3 sum = make_float3(0, 0, 0);
  for (int t = 0; t < n; t += 64) {
    tile[threadIdx.x] = at[t + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 64; k++) {
      float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      float f = tile[k].w * r * r * r;
      sum.x += dx * f;
      sum.y += dy * f;
      sum.z += dz * f;
    }
    __syncthreads();
  }
  force[i] = sum;
}
int main() {
  const int n = 128;
  std::vector<float4> at(n);
  for (int i = 0; i < n; i++) at[i] = make_float4(i % 5, i % 7, i % 11, 1 + i % 3);
  float4* a;
  float3 *f, *h;
  CALL(cudaMalloc(&a, n * sizeof *a));
  CALL(cudaMalloc(&f, n * sizeof *f));
  CALL(cudaMallocHost(&h, n * sizeof *h));
  CALL(cudaMemcpy(a, at.data(), n * sizeof *a, cudaMemcpyHostToDevice));
  forces<<<n / 64, 64>>>(a, f, n);
  CALL(cudaMemcpy(h, f, n * sizeof *h, cudaMemcpyDeviceToHost));
  double total = 0;
  for (int i = 0; i < n; i++) {
    double want = 0;
    for (int k = 0; k < n; k++) {
      double dx = at[k].x - at[i].x, dy = at[k].y - at[i].y, dz = at[k].z - at[i].z;
      double r = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01);
      want += dx * at[k].w * r * r * r;
    }
    EXPECT(std::fabs(h[i].x - want) < 1e-2 * std::fmax(1.0, std::fabs(want)));
    total += h[i].x * at[i].w;
  }
  EXPECT(std::fabs(total) < 0.05);
  return passed();
}
