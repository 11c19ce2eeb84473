// Occupancy follows from threads and shared memory, and the suggested block size is usable.
#include "check.h"
__global__ void plain(int* p) { p[threadIdx.x] = blockIdx.x; }
__global__ void __launch_bounds__(128) bounded(int* p) { p[threadIdx.x] = 1; }
extern __shared__ int dynamic[];
__global__ void hungry(int* p, int n) {
  dynamic[n - 1 - threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = dynamic[n - blockDim.x + threadIdx.x];
}
int main() {
  int small = 0, big = 0, shared = 0, grid = 0, block = 0;
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&small, plain, 64, 0));
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&big, plain, 1024, 0));
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&shared, plain, 64, 24 * 1024));
  EXPECT(small >= big && big >= 1 && shared >= 1 && shared <= small);
  CALL(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0));
  EXPECT(block >= 32 && block <= 1024 && grid >= 1);
  int* p;
  CALL(cudaMalloc(&p, 4096));
  plain<<<grid, block>>>(p);
  CALL(cudaDeviceSynchronize());
  cudaFuncAttributes a;
  CALL(cudaFuncGetAttributes(&a, bounded));
  EXPECT(a.maxThreadsPerBlock == 128 && a.numRegs > 0 && a.sharedSizeBytes == 0);
  bounded<<<1, 256>>>(p);
  EXPECT(cudaGetLastError() != cudaSuccess);
  bounded<<<1, 128>>>(p);
  CALL(cudaDeviceSynchronize());
  // All shared memory that a block may have: such blocks fit.
  int most = 0, full = 0;
  size_t room = 0;
  CALL(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  CALL(cudaFuncSetAttribute(hungry, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&full, hungry, 64, most));
  EXPECT(full == 1);
  CALL(cudaOccupancyAvailableDynamicSMemPerBlock(&room, hungry, 1, 64));
  EXPECT(room >= (size_t)most);
  hungry<<<1, 64, most>>>(p, most / 4);
  CALL(cudaDeviceSynchronize());
  int first = 0;
  CALL(cudaMemcpy(&first, p, sizeof(int), cudaMemcpyDeviceToHost));
  EXPECT(first == 63);
  return passed();
}
