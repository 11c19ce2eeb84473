// Votes, shuffles, matches and reductions within a warp, also under divergence.
#include "check.h"
__global__ void warps(int* out) {
  int i = threadIdx.x;
  out[i] = __shfl_sync(0xffffffff, i, (i + 5) % 32);
  out[32 + i] = __shfl_up_sync(0xffffffff, i, 3);
  out[64 + i] = __shfl_down_sync(0xffffffff, i, 3);
  out[96 + i] = __shfl_xor_sync(0xffffffff, i, 9);
  out[128 + i] = __shfl_sync(0xffffffff, i, 1, 8);
  out[160 + i] = (int)__ballot_sync(0xffffffff, i % 3 == 0);
  out[192 + i] = __all_sync(0xffffffff, i < 32) + 2 * __any_sync(0xffffffff, i == 40);
  out[224 + i] = (int)__match_any_sync(0xffffffff, i / 4);
  if (i < 12) {
    out[256 + i] = (int)__activemask();
    out[288 + i] = __shfl_xor_sync(0xfff, i, 1);
    __syncwarp(0xfff);
  }
  out[320 + i] = __popc(i) + __clz(i + 1) + __ffs(i) + (int)__brev(i);
  double d = __shfl_down_sync(0xffffffff, i * 0.5, 1);
  out[352 + i] = (int)(2 * d);
}
int main() {
  int* o;
  CALL(cudaMallocManaged(&o, 384 * 4));
  warps<<<1, 32>>>(o);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; i++) {
    EXPECT(o[i] == (i + 5) % 32);
    EXPECT(o[32 + i] == (i < 3 ? i : i - 3));
    EXPECT(o[64 + i] == (i > 28 ? i : i + 3));
    EXPECT(o[96 + i] == (i ^ 9));
    EXPECT(o[128 + i] == i / 8 * 8 + 1);
    EXPECT(o[160 + i] == (int)0x49249249u);
    EXPECT(o[192 + i] == 1);
    EXPECT(o[224 + i] == (int)(0xfu << (i / 4 * 4)));
    if (i < 12) EXPECT(o[256 + i] == 0xfff && o[288 + i] == (i ^ 1));
    EXPECT(o[352 + i] == (i < 31 ? i + 1 : i));
  }
  EXPECT(o[320 + 1] == 1 + 30 + 1 + (int)0x80000000u);
  return passed();
}
