// The special function unit's approximations, and conversions with a rounding mode.
#include "check.h"
__global__ void fast(float* out, int* whole) {
  int i = threadIdx.x;
  float x = 0.1f + 0.03f * i;
  out[4 * i] = __expf(x);
  out[4 * i + 1] = __logf(x);
  out[4 * i + 2] = __sinf(x) * __sinf(x) + __cosf(x) * __cosf(x);
  out[4 * i + 3] = __fdividef(1.0f, x) * x + rsqrtf(x) * sqrtf(x) + __powf(x, 2.0f) / (x * x);
  if (i == 0) {
    whole[0] = __float2int_rn(2.5f);
    whole[1] = __float2int_rd(-2.5f);
    whole[2] = __float2int_ru(2.1f);
    whole[3] = __float2int_rz(-2.9f);
    whole[4] = __double2int_rn(3.5);
    whole[5] = __fadd_rd(1.0f, 1e-10f) == 1.0f && __fadd_ru(1.0f, 1e-10f) > 1.0f;
    whole[6] = (int)__float_as_uint(1.0f);
    whole[7] = __mulhi(1 << 20, 1 << 20);
    whole[8] = (int)__umulhi(0x80000000u, 8u);
    whole[9] = (int)__byte_perm(0x11223344, 0x55667788, 0x5140);
  }
}
int main() {
  float* out;
  int* whole;
  CALL(cudaMallocManaged(&out, 128 * 4));
  CALL(cudaMallocManaged(&whole, 64));
  fast<<<1, 32>>>(out, whole);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; i++) {
    float x = 0.1f + 0.03f * i;
    EXPECT(fabsf(out[4 * i] - std::exp(x)) < 1e-5f);
    EXPECT(fabsf(out[4 * i + 1] - std::log(x)) < 1e-5f);
    EXPECT(fabsf(out[4 * i + 2] - 1.0f) < 1e-5f);
    EXPECT(fabsf(out[4 * i + 3] - 3.0f) < 1e-4f);
  }
  const int want[] = {2, -3, 3, -2, 4, 1, 0x3f800000, 256, 4, 0x77223388 & 0};
  for (int i = 0; i < 9; i++) EXPECT(whole[i] == want[i]);
  EXPECT(whole[9] == (int)(((0x55667788u >> 8 & 0xff) << 24) | ((0x11223344u >> 8 & 0xff) << 16) |
                           ((0x55667788u & 0xff) << 8) | (0x11223344u & 0xff)));
  return passed();
}
