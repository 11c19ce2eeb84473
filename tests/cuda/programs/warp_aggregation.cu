// One thread adds for all that are active, and tells them what it got: the others pass a variable that
// they have never set. Compilers must not conclude from it that there are no others.
#include <cooperative_groups.h>
#include <algorithm>
#include <vector>
#include "check.h"
namespace cg = cooperative_groups;
__device__ int by_mask(int* count) {
  const unsigned active = __activemask();
  const int leader = __ffs((int)active) - 1, lane = (int)(threadIdx.x % 32);
  int start;
  if (lane == leader) start = atomicAdd(count, __popc(active));
  start = __shfl_sync(active, start, leader);
  return start + __popc(active & ((1u << lane) - 1));
}
__device__ int by_group(int* count) {
  const cg::coalesced_group active = cg::coalesced_threads();
  int start;
  if (active.thread_rank() == 0) start = atomicAdd(count, (int)active.size());
  return active.shfl(start, 0) + (int)active.thread_rank();
}
template <bool Group>
__global__ void keep_odd(const int* in, int n, int* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2) out[Group ? by_group(count) : by_mask(count)] = in[i];
}
template <bool Group>
void check(const std::vector<int>& values) {
  const int n = (int)values.size();
  int *in, *out, *count;
  CALL(cudaMallocManaged(&in, n * sizeof(int)));
  CALL(cudaMallocManaged(&out, n * sizeof(int)));
  CALL(cudaMallocManaged(&count, sizeof(int)));
  std::copy(values.begin(), values.end(), in);
  *count = 0;
  keep_odd<Group><<<(n + 127) / 128, 128>>>(in, n, out, count);
  CALL(cudaDeviceSynchronize());
  std::vector<int> expected;
  for (int v : values)
    if (v % 2) expected.push_back(v);
  EXPECT(*count == (int)expected.size());
  std::vector<int> found(out, out + std::min(*count, n));
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  EXPECT(found == expected);
}
int main() {
  std::vector<int> values;
  for (int i = 0; i < 500; i++) values.push_back(i * 7919 % 1000 / 3);
  check<false>(values);
  check<true>(values);
  return passed();
}
