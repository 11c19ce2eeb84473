// 16-bit numbers: arithmetic, pairs and conversions.
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void half_work(half* a, half2* b, __nv_bfloat16* c) {
  int i = threadIdx.x;
  a[i] = __hfma(a[i], __float2half(2.0f), __float2half(1.0f));
  b[i] = __hadd2(b[i], b[i]) * __float2half2_rn(0.5f);
  if (__hgt(a[i], __float2half(30.0f))) a[i] = hsqrt(a[i] * a[i]);
  c[i] = c[i] * __nv_bfloat16(3.0f) + __nv_bfloat16(1.0f);
  atomicAdd(&b[31], __floats2half2_rn(1.0f, 2.0f));
}
int main() {
  half* a;
  half2* b;
  __nv_bfloat16* c;
  CALL(cudaMallocManaged(&a, 32 * sizeof *a));
  CALL(cudaMallocManaged(&b, 32 * sizeof *b));
  CALL(cudaMallocManaged(&c, 32 * sizeof *c));
  for (int i = 0; i < 32; i++) {
    a[i] = __float2half((float)i);
    b[i] = __floats2half2_rn((float)i, 0.25f * i);
    c[i] = __float2bfloat16((float)i);
  }
  half_work<<<1, 32>>>(a, b, c);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; i++) {
    EXPECT(__half2float(a[i]) == 2.0f * i + 1);
    EXPECT(__bfloat162float(c[i]) == 3.0f * i + 1);
    if (i < 31) EXPECT(__low2float(b[i]) == i && __high2float(b[i]) == 0.25f * i);
  }
  EXPECT(__low2float(b[31]) == 31 + 32 && __high2float(b[31]) == 7.75f + 64);
  return passed();
}
