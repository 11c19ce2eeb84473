// The forms of copies and fills that name a stream, symbols and peers included.
#include "check.h"
#include <cstring>
__device__ int table[8];
__constant__ int factor;
__global__ void scale() { table[threadIdx.x] *= factor; }
int main() {
  cudaStream_t stream;
  CALL(cudaStreamCreate(&stream));
  int in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8] = {}, four = 4;
  CALL(cudaMemcpyToSymbolAsync(table, in, sizeof in, 0, cudaMemcpyHostToDevice, stream));
  CALL(cudaMemcpyToSymbolAsync(factor, &four, sizeof four, 0, cudaMemcpyHostToDevice, stream));
  scale<<<1, 8, 0, stream>>>();
  CALL(cudaMemcpyFromSymbolAsync(out, table, sizeof in, 0, cudaMemcpyDeviceToHost, stream));
  CALL(cudaStreamSynchronize(stream));
  for (int i = 0; i < 8; i++) EXPECT(out[i] == 4 * in[i]);

  int *a, *b;
  CALL(cudaMalloc(&a, sizeof in));
  CALL(cudaMalloc(&b, sizeof in));
  CALL(cudaMemcpyAsync(a, in, sizeof in, cudaMemcpyHostToDevice, stream));
  CALL(cudaMemcpyPeer(b, 0, a, 0, 16));
  CALL(cudaMemcpyPeerAsync(b + 4, 0, a + 4, 0, 16, stream));
  CALL(cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost));
  EXPECT(std::memcmp(in, out, sizeof in) == 0);

  char *rows, host[3][10];
  size_t pitch;
  CALL(cudaMallocPitch(&rows, &pitch, 10, 3));
  CALL(cudaMemset2DAsync(rows, pitch, 'x', 10, 3, stream));
  CALL(cudaMemcpy2DAsync(host, 10, rows, pitch, 10, 3, cudaMemcpyDeviceToHost, stream));
  CALL(cudaStreamSynchronize(stream));
  EXPECT(host[0][0] == 'x' && host[2][9] == 'x');

  cudaPitchedPtr box;
  const cudaExtent extent = make_cudaExtent(10, 3, 2);
  char cube[2][3][10];
  CALL(cudaMalloc3D(&box, extent));
  CALL(cudaMemset3DAsync(box, 'y', extent, stream));
  cudaMemcpy3DParms copy;
  std::memset(&copy, 0, sizeof copy);
  copy.srcPtr = box;
  copy.dstPtr = make_cudaPitchedPtr(cube, 10, 10, 3);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  CALL(cudaMemcpy3DAsync(&copy, stream));
  CALL(cudaStreamSynchronize(stream));
  EXPECT(cube[0][0][0] == 'y' && cube[1][2][9] == 'y');
  return passed();
}
