// Groups within groups: which of them a tile is, and tiles of the threads that are active.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include "check.h"
namespace cg = cooperative_groups;
constexpr int kThreads = 64;
__device__ int number(const cg::thread_block_tile<8>& tile) {  // of a type that forgets its parent
  return (int)(tile.meta_group_rank() * 100 + tile.meta_group_size());
}
__global__ void nested(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto eight = cg::tiled_partition<8>(warp);
  const auto two = cg::tiled_partition<2>(eight);
  const int t = (int)block.thread_rank();
  out[t] = (int)(warp.meta_group_rank() * 100 + warp.meta_group_size());
  out[kThreads + t] = number(eight);
  out[2 * kThreads + t] = (int)(two.meta_group_rank() * 100 + two.meta_group_size());
  out[3 * kThreads + t] = number(cg::tiled_partition<8>(block));
  out[4 * kThreads + t] = 0;
  if (t % 3 == 0) {  // 11 threads of the first warp, 11 of the second
    const cg::coalesced_group active = cg::coalesced_threads();
    const cg::coalesced_group four = cg::tiled_partition(active, 4);
    out[4 * kThreads + t] = (int)(four.size() * 1000 + four.meta_group_size() * 100 +
                                  four.meta_group_rank() * 10 + four.thread_rank());
    if (four.size() == 4) out[4 * kThreads + t] += cg::reduce(four, t, cg::plus<int>()) * 10000;
  }
}
int main() {
  int* out;
  CALL(cudaMallocManaged(&out, 5 * kThreads * sizeof(int)));
  nested<<<1, kThreads>>>(out);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < kThreads; t++) {
    const int lane = t % 32;
    EXPECT(out[t] == t / 32 * 100 + 2);
    EXPECT(out[kThreads + t] == lane / 8 * 100 + 4);
    EXPECT(out[2 * kThreads + t] == lane % 8 / 2 * 100 + 4);
    EXPECT(out[3 * kThreads + t] == t / 8 * 100 + 8);
    if (t % 3) continue;
    const int first = t / 32 ? 33 : 0;  // of the warp's active threads
    const int rank = (t - first) / 3, tile = rank / 4, size = tile == 2 ? 3 : 4;
    int expected = size * 1000 + 300 + tile * 10 + rank % 4;
    if (size == 4) expected += (4 * (first + tile * 12) + 18) * 10000;
    EXPECT(out[4 * kThreads + t] == expected);
  }
  return passed();
}
