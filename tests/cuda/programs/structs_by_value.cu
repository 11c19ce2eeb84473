// Structures, pairs of pointers and small arrays as kernel parameters.
#include "check.h"
struct Image {
  unsigned char* data;
  int width, height;
  float weights[9];
  double gain;
};
__global__ void convolve(Image in, Image out, char tag, short shift) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= in.width || y >= in.height) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int sx = min(max(x + dx, 0), in.width - 1), sy = min(max(y + dy, 0), in.height - 1);
      sum += in.weights[(dy + 1) * 3 + dx + 1] * in.data[sy * in.width + sx];
    }
  out.data[y * out.width + x] = (unsigned char)(sum * in.gain) + (tag - 'a') + shift;
}
int main() {
  Image a{}, b{};
  a.width = b.width = 20;
  a.height = b.height = 10;
  a.gain = 1.0 / 9;
  for (float& w : a.weights) w = 1;
  CALL(cudaMallocManaged(&a.data, 200));
  CALL(cudaMallocManaged(&b.data, 200));
  for (int i = 0; i < 200; i++) a.data[i] = 90;
  convolve<<<dim3(3, 2), dim3(8, 8)>>>(a, b, 'c', 3);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 200; i++) EXPECT(b.data[i] == 95);
  return passed();
}
