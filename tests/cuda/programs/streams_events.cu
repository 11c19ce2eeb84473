// Streams, events between them, and simulated time.
#include "check.h"
__global__ void work(float* v, int rounds) {
  float x = v[threadIdx.x];
  for (int i = 0; i < rounds; i++) x = x * 0.5f + 1.0f;
  v[threadIdx.x] = x;
}
int main() {
  cudaStream_t a, b;
  cudaEvent_t begin, middle, end;
  CALL(cudaStreamCreate(&a));
  CALL(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  CALL(cudaEventCreate(&begin));
  CALL(cudaEventCreate(&middle));
  CALL(cudaEventCreateWithFlags(&end, cudaEventBlockingSync));
  float *d, h[64] = {};
  CALL(cudaMalloc(&d, sizeof h));
  CALL(cudaMemsetAsync(d, 0, sizeof h, a));
  CALL(cudaEventRecord(begin, a));
  work<<<1, 64, 0, a>>>(d, 10);
  CALL(cudaEventRecord(middle, a));
  CALL(cudaStreamWaitEvent(b, middle, 0));
  work<<<1, 64, 0, b>>>(d, 1000);
  CALL(cudaEventRecord(end, b));
  CALL(cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, b));
  CALL(cudaStreamSynchronize(b));
  CALL(cudaEventSynchronize(end));
  EXPECT(cudaStreamQuery(a) == cudaSuccess && cudaEventQuery(end) == cudaSuccess);
  float first = 0, second = 0, all = 0;
  CALL(cudaEventElapsedTime(&first, begin, middle));
  CALL(cudaEventElapsedTime(&second, middle, end));
  CALL(cudaEventElapsedTime(&all, begin, end));
  EXPECT(first > 0 && second > first && fabsf(all - first - second) < 1e-6f);
  for (float x : h) EXPECT(x == 2.0f);
  int least = 1, greatest = 1, priority = 9;
  CALL(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT(least >= greatest);
  cudaStream_t c;
  CALL(cudaStreamCreateWithPriority(&c, cudaStreamDefault, greatest));
  CALL(cudaStreamGetPriority(c, &priority));
  EXPECT(priority == greatest);
  CALL(cudaStreamDestroy(a));
  CALL(cudaStreamDestroy(b));
  CALL(cudaStreamDestroy(c));
  CALL(cudaEventDestroy(begin));
  EXPECT(cudaEventDestroy(begin) == cudaErrorInvalidResourceHandle);
  EXPECT(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  return passed();
}
