// options: -lcuda
// The driver API: contexts, limits, and memory of every kind.
#include "check.h"
#include <cstring>
#include <cuda.h>
#define GOOD(call) EXPECT((call) == CUDA_SUCCESS)
static void contexts(CUdevice device) {
  CUcontext context = nullptr, top = nullptr;
  CUdevice current = -1;
  unsigned flags = 99, version = 0;
  int active = 99, can = 99;
#if CUDA_VERSION >= 13000
  GOOD(cuCtxCreate(&context, nullptr, 0, device));
#else
  GOOD(cuCtxCreate(&context, 0, device));
#endif
  GOOD(cuCtxPushCurrent(context));
  GOOD(cuCtxGetDevice(&current));
  EXPECT(current == device);
  GOOD(cuCtxGetApiVersion(context, &version));
  EXPECT(version >= 3020);
  GOOD(cuCtxPopCurrent(&top));
  EXPECT(top == context);
  GOOD(cuDevicePrimaryCtxGetState(device, &flags, &active));
  EXPECT(active == 0 || active == 1);
  GOOD(cuDevicePrimaryCtxSetFlags(device, 0));
  GOOD(cuDeviceCanAccessPeer(&can, device, device));
  EXPECT(can == 0);
  GOOD(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
  GOOD(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 1 << 20));
  size_t heap = 0;
  GOOD(cuCtxGetLimit(&heap, CU_LIMIT_MALLOC_HEAP_SIZE));
  EXPECT(heap >= 1 << 20);
  int least = 99, greatest = 99;
  GOOD(cuCtxGetStreamPriorityRange(&least, &greatest));
  EXPECT(greatest <= least);
  GOOD(cuCtxSynchronize());
  GOOD(cuCtxDestroy(context));
}
static void properties(CUdevice device) {
  int major = 0, minor = -1;
  size_t bytes = 0, free = 0, total = 0;
  char id[32] = "";
  CUuuid uuid;
  GOOD(cuDeviceComputeCapability(&major, &minor, device));
  EXPECT(major >= 7 && minor >= 0);
  GOOD(cuDeviceTotalMem(&bytes, device));
  GOOD(cuMemGetInfo(&free, &total));
  EXPECT(total == bytes && free <= total && free > 0);
  GOOD(cuDeviceGetPCIBusId(id, sizeof id, device));
  EXPECT(std::strchr(id, ':'));
  GOOD(cuDeviceGetUuid(&uuid, device));
}
static void host_memory() {
  void *pinned = nullptr, *mapped = nullptr;
  CUdeviceptr seen = 0, managed = 0;
  static int own[64];
  GOOD(cuMemAllocHost(&pinned, 256));
  GOOD(cuMemHostAlloc(&mapped, 256, CU_MEMHOSTALLOC_DEVICEMAP));
  GOOD(cuMemHostGetDevicePointer(&seen, mapped, 0));
  GOOD(cuMemsetD16(seen, 0x1234, 128));
  EXPECT(static_cast<unsigned short*>(mapped)[127] == 0x1234);
  GOOD(cuMemHostRegister(own, sizeof own, 0));
  GOOD(cuMemHostGetDevicePointer(&seen, own, 0));
  GOOD(cuMemsetD32(seen, 7, 64));
  EXPECT(own[63] == 7);
  GOOD(cuMemHostUnregister(own));
  GOOD(cuMemAllocManaged(&managed, 64, CU_MEM_ATTACH_GLOBAL));
  *reinterpret_cast<int*>(managed) = 5;
  int five = 0;
  GOOD(cuMemcpyDtoH(&five, managed, 4));
  EXPECT(five == 5);
  GOOD(cuMemFree(managed));
  GOOD(cuMemFreeHost(pinned));
  GOOD(cuMemFreeHost(mapped));
}
static void copies(CUstream stream) {
  CUdeviceptr a = 0, b = 0, pitched = 0, base = 0;
  size_t bytes = 0, pitch = 0;
  int in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8] = {};
  GOOD(cuMemAlloc(&a, sizeof in));
  GOOD(cuMemAllocAsync(&b, sizeof in, stream));
  GOOD(cuMemcpyHtoDAsync(a, in, sizeof in, stream));
  GOOD(cuMemcpyDtoDAsync(b, a, sizeof in, stream));
  GOOD(cuMemcpyDtoHAsync(out, b, sizeof in, stream));
  EXPECT(std::memcmp(in, out, sizeof in) == 0);
  GOOD(cuMemsetD8Async(a, 0, 4, stream));
  GOOD(cuMemsetD32Async(a + 4, 9, 1, stream));
  GOOD(cuMemcpyDtoD(b, a, 8));
  GOOD(cuMemcpy(b + 8, a + 4, 4));
  GOOD(cuMemcpyAsync(b + 12, a + 4, 4, stream));
  GOOD(cuMemcpyDtoH(out, b, sizeof out));
  EXPECT(out[0] == 0 && out[1] == 9 && out[2] == 9 && out[3] == 9 && out[4] == 5);
  GOOD(cuMemGetAddressRange(&base, &bytes, a + 5));
  EXPECT(base == a && bytes == sizeof in);
  CUdevice where = -1;
  GOOD(cuPointerGetAttribute(&where, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, a));
  EXPECT(where == 0);
  GOOD(cuMemAllocPitch(&pitched, &pitch, 100, 3, 4));
  EXPECT(pitch >= 100);
  GOOD(cuMemFree(pitched));
  GOOD(cuMemFreeAsync(b, stream));
  GOOD(cuMemFree(a));
}
static void mapped_memory(CUdevice device) {
  CUmemAllocationProp prop;
  std::memset(&prop, 0, sizeof prop);
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  prop.location.id = device;
  size_t grain = 0;
  GOOD(cuMemGetAllocationGranularity(&grain, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  EXPECT(grain > 0);
  CUdeviceptr place = 0;
  CUmemGenericAllocationHandle handle;
  GOOD(cuMemAddressReserve(&place, grain, 0, 0, 0));
  GOOD(cuMemCreate(&handle, grain, &prop, 0));
  GOOD(cuMemMap(place, grain, 0, handle, 0));
  CUmemAccessDesc access;
  std::memset(&access, 0, sizeof access);
  access.location = prop.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  GOOD(cuMemSetAccess(place, grain, &access, 1));
  int six = 6, back = 0;
  GOOD(cuMemcpyHtoD(place, &six, 4));
  GOOD(cuMemcpyDtoH(&back, place, 4));
  EXPECT(back == 6);
  GOOD(cuMemUnmap(place, grain));
  EXPECT(cuMemcpyDtoH(&back, place, 4) != CUDA_SUCCESS);
  GOOD(cuMemRelease(handle));
  GOOD(cuMemAddressFree(place, grain));
}
int main() {
  CUdevice device;
  CUcontext context;
  CUstream stream;
  GOOD(cuInit(0));
  GOOD(cuDeviceGet(&device, 0));
  contexts(device);
  GOOD(cuDevicePrimaryCtxRetain(&context, device));
  GOOD(cuCtxSetCurrent(context));
  GOOD(cuStreamCreate(&stream, 0));
  properties(device);
  host_memory();
  copies(stream);
  mapped_memory(device);
  const char* text = nullptr;
  GOOD(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
  EXPECT(text && std::strlen(text) > 3);
  GOOD(cuStreamDestroy(stream));
  GOOD(cuDevicePrimaryCtxRelease(device));
  GOOD(cuDevicePrimaryCtxReset(device));
  return passed();
}
