// options: -lcuda
// Settings of the device, streams and pools; kernels by name; functions of the driver by name.
#include "check.h"
#include <cstring>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <string>
__global__ void add(int* p, int by) { atomicAdd(p, by); }
static void device_settings() {
  int device = -1, list[] = {0}, can = 9;
  unsigned flags = 0;
  cudaFuncCache cache;
  cudaDeviceProp wanted;
  std::memset(&wanted, 0, sizeof wanted);
  CALL(cudaSetDeviceFlags(cudaDeviceScheduleAuto | cudaDeviceMapHost));
  CALL(cudaGetDeviceFlags(&flags));
  EXPECT(flags & cudaDeviceMapHost);
  CALL(cudaSetValidDevices(list, 1));
  CALL(cudaInitDevice(0, 0, 0));
  CALL(cudaChooseDevice(&device, &wanted));
  EXPECT(device == 0);
  CALL(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  CALL(cudaDeviceGetCacheConfig(&cache));
  EXPECT(cache >= cudaFuncCachePreferNone && cache <= cudaFuncCachePreferEqual);
  CALL(cudaFuncSetCacheConfig(add, cudaFuncCachePreferShared));
#if CUDART_VERSION < 13000
  cudaSharedMemConfig banks;
  CALL(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte));
  CALL(cudaDeviceGetSharedMemConfig(&banks));
  CALL(cudaFuncSetSharedMemConfig(add, cudaSharedMemBankSizeDefault));
#endif
  CALL(cudaDeviceCanAccessPeer(&can, 0, 0));
  EXPECT(can == 0);
  EXPECT(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, 0, 1) == cudaErrorInvalidDevice);
  EXPECT(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorInvalidDevice);
  EXPECT(cudaDeviceDisablePeerAccess(0) != cudaSuccess);
  cudaGetLastError();
  CALL(cudaCtxResetPersistingL2Cache());
  cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  EXPECT(format.x == 32 && format.f == cudaChannelFormatKindFloat);
}
static void pools() {
  cudaMemPool_t pool, current;
  uint64_t threshold = ~0ull, used = 1;
  void* p = nullptr;
  CALL(cudaDeviceGetDefaultMemPool(&pool, 0));
  CALL(cudaDeviceSetMemPool(0, pool));
  CALL(cudaDeviceGetMemPool(&current, 0));
  EXPECT(current == pool);
  CALL(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  CALL(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
  CALL(cudaMallocFromPoolAsync(&p, 1000, pool, 0));
  CALL(cudaFreeAsync(p, 0));
  CALL(cudaMemPoolTrimTo(pool, 0));
}
static void stream_settings(int* sum) {
  cudaStream_t stream, other;
  cudaStreamCaptureStatus capturing;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaEvent_t event;
  unsigned flags = 9;
  unsigned long long id = 0, other_id = 0;
  cudaLaunchAttributeValue value;
  std::memset(&value, 0, sizeof value);
  CALL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CALL(cudaStreamCreate(&other));
  CALL(cudaStreamGetFlags(stream, &flags));
  EXPECT(flags == cudaStreamNonBlocking);
  CALL(cudaStreamGetId(stream, &id));
  CALL(cudaStreamGetId(other, &other_id));
  EXPECT(id != other_id);
#if CUDART_VERSION >= 12080 || defined(__clang__)
  int device = -1;
  CALL(cudaStreamGetDevice(stream, &device));
  EXPECT(device == 0);
#endif
  CALL(cudaStreamIsCapturing(stream, &capturing));
  EXPECT(capturing == cudaStreamCaptureStatusNone);
  CALL(cudaThreadExchangeStreamCaptureMode(&mode));
  CALL(cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
  CALL(cudaStreamGetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
  CALL(cudaStreamCopyAttributes(other, stream));
  CALL(cudaStreamAttachMemAsync(stream, sum, 0, cudaMemAttachGlobal));
  CALL(cudaEventCreate(&event));
  CALL(cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault));
  CALL(cudaEventSynchronize(event));
  CALL(cudaStreamDestroy(stream));
  CALL(cudaStreamDestroy(other));
}
static void kernels(int* sum) {
  cudaFunction_t function;
  cudaKernel_t kernel;
  const char* name = nullptr;
  size_t shared = 0;
  int blocks = 0, same = 0;
  CALL(cudaGetFuncBySymbol(&function, (const void*)add));
  CALL(cudaGetKernel(&kernel, (const void*)add));
  EXPECT(function && kernel);
  CALL(cudaFuncGetName(&name, (const void*)add));
  EXPECT(std::string(name).find("add") != std::string::npos);
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 128, 0));
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&same, add, 128, 0, 0));
  EXPECT(blocks == same && blocks > 0);
  CALL(cudaOccupancyAvailableDynamicSMemPerBlock(&shared, add, 1, 128));
  EXPECT(shared > 0);
  cudaFuncAttributes attributes;
  CALL(cudaFuncGetAttributes(&attributes, add));
  EXPECT(attributes.ptxVersion == 75);  // what it was compiled for, by default
  int by = 3;
  void* arguments[] = {&sum, &by};
  cudaLaunchConfig_t config;
  std::memset(&config, 0, sizeof config);
  config.gridDim = dim3(2);
  config.blockDim = dim3(32);
  CALL(cudaLaunchKernelExC(&config, (const void*)add, arguments));
  CALL(cudaDeviceSynchronize());
  EXPECT(*sum == 2 * 32 * 3);
}
static void driver_by_name() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult result;
  int count = 0;
#if CUDART_VERSION < 13000
  CALL(cudaGetDriverEntryPoint("cuDeviceGetCount", &function, cudaEnableDefault, &result));
  EXPECT(result == cudaDriverEntryPointSuccess);
  EXPECT(((CUresult(*)(int*))function)(&count) == CUDA_SUCCESS && count == 1);
#endif
#if CUDART_VERSION >= 12050 || defined(__clang__)
  CALL(cudaGetDriverEntryPointByVersion("cuDeviceGetCount", &function, 12000, cudaEnableDefault, &result));
  EXPECT(((CUresult(*)(int*))function)(&count) == CUDA_SUCCESS && count == 1);
#endif
}
int main() {
  int* sum;
  CALL(cudaProfilerStart());
  device_settings();
  CALL(cudaMallocManaged(&sum, sizeof *sum));
  *sum = 0;
  pools();
  stream_settings(sum);
  kernels(sum);
  driver_by_name();
  CALL(cudaProfilerStop());
  return passed();
}
