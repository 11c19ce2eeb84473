// Functions of the host in the order of a stream.
#include "check.h"
__global__ void add_one(int* p) { (*p)++; }
static int seen[2];
static int* shared_value;
static void CUDART_CB on_host(void* data) { seen[0] = *shared_value + *(int*)data; }
static void CUDART_CB on_stream(cudaStream_t, cudaError_t status, void* data) {
  seen[1] = status == cudaSuccess ? *shared_value + *(int*)data : -1;
}
int main() {
  int plus = 10;
  cudaStream_t s;
  CALL(cudaStreamCreate(&s));
  CALL(cudaMallocManaged(&shared_value, 4));
  *shared_value = 0;
  add_one<<<1, 1, 0, s>>>(shared_value);
  CALL(cudaLaunchHostFunc(s, on_host, &plus));
  add_one<<<1, 1, 0, s>>>(shared_value);
  CALL(cudaStreamAddCallback(s, on_stream, &plus, 0));
  CALL(cudaStreamSynchronize(s));
  EXPECT(seen[0] == 11 && seen[1] == 12);
  return passed();
}
