// Functions of packed halves and bytes, sums of products, hints for caches, and min and max of all
// pairs of types.
#include "check.h"
#include <cstdint>
#include <type_traits>
#include <vector>
constexpr int kResults = 27, kWords = 64;
template <class T, class F>
__host__ __device__ unsigned total(unsigned x, unsigned y, F f) {
  unsigned out = 0;
  for (unsigned at = 0; at < 32; at += 8 * sizeof(T)) out += (unsigned)f((T)(x >> at), (T)(y >> at));
  return out;
}
__global__ void packed(const unsigned* a, const unsigned* b, unsigned* out) {
  const unsigned x = __ldcg(&a[threadIdx.x]), y = __ldcs(&b[threadIdx.x]);
  unsigned* r = out + threadIdx.x * kResults;
  int n = 0;
  r[n++] = __vadd4(x, y);
  r[n++] = __vsub2(x, y);
  r[n++] = __vaddss4(x, y);
  r[n++] = __vaddus2(x, y);
  r[n++] = __vsubus4(x, y);
  r[n++] = __vavgu4(x, y);
  r[n++] = __vhaddu4(x, y);
  r[n++] = __vmaxs4(x, y);
  r[n++] = __vminu2(x, y);
  r[n++] = __vabsdiffu4(x, y);
  r[n++] = __vabsdiffs4(x, y);
  r[n++] = __vabsdiffs2(x, y);
  r[n++] = __vsadu4(x, y);
  r[n++] = __vsads4(x, y);
  r[n++] = __vsads2(x, y);
  r[n++] = __vcmpgts4(x, y);
  r[n++] = __vcmpeq2(x, y);
  r[n++] = __vsetltu4(x, y);
  r[n++] = __vneg2(x);
  r[n++] = (unsigned)__dp4a((int)x, (int)y, 7);
  r[n++] = __dp4a(x, y, 7u);
  r[n++] = (unsigned)max((long long)x, 5ll) + (unsigned)min(x, (int)y);
  r[n++] = __vimax3_s32((int)x, (int)y, 3) == max(max((int)x, (int)y), 3);
  const uchar4 bytes = __ldlu((const uchar4*)&a[threadIdx.x]);
  r[n++] = bytes.x + 256u * bytes.w;
  __stcs(&r[n++], x);
  __stwt((uchar4*)&r[n++], bytes);
  __stcg((unsigned short*)&r[n], (unsigned short)y);
}
template <class T, class F>
unsigned each(unsigned x, unsigned y, F f) {
  unsigned out = 0;
  for (unsigned at = 0; at < 32; at += 8 * sizeof(T))
    out |= (unsigned)(std::make_unsigned_t<T>)f((T)(x >> at), (T)(y >> at)) << at;
  return out;
}
static void expected(unsigned x, unsigned y, std::vector<unsigned>& r) {
  typedef int8_t sb;
  typedef uint8_t ub;
  typedef int16_t sh;
  typedef uint16_t uh;
  auto limit = [](int v, int low, int high) { return v < low ? low : v > high ? high : v; };
  auto distance = [](int a, int b) { return a > b ? a - b : b - a; };
  r = {each<ub>(x, y, [](int a, int b) { return a + b; }),
       each<uh>(x, y, [](int a, int b) { return a - b; }),
       each<sb>(x, y, [&](int a, int b) { return limit(a + b, -128, 127); }),
       each<uh>(x, y, [&](int a, int b) { return limit(a + b, 0, 65535); }),
       each<ub>(x, y, [&](int a, int b) { return limit(a - b, 0, 255); }),
       each<ub>(x, y, [](int a, int b) { return (a + b + 1) / 2; }),
       each<ub>(x, y, [](int a, int b) { return (a + b) / 2; }),
       each<sb>(x, y, [](int a, int b) { return a > b ? a : b; }),
       each<uh>(x, y, [](int a, int b) { return a < b ? a : b; }),
       each<ub>(x, y, distance),
       each<sb>(x, y, distance),
       each<sh>(x, y, distance),
       total<ub>(x, y, distance),
       total<sb>(x, y, distance),
       total<sh>(x, y, distance),
       each<sb>(x, y, [](int a, int b) { return a > b ? -1 : 0; }),
       each<uh>(x, y, [](int a, int b) { return a == b ? -1 : 0; }),
       each<ub>(x, y, [](int a, int b) { return a < b; }),
       each<sh>(x, x, [](int a, int) { return -a; }),
       7 + total<sb>(x, y, [](int a, int b) { return a * b; }),
       7 + total<ub>(x, y, [](int a, int b) { return a * b; }),
       (x > 5 ? x : 5) + (x < y ? x : y),
       1u,
       (x & 255) + 256 * (x >> 24),
       x,
       x};
}
int main() {
  std::vector<unsigned> a(kWords), b(kWords), out(kWords * kResults), want;
  unsigned state = 1;
  for (int i = 0; i < kWords; i++) {
    a[i] = state = state * 1664525 + 1013904223;
    b[i] = i % 5 ? state * 22695477 + 1 : a[i];
  }
  a[1] = 0x80807f7f;
  unsigned *x, *y, *z;
  CALL(cudaMalloc(&x, kWords * 4));
  CALL(cudaMalloc(&y, kWords * 4));
  CALL(cudaMalloc(&z, out.size() * 4));
  CALL(cudaMemcpy(x, a.data(), kWords * 4, cudaMemcpyHostToDevice));
  CALL(cudaMemcpy(y, b.data(), kWords * 4, cudaMemcpyHostToDevice));
  packed<<<1, kWords>>>(x, y, z);
  CALL(cudaMemcpy(out.data(), z, out.size() * 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kWords; i++) {
    expected(a[i], b[i], want);
    for (size_t n = 0; n < want.size(); n++)
      if (out[i * kResults + n] != want[n]) {
        std::printf("word %d, result %zu: %08x instead of %08x\n", i, n, out[i * kResults + n], want[n]);
        failures()++;
      }
    EXPECT((out[i * kResults + kResults - 1] & 0xffff) == (b[i] & 0xffff));
  }
  return passed();
}
