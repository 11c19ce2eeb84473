// Kernels that are templates of types, values and functions objects; device functions of classes.
#include "check.h"
#include <vector>
struct Square {
  template <class T>
  __host__ __device__ T operator()(T x) const { return x * x; }
};
struct AddN {
  int n;
  __host__ __device__ int operator()(int x) const { return x + n; }
};
template <class T, class F>
__global__ void apply(T* v, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = f(v[i]);
}
template <int N>
struct Power {
  static __host__ __device__ double of(double x) { return x * Power<N - 1>::of(x); }
};
template <>
struct Power<0> {
  static __host__ __device__ double of(double) { return 1; }
};
template <int N>
__global__ void power(double* v) { v[threadIdx.x] = Power<N>::of(v[threadIdx.x]); }
template <class T, class F>
void test(F f) {
  std::vector<T> h(100);
  for (int i = 0; i < 100; i++) h[i] = (T)i;
  T* d;
  CALL(cudaMalloc(&d, 100 * sizeof(T)));
  CALL(cudaMemcpy(d, h.data(), 100 * sizeof(T), cudaMemcpyHostToDevice));
  apply<<<4, 32>>>(d, 100, f);
  CALL(cudaMemcpy(h.data(), d, 100 * sizeof(T), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 100; i++) EXPECT(h[i] == f((T)i));
}
int main() {
  test<int>(Square());
  test<float>(Square());
  test<int>(AddN{42});
  double* d;
  CALL(cudaMallocManaged(&d, 8 * sizeof(double)));
  for (int i = 0; i < 8; i++) d[i] = i;
  power<5><<<1, 8>>>(d);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 8; i++) EXPECT(d[i] == (double)i * i * i * i * i);
  return passed();
}
