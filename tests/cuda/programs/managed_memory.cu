// One pointer for both sides: a list in managed memory that the host builds and the device follows.
#include "check.h"
struct Node {
  int value;
  Node* next;
};
__global__ void total(Node* list, int* sum) {
  for (Node* n = list; n; n = n->next) *sum += n->value;
}
__global__ void twice(Node* nodes) { nodes[threadIdx.x].value *= 2; }
int main() {
  Node* nodes;
  int* sum;
  CALL(cudaMallocManaged(&nodes, 50 * sizeof(Node)));
  CALL(cudaMallocManaged(&sum, sizeof(int)));
  for (int i = 0; i < 50; i++) nodes[i] = {i, i ? &nodes[i - 1] : nullptr};
  *sum = 0;
#if CUDART_VERSION >= 13000
  cudaMemLocation device{cudaMemLocationTypeDevice, 0}, host{cudaMemLocationTypeHost, 0};
#define WHERE(location) location, 0
#else
  int device = 0, host = cudaCpuDeviceId;
#define WHERE(location) location
#endif
  CALL(cudaMemAdvise(nodes, 50 * sizeof(Node), cudaMemAdviseSetPreferredLocation, device));
  CALL(cudaMemPrefetchAsync(nodes, 50 * sizeof(Node), WHERE(device), 0));
  twice<<<1, 50>>>(nodes);
  total<<<1, 1>>>(nodes + 49, sum);
  CALL(cudaDeviceSynchronize());
  CALL(cudaMemPrefetchAsync(nodes, 50 * sizeof(Node), WHERE(host), 0));
  EXPECT(*sum == 2 * 1225 && nodes[7].value == 14);
  cudaPointerAttributes a;
  CALL(cudaPointerGetAttributes(&a, nodes + 3));
  EXPECT(a.type == cudaMemoryTypeManaged && a.devicePointer == nodes + 3 && a.hostPointer == nodes + 3);
  return passed();
}
