// Device and constant variables by their names on the host.
#include "check.h"
#include <cstring>
struct Settings {
  float scale;
  int offset[3];
};
__constant__ Settings settings;
__constant__ float table[16] = {1, 2, 3};
__device__ int counter = 5;
__device__ double grid[4][4];
static __device__ unsigned hidden = 77;
__device__ volatile int watched[4];
__global__ void use(float* out) {
  int i = threadIdx.x;
  out[i] = table[i % 16] * settings.scale + settings.offset[i % 3];
  atomicAdd(&counter, 1);
  grid[i / 4 % 4][i % 4] = i;
  if (i == 0) hidden++;
  if (i < 4) watched[i] = watched[i] * 2;
}
int main() {
  Settings s{0.5f, {10, 20, 30}};
  CALL(cudaMemcpyToSymbol(settings, &s, sizeof s));
  float four = 4;
  CALL(cudaMemcpyToSymbol(table, &four, sizeof four, 3 * sizeof four));
  int seen[4] = {1, 2, 3, 4};
  CALL(cudaMemcpyToSymbol(watched, seen, sizeof seen));
  float* out;
  CALL(cudaMallocManaged(&out, 16 * 4));
  use<<<1, 16>>>(out);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 16; i++) {
    float t = i < 4 ? i + 1 : 0;
    EXPECT(out[i] == t * 0.5f + s.offset[i % 3]);
  }
  int count = 0;
  CALL(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  EXPECT(count == 21);
  CALL(cudaMemcpyFromSymbol(seen, watched, sizeof seen));
  EXPECT(seen[0] == 2 && seen[3] == 8);
  double g[4][4];
  CALL(cudaMemcpyFromSymbol(g, grid, sizeof g));
  EXPECT(g[2][3] == 11);
  void* address = nullptr;
  size_t size = 0;
  CALL(cudaGetSymbolAddress(&address, counter));
  CALL(cudaGetSymbolSize(&size, grid));
  EXPECT(size == sizeof g);
  int again = 0;
  CALL(cudaMemcpy(&again, address, 4, cudaMemcpyDeviceToHost));
  EXPECT(again == 21);
  unsigned h = 0;
  CALL(cudaMemcpyFromSymbol(&h, hidden, 4));
  EXPECT(h == 78);
  EXPECT(cudaMemcpyToSymbol(counter, &count, 8) == cudaErrorInvalidValue);
  return passed();
}
