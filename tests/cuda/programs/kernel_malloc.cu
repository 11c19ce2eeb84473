// malloc and free in kernels, and new and delete.
#include "check.h"
struct Item {
  int value;
  __device__ Item(int v) : value(v) {}
};
__global__ void build(int** lists) {
  int i = threadIdx.x;
  int* list = (int*)malloc((i + 1) * sizeof(int));
  for (int k = 0; k <= i; k++) list[k] = i * k;
  lists[i] = list;
}
__global__ void use(int** lists, int* sums) {
  int i = threadIdx.x, sum = 0;
  for (int k = 0; k <= i; k++) sum += lists[i][k];
  free(lists[i]);
  Item* item = new Item(sum);
  sums[i] = item->value;
  delete item;
}
int main() {
  int **lists, *sums;
  size_t heap = 0;
  CALL(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  CALL(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
  EXPECT(heap >= 16 << 20);
  CALL(cudaMalloc(&lists, 64 * sizeof(int*)));
  CALL(cudaMallocManaged(&sums, 64 * 4));
  build<<<1, 64>>>(lists);
  use<<<1, 64>>>(lists, sums);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 64; i++) EXPECT(sums[i] == i * i * (i + 1) / 2);
  return passed();
}
