// Measures the errors of device mathematics in units in the last place, against the host's functions in
// higher precision (long double), and prints the table of docs/cuda.md. Arguments are spread evenly over the
// range of interest of each function, and over binades near its ends.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define FUNCTIONS(F1, F2)                                                                        \
  F1(sin, -100, 100) F1(cos, -100, 100) F1(tan, -100, 100) F1(asin, -1, 1) F1(acos, -1, 1)       \
  F1(atan, -50, 50) F1(sinh, -10, 10) F1(cosh, -10, 10) F1(tanh, -10, 10) F1(asinh, -100, 100)   \
  F1(acosh, 1, 100) F1(atanh, -1, 1) F1(exp, -80, 80) F1(exp2, -120, 120) F1(exp10, -35, 35)     \
  F1(expm1, -20, 20) F1(log, 1e-6, 1e6) F1(log2, 1e-6, 1e6) F1(log10, 1e-6, 1e6)                 \
  F1(log1p, -0.999, 100) F1(sqrt, 0, 1e6) F1(rsqrt, 1e-6, 1e6) F1(cbrt, -1e6, 1e6)               \
  F1(rcbrt, 1e-6, 1e6) F1(erf, -4, 4) F1(erfc, -4, 9) F1(erfinv, -0.9999, 0.9999)                \
  F1(erfcinv, 1e-6, 1.999) F1(normcdf, -5, 5) F1(normcdfinv, 1e-5, 0.9999) F1(tgamma, 0.1, 30)   \
  F1(lgamma, 3, 100) F1(sinpi, -20, 20) F1(cospi, -20, 20)                                       \
  F2(pow, 0.01, 50, -15, 15) F2(atan2, -10, 10, -10, 10) F2(hypot, -1e3, 1e3, -1e3, 1e3)         \
  F2(fmod, -1e3, 1e3, 0.1, 50) F2(fdim, -10, 10, -10, 10) F2(remainder, -1e3, 1e3, 0.1, 50)

typedef long double Wide;
static const Wide kPi = 3.141592653589793238462643383279502884L;

// What the host's library has under another name, or not at all.
static Wide wide_exp10(Wide x) { return powl(10, x); }
static Wide wide_rsqrt(Wide x) { return 1 / sqrtl(x); }
static Wide wide_rcbrt(Wide x) { return 1 / cbrtl(x); }
static Wide wide_sinpi(Wide x) { return x == rintl(x) ? 0 : sinl(kPi * (x - 2 * rintl(x / 2))); }
static Wide wide_cospi(Wide x) { return fabsl(x - truncl(x)) == 0.5L ? 0 : cosl(kPi * (x - 2 * rintl(x / 2))); }
static Wide wide_normcdf(Wide x) { return erfcl(-x / sqrtl(2)) / 2; }
static Wide wide_erfinv(Wide y) {
  Wide low = -10, high = 10;
  for (int i = 0; i < 200; i++) {
    Wide x = (low + high) / 2;
    const bool less = y < 0 ? erfcl(-x) < 1 + y : erfcl(x) > 1 - y;
    (less ? low : high) = x;
  }
  return low;
}
static Wide wide_erfcinv(Wide y) {
  Wide low = -10, high = 10;
  for (int i = 0; i < 200; i++) {
    Wide x = (low + high) / 2;
    (erfcl(x) > y ? low : high) = x;
  }
  return low;
}
static Wide wide_normcdfinv(Wide y) { return -sqrtl(2) * wide_erfcinv(2 * y); }
#define SAME1(name) static Wide wide_##name(Wide x) { return name##l(x); }
#define SAME2(name) static Wide wide_##name(Wide x, Wide y) { return name##l(x, y); }
SAME1(sin) SAME1(cos) SAME1(tan) SAME1(asin) SAME1(acos) SAME1(atan) SAME1(sinh) SAME1(cosh)
SAME1(tanh) SAME1(asinh) SAME1(acosh) SAME1(atanh) SAME1(exp) SAME1(exp2) SAME1(expm1) SAME1(log)
SAME1(log2) SAME1(log10) SAME1(log1p) SAME1(sqrt) SAME1(cbrt) SAME1(erf) SAME1(erfc) SAME1(tgamma)
SAME1(lgamma) SAME2(pow) SAME2(atan2) SAME2(hypot) SAME2(fmod) SAME2(fdim) SAME2(remainder)

#define KERNEL1(name, low, high)                                          \
  template <class T> __global__ void k_##name(const T* x, const T*, T* out, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                        \
    if (i < n) out[i] = name(x[i]);                                       \
  }
#define KERNEL2(name, low, high, low2, high2)                             \
  template <class T> __global__ void k_##name(const T* x, const T* y, T* out, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                        \
    if (i < n) out[i] = name(x[i], y[i]);                                 \
  }
FUNCTIONS(KERNEL1, KERNEL2)

/// In units of the last place of `want`, rounded to T.
template <class T>
static double error_of(T got, Wide want) {
  const T rounded = (T)want;
  if (got == rounded || (std::isnan(got) && std::isnan(want))) return got == rounded ? (double)(fabsl((Wide)got - want) / ((Wide)std::nextafter(std::fabs(rounded), (T)INFINITY) - std::fabs(rounded))) : 0;
  if (!std::isfinite(got) || !std::isfinite(rounded)) return INFINITY;
  const Wide unit = (Wide)std::nextafter(std::fabs(rounded), (T)INFINITY) - std::fabs(rounded);
  return (double)(fabsl((Wide)got - want) / unit);
}

static const int kPoints = 1 << 13;

template <class T>
static void arguments(std::vector<T>& x, double low, double high) {
  x.resize(kPoints);
  for (int i = 0; i < kPoints; i++) {
    const double at = (i + 0.5) / kPoints;
    // A third of the points close to the lower end of the range, by powers of two.
    x[i] = i % 3 ? (T)(low + (high - low) * at) : (T)(low + (high - low) * std::exp2(-30 * at));
  }
}

template <class T, class K, class W>
static double measure(K kernel, W wide, double low, double high, double low2, double high2) {
  std::vector<T> x, y, got(kPoints);
  arguments(x, low, high);
  arguments(y, high2, low2);
  for (int i = 0; i < kPoints; i++) std::swap(y[i], y[(i * 31) % kPoints]);
  T *dx, *dy, *out;
  cudaMalloc(&dx, kPoints * sizeof(T));
  cudaMalloc(&dy, kPoints * sizeof(T));
  cudaMalloc(&out, kPoints * sizeof(T));
  cudaMemcpy(dx, x.data(), kPoints * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), kPoints * sizeof(T), cudaMemcpyHostToDevice);
  kernel<<<kPoints / 128, 128>>>(dx, dy, out, kPoints);
  if (cudaMemcpy(got.data(), out, kPoints * sizeof(T), cudaMemcpyDeviceToHost) != cudaSuccess) return -1;
  double worst = 0;
  for (int i = 0; i < kPoints; i++) worst = std::fmax(worst, error_of<T>(got[i], wide(x[i], y[i])));
  cudaFree(dx);
  cudaFree(dy);
  cudaFree(out);
  return worst;
}

int main() {
  std::printf("| function | from | to | float | double |\n| --- | --- | --- | --- | --- |\n");
#define ROW1(name, low, high)                                                                       \
  {                                                                                                 \
    auto wide = [](Wide x, Wide) { return wide_##name(x); };                                        \
    std::printf("| `%s` | %g | %g | %.1f | %.1f |\n", #name, (double)low, (double)high,             \
                measure<float>(k_##name<float>, wide, low, high, 0, 1),                             \
                measure<double>(k_##name<double>, wide, low, high, 0, 1));                          \
  }
#define ROW2(name, low, high, low2, high2)                                                          \
  {                                                                                                 \
    auto wide = [](Wide x, Wide y) { return wide_##name(x, y); };                                   \
    std::printf("| `%s` | %g, %g | %g, %g | %.1f | %.1f |\n", #name, (double)low, (double)low2,     \
                (double)high, (double)high2, measure<float>(k_##name<float>, wide, low, high, low2, high2), \
                measure<double>(k_##name<double>, wide, low, high, low2, high2));                   \
  }
  FUNCTIONS(ROW1, ROW2)
  return 0;
}
