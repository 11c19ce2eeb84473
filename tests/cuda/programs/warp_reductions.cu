// One value per thread of a warp in, one for all of them out; also of the threads of one path only.
// options: -arch=sm_80
#include "check.h"
__global__ void reduce(int* out) {
  const int t = threadIdx.x;
  const unsigned value = (t * 37u + 11u) % 50u, all = 0xffffffffu;
  const int balanced = (int)value - 25;
  out[t] = (int)__reduce_add_sync(all, value);
  out[32 + t] = __reduce_add_sync(all, balanced);
  out[64 + t] = (int)__reduce_min_sync(all, value);
  out[96 + t] = __reduce_min_sync(all, balanced);
  out[128 + t] = (int)__reduce_max_sync(all, value);
  out[160 + t] = __reduce_max_sync(all, balanced);
  out[192 + t] = (int)__reduce_and_sync(all, value | 8u);
  out[224 + t] = (int)__reduce_or_sync(all, value & 6u);
  out[256 + t] = (int)__reduce_xor_sync(all, value);
  if (t % 2)
    out[288 + t] = __reduce_add_sync(0xaaaaaaaau, t);
  else
    out[288 + t] = (int)__reduce_max_sync(0x55555555u, (unsigned)t);
}
int main() {
  int* out;
  CALL(cudaMallocManaged(&out, 320 * sizeof(int)));
  reduce<<<1, 32>>>(out);
  CALL(cudaDeviceSynchronize());
  int sum = 0, least = 50, most = 0, both = -1, either = 0, odd = 0;
  for (int t = 0; t < 32; t++) {
    const int value = (t * 37 + 11) % 50;
    sum += value;
    least = value < least ? value : least;
    most = value > most ? value : most;
    both &= value | 8;
    either |= value & 6;
    odd ^= value;
  }
  for (int t = 0; t < 32; t++) {
    EXPECT(out[t] == sum && out[32 + t] == sum - 32 * 25);
    EXPECT(out[64 + t] == least && out[96 + t] == least - 25);
    EXPECT(out[128 + t] == most && out[160 + t] == most - 25);
    EXPECT(out[192 + t] == both && out[224 + t] == either && out[256 + t] == odd);
    EXPECT(out[288 + t] == (t % 2 ? 256 : 30));
  }
  return passed();
}
