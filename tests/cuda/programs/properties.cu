// What the device says about itself is consistent.
#include "check.h"
#include <cstring>
// The function's plain name has the layout of CUDA 11 in libcudart.so.12 and that of CUDA 13 in
// libcudart.so.13; they begin alike.
static size_t memory_by_plain_name();
static size_t memory_by_new_name() {
  cudaDeviceProp prop;
  CALL(cudaGetDeviceProperties(&prop, 0));
  return prop.totalGlobalMem;
}
int main() {
  int count = 0, device = -1, value = 0, driver = 0, runtime = 0;
  CALL(cudaGetDeviceCount(&count));
  EXPECT(count == 1);
  CALL(cudaSetDevice(0));
  CALL(cudaGetDevice(&device));
  EXPECT(device == 0);
  EXPECT(cudaSetDevice(7) == cudaErrorInvalidDevice);
  cudaGetLastError();
  cudaDeviceProp p;
  std::memset(&p, 0x5a, sizeof p);
  CALL(cudaGetDeviceProperties(&p, 0));
  EXPECT(std::strncmp(p.name, "heddle", 6) == 0);
  EXPECT(p.warpSize == 32 && p.maxThreadsPerBlock == 1024 && p.maxThreadsDim[2] == 64);
  EXPECT(p.maxGridSize[0] == 0x7fffffff && p.maxGridSize[1] == 65535);
  EXPECT(p.totalConstMem == 65536 && p.sharedMemPerBlock == 49152 && p.multiProcessorCount > 0);
  EXPECT(p.unifiedAddressing == 1 && p.managedMemory == 1 && p.cooperativeLaunch == 1);
  EXPECT(p.concurrentManagedAccess == 1 && p.canMapHostMemory == 1 && p.ECCEnabled == 0);
  CALL(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  EXPECT(value == p.multiProcessorCount);
  CALL(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
  EXPECT(value == p.maxThreadsPerMultiProcessor);
  CALL(cudaDeviceGetAttribute(&value, cudaDevAttrMaxBlocksPerMultiprocessor, 0));
  EXPECT(value == p.maxBlocksPerMultiProcessor);
  CALL(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
  EXPECT(value == p.major && p.major >= 7);
  size_t free = 0, total = 0;
  CALL(cudaMemGetInfo(&free, &total));
  EXPECT(total == p.totalGlobalMem && free <= total && free > 0);
  CALL(cudaDriverGetVersion(&driver));
  CALL(cudaRuntimeGetVersion(&runtime));
  EXPECT(driver >= runtime && runtime >= 12000);
  char id[32];
  CALL(cudaDeviceGetPCIBusId(id, sizeof id, 0));
  CALL(cudaDeviceGetByPCIBusId(&device, id));
  EXPECT(device == 0);
  EXPECT(memory_by_plain_name() == memory_by_new_name());
  return passed();
}
#undef cudaGetDeviceProperties
extern "C" cudaError_t cudaGetDeviceProperties(cudaDeviceProp*, int);
static size_t memory_by_plain_name() {
  cudaDeviceProp prop;
  CALL(cudaGetDeviceProperties(&prop, 0));
  return prop.totalGlobalMem;
}
