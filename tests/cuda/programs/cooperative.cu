// A grid that synchronises as a whole, tiles of a warp, and a launch that is too large.
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void rotate(int* a, int* b, int rounds) {
  cg::grid_group grid = cg::this_grid();
  unsigned i = (unsigned)grid.thread_rank(), n = (unsigned)grid.size();
  for (int r = 0; r < rounds; r++) {
    b[(i + 1) % n] = a[i];
    grid.sync();
    a[i] = b[i];
    grid.sync();
  }
}
__global__ void tiles(int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int sum = cg::reduce(tile, (int)block.thread_rank(), cg::plus<int>());
  out[block.thread_rank()] = sum * 100 + tile.meta_group_rank();
  if (block.thread_rank() % 2) {
    cg::coalesced_group odd = cg::coalesced_threads();
    out[64 + block.thread_rank()] = (int)(odd.size() * 100 + odd.thread_rank());
  }
  block.sync();
}
int main() {
  int *a, *b;
  CALL(cudaMallocManaged(&a, 1024));
  CALL(cudaMallocManaged(&b, 1024));
  for (int i = 0; i < 256; i++) a[i] = i;
  int rounds = 3;
  void* arguments[] = {&a, &b, &rounds};
  CALL(cudaLaunchCooperativeKernel(rotate, dim3(4), dim3(64), arguments));
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 256; i++) EXPECT(a[i] == (i + 253) % 256);
  cudaError_t code = cudaLaunchCooperativeKernel(rotate, dim3(100000), dim3(64), arguments);
  EXPECT(code == cudaErrorCooperativeLaunchTooLarge);
  cudaGetLastError();
  tiles<<<1, 64>>>(a);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 64; i++) {
    EXPECT(a[i] == (i / 8 * 64 + 28) * 100 + i / 8);
    if (i % 2) EXPECT(a[64 + i] == 1600 + i % 32 / 2);
  }
  return passed();
}
