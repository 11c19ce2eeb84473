// Pinned, mapped and registered memory of the host.
#include "check.h"
#include <vector>
__global__ void triple(int* p, int n) {
  int i = threadIdx.x;
  if (i < n) p[i] *= 3;
}
int main() {
  int *pinned, *mapped, *device;
  CALL(cudaMallocHost(&pinned, 400));
  CALL(cudaHostAlloc(&mapped, 400, cudaHostAllocMapped | cudaHostAllocPortable));
  std::vector<int> own(100);
  for (int i = 0; i < 100; i++) pinned[i] = mapped[i] = own[i] = i;
  CALL(cudaHostGetDevicePointer(&device, mapped, 0));
  triple<<<1, 128>>>(device, 100);
  CALL(cudaHostRegister(own.data(), 400, cudaHostRegisterMapped));
  EXPECT(cudaHostRegister(own.data(), 400, 0) == cudaErrorHostMemoryAlreadyRegistered);
  CALL(cudaHostGetDevicePointer(&device, own.data(), 0));
  triple<<<1, 128>>>(device, 100);
  triple<<<1, 128>>>(pinned, 100);
  CALL(cudaDeviceSynchronize());
  for (int i = 0; i < 100; i++) EXPECT(pinned[i] == 3 * i && mapped[i] == 3 * i && own[i] == 3 * i);
  unsigned flags = 0;
  CALL(cudaHostGetFlags(&flags, mapped));
  EXPECT(flags == (cudaHostAllocMapped | cudaHostAllocPortable));
  cudaPointerAttributes a;
  CALL(cudaPointerGetAttributes(&a, pinned));
  EXPECT(a.type == cudaMemoryTypeHost);
  int local = 0;
  CALL(cudaPointerGetAttributes(&a, &local));
  EXPECT(a.type == cudaMemoryTypeUnregistered);
  CALL(cudaHostUnregister(own.data()));
  EXPECT(cudaHostUnregister(own.data()) == cudaErrorHostMemoryNotRegistered);
  CALL(cudaFreeHost(pinned));
  CALL(cudaFreeHost(mapped));
  return passed();
}
