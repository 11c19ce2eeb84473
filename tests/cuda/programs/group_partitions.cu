// options: -std=c++17
// Partitions of groups: by label, by rank, tiles of other parents; copies by groups; one thread of many.
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <unsigned Size>
__device__ int sum_of(cg::thread_block_tile<Size> tile, int value) {
  for (unsigned by = tile.size() / 2; by > 0; by /= 2) value += tile.shfl_down(value, by);
  return tile.shfl(value, 0);
}
__global__ void groups(int* out, const int* in) {
  __shared__ int copied[64];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, copied, in, sizeof copied);
  cg::wait(block);
  const auto warp = cg::tiled_partition<32>(block);
  const auto tile = cg::tiled_partition<8>(warp);
  const int i = block.thread_rank();
  int* mine = out + 8 * i;
  mine[0] = copied[i];
  mine[1] = sum_of<8>(tile, i);
  int same = 0;
  mine[2] = (int)tile.match_all(i / 8, same);
  mine[3] = same;
  if (i % 3 == 0) {
    const auto active = cg::coalesced_threads();
    const auto pairs = cg::tiled_partition(active, 2);
    mine[4] = 100 * (int)pairs.size() + 10 * (int)pairs.thread_rank() + (int)active.size() / 10;
    mine[5] = (int)pairs.meta_group_rank();
  }
  const auto half = cg::binary_partition(warp, i % 32 < 20);
  mine[6] = (int)half.size();
  cg::invoke_one(tile, [=] { out[512 + i / 8] = i; });
  mine[7] = cg::reduce(cg::labeled_partition(warp, i % 4), 1, cg::plus<int>());
}
int main() {
  int *out, *in;
  CALL(cudaMallocManaged(&out, 1024 * sizeof(int)));
  CALL(cudaMallocManaged(&in, 64 * sizeof(int)));
  for (int i = 0; i < 64; i++) in[i] = 5 * i;
  groups<<<1, 64>>>(out, in);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 64; i++) {
    const int* r = out + 8 * i;
    EXPECT(r[0] == 5 * i);
    EXPECT(r[1] == 8 * (i / 8 * 8) + 28);
    EXPECT(r[2] == 255 && r[3] == 1);
    if (i % 3 == 0) {
      const int first = i < 32 ? 0 : 33, rank = (i - first) / 3, active = i < 32 ? 11 : 11;
      const int size = rank / 2 == active / 2 ? 1 : 2;
      EXPECT(r[4] == 100 * size + 10 * (rank % 2) + 1);
      EXPECT(r[5] == rank / 2);
    }
    EXPECT(r[6] == (i % 32 < 20 ? 20 : 12));
    EXPECT(r[7] == 8);
  }
  for (int i = 0; i < 8; i++) EXPECT(out[512 + i] == 8 * i);
  return passed();
}
