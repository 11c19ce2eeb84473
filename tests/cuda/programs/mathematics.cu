// Functions of <cmath> in kernels, close to the host's.
#include "check.h"
#include <vector>
enum { kFunctions = 24 };
template <class T>
__host__ __device__ T evaluate(int f, T x) {
  switch (f) {
    case 0: return sin(x);
    case 1: return cos(x);
    case 2: return tan(x);
    case 3: return exp(x);
    case 4: return log(x);
    case 5: return sqrt(x);
    case 6: return pow(x, (T)1.7);
    case 7: return atan2(x, (T)0.5);
    case 8: return sinh(x);
    case 9: return tanh(x);
    case 10: return cbrt(x);
    case 11: return erf(x);
    case 12: return log2(x);
    case 13: return exp2(x);
    case 14: return fmod(x, (T)0.3);
    case 15: return floor(x * 10) + ceil(x) + round(x * 3) + trunc(x * 7);
    case 16: return hypot(x, (T)3);
    case 17: return log1p(x);
    case 18: return expm1(x);
    case 19: return asin(x / 5);
    case 20: return acos(x / 5);
    case 21: return fma(x, x, (T)1);
    case 22: return fmax(x, (T)1) - fmin(x, (T)2) + fabs(-x);
    default: return tgamma(x);
  }
}
template <class T>
__global__ void functions(const T* in, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n * kFunctions) out[i] = evaluate<T>(i % kFunctions, in[i / kFunctions]);
}
template <class T>
void test(double tolerance) {
  const int n = 90;
  T *in, *out;
  CALL(cudaMallocManaged(&in, n * sizeof(T)));
  CALL(cudaMallocManaged(&out, n * kFunctions * sizeof(T)));
  for (int i = 0; i < n; i++) in[i] = (T)(0.1 + 0.05 * i);
  functions<T><<<(n * kFunctions + 127) / 128, 128>>>(in, out, n);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < n * kFunctions; i++) {
    const T x = in[i / kFunctions];
    const double want = evaluate<double>(i % kFunctions, (double)x);
    const double scale = std::fmax(1.0, std::fabs(want));
    if (i % kFunctions == 14 || i % kFunctions == 15) {  // exact in the type itself
      const double exact = (double)evaluate<T>(i % kFunctions, x);
      EXPECT(std::fabs((double)out[i] - exact) <= tolerance);
      continue;
    }
    if (!(std::fabs((double)out[i] - want) <= tolerance * scale))
      std::printf("function %d at %g: %.9g, not %.9g\n", i % kFunctions, (double)x, (double)out[i], want);
    EXPECT(std::fabs((double)out[i] - want) <= tolerance * scale);
  }
}
int main() {
  test<float>(2e-6);
  test<double>(1e-14);
  return passed();
}
