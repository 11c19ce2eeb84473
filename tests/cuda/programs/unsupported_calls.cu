// expect: cudaGraphCreate is not supported
// A function outside the set returns an error and names itself.
#include "check.h"
extern "C" cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags);
int main() {
  cudaGraph_t graph;
  EXPECT(cudaGraphCreate(&graph, 0) == cudaErrorNotSupported);
  EXPECT(cudaGetLastError() == cudaErrorNotSupported);
  int* p;
  CALL(cudaMalloc(&p, 4));
  CALL(cudaFree(p));
  return passed();
}
