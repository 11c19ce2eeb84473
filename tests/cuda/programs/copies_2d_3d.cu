// Pitched memory in two and three dimensions.
#include "check.h"
#include <cstring>
__global__ void mark(char* p, size_t pitch, int w, int h) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && y < h) p[y * pitch + x] += 1;
}
int main() {
  char* d;
  size_t pitch = 0;
  const int w = 10, h = 6;
  CALL(cudaMallocPitch(&d, &pitch, w, h));
  EXPECT(pitch >= w && pitch % 32 == 0);
  char from[h][16], to[h][w];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < 16; x++) from[y][x] = y * 16 + x;
  CALL(cudaMemset2D(d, pitch, 0x11, w, h));
  CALL(cudaMemcpy2D(d, pitch, from, 16, w, h - 1, cudaMemcpyHostToDevice));
  mark<<<1, dim3(16, 8)>>>(d, pitch, w, h);
  CALL(cudaMemcpy2D(to, w, d, pitch, w, h, cudaMemcpyDeviceToHost));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) EXPECT(to[y][x] == (y == h - 1 ? 0x12 : y * 16 + x + 1));
  cudaPitchedPtr box;
  cudaExtent extent = make_cudaExtent(8, 4, 3);
  CALL(cudaMalloc3D(&box, extent));
  CALL(cudaMemset3D(box, 0, extent));
  unsigned char in[3][4][8], out[3][4][8];
  for (int i = 0; i < 96; i++) (&in[0][0][0])[i] = (unsigned char)i;
  cudaMemcpy3DParms p;
  std::memset(&p, 0, sizeof p);
  p.srcPtr = make_cudaPitchedPtr(in, 8, 8, 4);
  p.dstPtr = box;
  p.extent = extent;
  p.kind = cudaMemcpyHostToDevice;
  CALL(cudaMemcpy3D(&p));
  p.srcPtr = box;
  p.dstPtr = make_cudaPitchedPtr(out, 8, 8, 4);
  p.kind = cudaMemcpyDeviceToHost;
  CALL(cudaMemcpy3D(&p));
  EXPECT(std::memcmp(in, out, sizeof in) == 0);
  return passed();
}
