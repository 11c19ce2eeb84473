// Objects on the device: virtual functions, one without a body in the base class, new and delete, and
// NaN by name.
#include "check.h"
struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Ring : Square {
  float hole;
  __device__ Ring(float s, float h) : Square(s), hole(h) {}
  __device__ float area() const override { return Square::area() - hole; }
};
__global__ void make(Shape** shapes) {
  const int i = threadIdx.x;
  shapes[i] = i % 2 ? static_cast<Shape*>(new Square(i)) : new Ring(i, 1);
}
__global__ void measure(Shape** shapes, float* areas) { areas[threadIdx.x] = shapes[threadIdx.x]->area(); }
__global__ void remove(Shape** shapes, float* areas) {
  delete shapes[threadIdx.x];
  if (threadIdx.x == 0) areas[32] = nanf("") + (float)nan("");
}
int main() {
  Shape** shapes;
  float* areas;
  CALL(cudaMalloc(&shapes, 32 * sizeof(Shape*)));
  CALL(cudaMallocManaged(&areas, 33 * sizeof(float)));
  make<<<1, 32>>>(shapes);
  measure<<<1, 32>>>(shapes, areas);
  remove<<<1, 32>>>(shapes, areas);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 32; i++) EXPECT(areas[i] == (i % 2 ? i * i : i * i - 1));
  EXPECT(std::isnan(areas[32]));
  return passed();
}
