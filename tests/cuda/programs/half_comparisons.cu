// options: -arch=sm_80
// Numbers of 16 bits: comparisons that are true for NaN, masks, saturation, conversions to integers, pairs.
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>
struct Results {
  int unordered[6], masks[2], integers[6], saturated[3];
  float most, step, complex_part;
};
template <class H, class H2>
__device__ void compare(Results& r, H a, H b, H2 pair, H2 other) {
  r.unordered[0] = __hequ(a, b);
  r.unordered[1] = __hneu(a, b);
  r.unordered[2] = __hltu(a, b);
  r.unordered[3] = __hleu(a, b);
  r.unordered[4] = __hgtu(a, b);
  r.unordered[5] = __hgeu(a, b);
  r.masks[0] = (int)__hlt2_mask(pair, other);
  r.masks[1] = (int)__hgeu2_mask(pair, other);
  r.saturated[0] = (int)(100 * (float)__hsub_sat(a, b));
  r.saturated[1] = (int)(100 * (float)__hfma_sat(a, b, b));
  r.saturated[2] = pair == other;
  r.most = (float)__hmax_nan(a, b);
  a++;
  r.step = (float)a;
  r.complex_part = (float)__hcmadd(pair, other, pair).y;
}
__global__ void halves(const float* in, Results* out) {
  const int i = threadIdx.x;
  const float x = in[2 * i], y = in[2 * i + 1];
  compare(out[i], __float2half(x), __float2half(y), __floats2half2_rn(x, 1.0f), __floats2half2_rn(y, 2.0f));
  const __half h = __float2half(y);
  int* n = out[i].integers;
  n[0] = __half2short_rn(h);
  n[1] = __half2ushort_rz(__habs(h));
  n[2] = (int)__half2ll_rd(h);
  n[3] = (int)__half2uint_ru(__habs(h));
  n[4] = (int)(float)__ll2half_rn(n[2]);
  n[5] = __half_as_short(__float2half_rz(y * 1.0001f));
  compare(out[64 + i], __float2bfloat16(x), __float2bfloat16(y), __floats2bfloat162_rn(x, 1.0f),
          __floats2bfloat162_rn(y, 2.0f));
}
int main() {
  const float values[] = {0.0f, 1.0f, -1.0f, 0.25f, 2.5f, -3.5f, NAN, 100.0f};
  float* in;
  Results* out;
  CALL(cudaMallocManaged(&in, 128 * sizeof *in));
  CALL(cudaMallocManaged(&out, 128 * sizeof *out));
  for (int i = 0; i < 64; i++) in[2 * i] = values[i / 8], in[2 * i + 1] = values[i % 8];
  halves<<<1, 64>>>(in, out);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 128; i++) {
    const float x = in[2 * (i % 64)], y = in[2 * (i % 64) + 1];
    const Results& r = out[i];
    EXPECT(r.unordered[0] == !(x < y || x > y) && r.unordered[1] == !(x == y));
    EXPECT(r.unordered[2] == !(x >= y) && r.unordered[3] == !(x > y));
    EXPECT(r.unordered[4] == !(x <= y) && r.unordered[5] == !(x < y));
    EXPECT((unsigned)r.masks[0] == ((x < y ? 0xffffu : 0u) | 0xffff0000u));
    EXPECT((unsigned)r.masks[1] == (!(x < y) ? 0xffffu : 0u));
    EXPECT(r.saturated[2] == 0);
    if (std::isnan(x) || std::isnan(y)) {
      EXPECT(std::isnan(r.most));
      continue;
    }
    EXPECT(r.most == std::fmax(x, y) && r.step == x + 1);
    EXPECT(std::fabs(r.saturated[0] - 100 * std::fmin(1.0f, std::fmax(0.0f, x - y))) <= 1);
    EXPECT(std::fabs(r.saturated[1] - 100 * std::fmin(1.0f, std::fmax(0.0f, x * y + y))) <= 1);
    EXPECT(std::fabs(r.complex_part - (x * 2 + y + 1)) <= std::fabs(r.complex_part) / 64);
    if (i >= 64) continue;
    EXPECT(r.integers[0] == (int)std::rint(y) && r.integers[1] == (int)std::fabs(y));
    EXPECT(r.integers[2] == (int)std::floor(y) && r.integers[3] == (int)std::ceil(std::fabs(y)));
    EXPECT(r.integers[4] == r.integers[2]);
  }
  return passed();
}
