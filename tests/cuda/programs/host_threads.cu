// Threads of the host with their own streams; errors belong to the thread that made them.
// order: free
#include "check.h"
#include <thread>
#include <vector>
__global__ void sum(const int* in, int* out) { atomicAdd(out, in[threadIdx.x]); }
static void work(int id, int* result) {
  int h[32], *in, *out;
  for (int i = 0; i < 32; i++) h[i] = i * id;
  CALL(cudaSetDevice(0));
  CALL(cudaMalloc(&in, sizeof h));
  CALL(cudaMalloc(&out, 4));
  CALL(cudaMemset(out, 0, 4));
  CALL(cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice));
  for (int r = 0; r < 5; r++) sum<<<1, 32>>>(in, out);
  CALL(cudaMemcpy(result, out, 4, cudaMemcpyDeviceToHost));
  if (id == 3) cudaSetDevice(99);
}
int main() {
  int results[8] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; i++) threads.emplace_back(work, i, &results[i]);
  for (std::thread& t : threads) t.join();
  for (int i = 0; i < 8; i++) EXPECT(results[i] == 5 * 496 * i);
  EXPECT(cudaGetLastError() == cudaSuccess);
  return passed();
}
