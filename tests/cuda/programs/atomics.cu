// Every atomic function, on every type that it takes.
#include "check.h"
struct Results {
  int add, sub, exch, mn, mx, band, bor, bxor, cas;
  unsigned inc, dec, umin, umax;
  unsigned long long ladd, lmin, lmax, lcas, lor, lexch;
  float fadd, fexch;
  double dadd;
};
__global__ void all(Results* r) {
  int i = threadIdx.x;
  atomicAdd(&r->add, i);
  atomicSub(&r->sub, 1);
  atomicExch(&r->exch, 7);
  atomicMin(&r->mn, -i);
  atomicMax(&r->mx, i);
  atomicAnd(&r->band, ~(1 << i));
  atomicOr(&r->bor, 1 << i);
  atomicXor(&r->bxor, 1 << (i % 5));
  int old = r->cas, seen;
  do {
    seen = old;
    old = atomicCAS(&r->cas, seen, seen + 2);
  } while (old != seen);
  atomicInc(&r->inc, 9);
  atomicDec(&r->dec, 100);
  atomicMin(&r->umin, (unsigned)i + 5);
  atomicMax(&r->umax, (unsigned)i + 5);
  atomicAdd(&r->ladd, 1ull << 33);
  atomicMin(&r->lmin, (unsigned long long)i);
  atomicMax(&r->lmax, (unsigned long long)i << 40);
  atomicCAS(&r->lcas, 0ull, 5ull);
  atomicOr(&r->lor, 1ull << (2 * i));
  atomicExch(&r->lexch, 11ull);
  atomicAdd(&r->fadd, 0.5f);
  atomicExch(&r->fexch, 2.5f);
  atomicAdd(&r->dadd, 0.25);
}
int main() {
  Results* r;
  CALL(cudaMallocManaged(&r, sizeof *r));
  *r = Results{};
  r->band = -1;
  r->umin = ~0u;
  r->lmin = ~0ull;
  all<<<1, 32>>>(r);
  CALL(cudaDeviceSynchronize());
  EXPECT(r->add == 496 && r->sub == -32 && r->exch == 7 && r->mn == -31 && r->mx == 31);
  EXPECT(r->band == 0 && r->bor == -1 && r->cas == 64);
  EXPECT(r->bxor == 0b00011);  // bits 0 and 1 were turned 7 times, the others 6 times
  EXPECT(r->inc == 2 && r->dec == 69 && r->umin == 5 && r->umax == 36);
  EXPECT(r->ladd == 32ull << 33 && r->lmin == 0 && r->lmax == 31ull << 40 && r->lcas == 5);
  EXPECT(r->lor == 0x5555555555555555ull && r->lexch == 11);
  EXPECT(r->fadd == 16.0f && r->fexch == 2.5f && r->dadd == 8.0);
  return passed();
}
