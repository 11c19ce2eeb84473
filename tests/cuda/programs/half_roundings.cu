// Conversions to numbers of 16 bits in all directions: the results are those next to the value, on the
// side that was asked for.
// options: -arch=sm_80
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include "check.h"
struct Rounded {
  float nearest, zero, down, up;
};
constexpr int kKinds = 8;
__global__ void round_all(const float* values, int n, Rounded* out) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const float v = values[i];
  const int whole = __float2int_rz(v);
  const long long large = (long long)whole * 1000003;
  Rounded* r = out + i * kKinds;
  r[0] = {__float2half_rn(v), __float2half_rz(v), __float2half_rd(v), __float2half_ru(v)};
  r[1] = {__float2bfloat16_rn(v), __float2bfloat16_rz(v), __float2bfloat16_rd(v),
          __float2bfloat16_ru(v)};
  r[2] = {__int2half_rn(whole), __int2half_rz(whole), __int2half_rd(whole), __int2half_ru(whole)};
  r[3] = {__int2bfloat16_rn(whole), __int2bfloat16_rz(whole), __int2bfloat16_rd(whole),
          __int2bfloat16_ru(whole)};
  r[4] = {__ll2bfloat16_rn(large), __ll2bfloat16_rz(large), __ll2bfloat16_rd(large),
          __ll2bfloat16_ru(large)};
  const unsigned short low = (unsigned short)whole;
  r[5] = {__ushort2half_rn(low), __ushort2half_rz(low), __ushort2half_rd(low),
          __ushort2half_ru(low)};
  r[6] = {(float)__half2char_rz(__float2half_rn(v)), (float)__half2uchar_rz(__float2half_rn(v)),
          (float)__bfloat162char_rz(__float2bfloat16_rn(v)),
          (float)__bfloat162uchar_rz(__float2bfloat16_rn(v))};
  r[7] = {htanh(__float2half_rn(v)), htanh(__float2bfloat16_rn(v)), 0, 0};
}
/// The numbers of `bits` significant bits on both sides of a value, the least exponent being `least`.
void neighbours(double v, int bits, int least, double most, double& below, double& above) {
  int exponent;
  std::frexp(v, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent - bits, least));
  below = std::floor(v / unit) * unit;
  above = std::ceil(v / unit) * unit;
  const double infinite = std::numeric_limits<double>::infinity();
  if (above > most) above = infinite;
  if (below > most) below = most;
  if (below < -most) below = -infinite;
  if (above < -most) above = -most;
}
void expect(const Rounded& r, double v, bool bfloat) {
  double below, above;
  if (bfloat)
    neighbours(v, 8, -133, 3.3895313892515355e38, below, above);
  else
    neighbours(v, 11, -24, 65504, below, above);
  EXPECT(r.down == below && r.up == above && r.zero == (v < 0 ? above : below));
  EXPECT(r.nearest == below || r.nearest == above);
  if (!std::isinf(below) && !std::isinf(above))
    EXPECT(std::fabs(r.nearest - v) <= std::fmin(v - below, above - v));
}
float limited(float v, float least, float most) {
  return std::trunc(std::fmin(std::fmax(v, least), most));
}
int main() {
  const float values[] = {0,       1,        -1,        0.1f,    -0.1f,  3.14159f, 2049,   -2051,
                          65504,   65519,    65521,     -70000,  1e-8f,  -1e-8f,   6e-5f,  -3e-7f,
                          123456,  -98765,   1234567,   255.75f, -0.99f, 127.9f,   -200.f, 16777216};
  constexpr int n = sizeof(values) / sizeof(*values);
  float* in;
  Rounded* out;
  CALL(cudaMallocManaged(&in, sizeof(values)));
  CALL(cudaMallocManaged(&out, n * kKinds * sizeof(Rounded)));
  for (int i = 0; i < n; i++) in[i] = values[i];
  round_all<<<1, 32>>>(in, n, out);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < n; i++) {
    const float v = values[i];
    const int whole = (int)v;
    const Rounded* r = out + i * kKinds;
    expect(r[0], v, false);
    expect(r[1], v, true);
    expect(r[2], whole, false);
    expect(r[3], whole, true);
    expect(r[4], (double)whole * 1000003, true);
    expect(r[5], (unsigned short)whole, false);
    EXPECT(r[6].nearest == limited(r[0].nearest, -128, 127));
    EXPECT(r[6].zero == limited(r[0].nearest, 0, 255));
    EXPECT(r[6].down == limited(r[1].nearest, -128, 127));
    EXPECT(r[6].up == limited(r[1].nearest, 0, 255));
    EXPECT(std::fabs(r[7].nearest - std::tanh(v)) <= 1e-3);
    EXPECT(std::fabs(r[7].zero - std::tanh(v)) <= 8e-3);
  }
  return passed();
}
