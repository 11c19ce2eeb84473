// The names of C and of CUDA also take floats, on both sides where CUDA has them on both, and
// structures take the place of packed words.
#include "check.h"
constexpr int kValues = 16;
__host__ __device__ void both_sides(float x, float* out) {
  sincos(x, out, out + 1);
  sincospi(x, out + 2, out + 3);
  sincospif(x, out + 4, out + 5);
  out[6] = exp10(x);
  out[7] = (float)umin(3u, umax(1u, 2u)) + (float)llmin(-5ll, 3ll) + (float)llmax(-5ll, 3ll);
  out[8] = (float)ullmax(7ull, ullmin(1ull, 2ull));
}
__global__ void floats(float x, float* out) {
  both_sides(x, out);
  int quotient;
  out[9] = remquo(5 * x, 0.3f, &quotient);
  out[10] = (float)(quotient & 7);
  out[11] = std::remquo(-5 * x, 0.3f, &quotient);
  out[12] = erfinv(x);
  out[13] = erfcinv(x);
  out[14] = normcdfinv(x);
  out[15] = erfcx(x);
}
__global__ void words(int* out) {
  const short2 a = make_short2(-300, 7);
  const char4 b = make_char4(-1, 2, 3, -128);
  out[0] = __dp2a_lo(a, b, 5);
  out[1] = __dp2a_hi(a, b, 5);
  const ushort2 c = make_ushort2(65535, 2);
  const uchar4 d = make_uchar4(255, 1, 2, 3);
  out[2] = (int)__dp2a_lo(c, d, 1u);
  out[3] = (int)__dp2a_hi(c, d, 1u);
  __shared__ int shared;
  shared = 9;
  int* again = (int*)__cvta_shared_to_generic(__cvta_generic_to_shared(&shared));
  int* place = (int*)__cvta_global_to_generic(__cvta_generic_to_global(out + 4));
  __nanosleep(20);
  *place = *again;
}
bool near(double a, double b) { return std::fabs(a - b) <= 2e-6 * std::fabs(b) + 2e-7; }
int main() {
  float *out, here[kValues];
  CALL(cudaMallocManaged(&out, kValues * sizeof(float)));
  for (float x : {0.125f, 0.5f, 0.75f}) {
    floats<<<1, 1>>>(x, out);
    CALL(cudaDeviceSynchronize());
    both_sides(x, here);
    for (int i = 0; i < 9; i++) EXPECT(near(out[i], here[i]));
    EXPECT(near(here[0], std::sin(x)) && near(here[1], std::cos(x)));
    EXPECT(near(here[2], std::sin(x * M_PI)) && near(here[5], std::cos(x * M_PI)));
    EXPECT(here[7] == 0 && here[8] == 7);
    int quotient;
    EXPECT(near(out[9], std::remquo(5 * x, 0.3f, &quotient)) && out[10] == (float)(quotient & 7));
    EXPECT(near(out[11], -out[9]));
    EXPECT(near(std::erf(out[12]), x) && near(std::erfc(out[13]), x));
    EXPECT(near(0.5 * std::erfc(-out[14] * M_SQRT1_2), x));
    EXPECT(near(out[15], std::exp(x * x) * std::erfc(x)));
  }
  int* sums;
  CALL(cudaMallocManaged(&sums, 5 * sizeof(int)));
  words<<<1, 1>>>(sums);
  CALL(cudaDeviceSynchronize());
  EXPECT(sums[0] == 5 + 300 + 14 && sums[1] == 5 - 900 - 896);
  EXPECT(sums[2] == 1 + 65535 * 255 + 2 && sums[3] == 1 + 65535 * 2 + 6 && sums[4] == 9);
  return passed();
}
