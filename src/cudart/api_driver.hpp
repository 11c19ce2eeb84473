// The functions behind libcuda.so.1, the driver API. Most are the runtime's under other names: the
// process has one device and one context, which both share.
#pragma once

#include <cstddef>
#include <cstdint>

// clang-format off
#pragma GCC visibility push(default)
extern "C" {
int heddle_cuInit(unsigned flags);
int heddle_cuDriverGetVersion(int* version);
int heddle_cuDeviceGet(int* device, int ordinal);
int heddle_cuDeviceGetCount(int* count);
int heddle_cuDeviceGetName(char* name, int length, int device);
int heddle_cuDeviceGetUuid(void* uuid, int device);
int heddle_cuDeviceGetAttribute(int* value, int attribute, int device);
int heddle_cuDeviceTotalMem(size_t* bytes, int device);
int heddle_cuDeviceComputeCapability(int* major, int* minor, int device);
int heddle_cuDeviceGetPCIBusId(char* id, int length, int device);
int heddle_cuDeviceCanAccessPeer(int* can, int device, int peer);
int heddle_cuDevicePrimaryCtxRetain(void** context, int device);
int heddle_cuDevicePrimaryCtxRelease(int device);
int heddle_cuDevicePrimaryCtxReset(int device);
int heddle_cuDevicePrimaryCtxSetFlags(int device, unsigned flags);
int heddle_cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active);
int heddle_cuCtxCreate(void** context, unsigned flags, int device);
int heddle_cuCtxCreate_v3(void** context, const void* affinity, int count, unsigned flags,
                          int device);
int heddle_cuCtxCreate_v4(void** context, const void* parameters, unsigned flags, int device);
int heddle_cuCtxDestroy(void* context);
int heddle_cuCtxSetCurrent(void* context);
int heddle_cuCtxGetCurrent(void** context);
int heddle_cuCtxPushCurrent(void* context);
int heddle_cuCtxPopCurrent(void** context);
int heddle_cuCtxGetDevice(int* device);
int heddle_cuCtxSynchronize();
int heddle_cuCtxGetApiVersion(void* context, unsigned* version);
int heddle_cuCtxSetCacheConfig(int preference);
int heddle_cuCtxGetStreamPriorityRange(int* least, int* greatest);
int heddle_cuCtxSetLimit(int limit, size_t value);
int heddle_cuCtxGetLimit(size_t* value, int limit);
int heddle_cuModuleLoad(void** module, const char* file);
int heddle_cuModuleLoadData(void** module, const void* image);
int heddle_cuModuleLoadDataEx(void** module, const void* image, unsigned count, int* options, void** values);
int heddle_cuModuleLoadFatBinary(void** module, const void* image);
int heddle_cuModuleUnload(void* module);
int heddle_cuModuleGetFunction(void** function, void* module, const char* name);
int heddle_cuModuleGetGlobal(uint64_t* pointer, size_t* bytes, void* module, const char* name);
int heddle_cuMemGetInfo(size_t* free, size_t* total);
int heddle_cuMemAlloc(uint64_t* pointer, size_t bytes);
int heddle_cuMemAllocPitch(uint64_t* pointer, size_t* pitch, size_t width, size_t height, unsigned element);
int heddle_cuMemAllocManaged(uint64_t* pointer, size_t bytes, unsigned flags);
int heddle_cuMemAllocAsync(uint64_t* pointer, size_t bytes, void* stream);
int heddle_cuMemFree(uint64_t pointer);
int heddle_cuMemFreeAsync(uint64_t pointer, void* stream);
int heddle_cuMemAllocHost(void** pointer, size_t bytes);
int heddle_cuMemHostAlloc(void** pointer, size_t bytes, unsigned flags);
int heddle_cuMemFreeHost(void* pointer);
int heddle_cuMemHostRegister(void* pointer, size_t bytes, unsigned flags);
int heddle_cuMemHostUnregister(void* pointer);
int heddle_cuMemHostGetDevicePointer(uint64_t* device, void* host, unsigned flags);
int heddle_cuMemGetAddressRange(uint64_t* base, size_t* bytes, uint64_t pointer);
int heddle_cuMemGetAllocationGranularity(size_t* bytes, const void* properties, int option);
int heddle_cuMemAddressReserve(uint64_t* pointer, size_t bytes, size_t align, uint64_t address, uint64_t flags);
int heddle_cuMemCreate(uint64_t* handle, size_t bytes, const void* properties, uint64_t flags);
int heddle_cuMemMap(uint64_t pointer, size_t bytes, size_t offset, uint64_t handle, uint64_t flags);
int heddle_cuMemSetAccess(uint64_t pointer, size_t bytes, const void* access, size_t count);
int heddle_cuMemUnmap(uint64_t address, size_t bytes);
int heddle_cuMemAddressFree(uint64_t address, size_t bytes);
int heddle_cuMemRelease(uint64_t handle);
int heddle_cuMemcpy(uint64_t to, uint64_t from, size_t bytes);
int heddle_cuMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, void* stream);
int heddle_cuMemcpyHtoD(uint64_t to, const void* from, size_t bytes);
int heddle_cuMemcpyDtoH(void* to, uint64_t from, size_t bytes);
int heddle_cuMemcpyDtoD(uint64_t to, uint64_t from, size_t bytes);
int heddle_cuMemcpyHtoDAsync(uint64_t to, const void* from, size_t bytes, void* stream);
int heddle_cuMemcpyDtoHAsync(void* to, uint64_t from, size_t bytes, void* stream);
int heddle_cuMemcpyDtoDAsync(uint64_t to, uint64_t from, size_t bytes, void* stream);
int heddle_cuMemsetD8(uint64_t to, unsigned char value, size_t count);
int heddle_cuMemsetD16(uint64_t to, unsigned short value, size_t count);
int heddle_cuMemsetD32(uint64_t to, unsigned value, size_t count);
int heddle_cuMemsetD8Async(uint64_t to, unsigned char value, size_t count, void* stream);
int heddle_cuMemsetD32Async(uint64_t to, unsigned value, size_t count, void* stream);
int heddle_cuPointerGetAttribute(void* out, int attribute, uint64_t pointer);
int heddle_cuOccupancyMaxPotentialBlockSize(int* grid, int* block, void* function,
                                            size_t (*shared_of)(int), size_t shared, int limit);
int heddle_cuFuncGetAttribute(int* value, int attribute, void* function);
int heddle_cuFuncSetAttribute(void* function, int attribute, int value);
int heddle_cuFuncSetCacheConfig(void* function, int preference);
int heddle_cuFuncSetSharedMemConfig(void* function, int configuration);
int heddle_cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void* stream, void** arguments, void** extra);
int heddle_cuLaunchCooperativeKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void* stream, void** arguments);
int heddle_cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function, int threads, size_t shared);
int heddle_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, void* function, int threads, size_t shared, unsigned flags);
int heddle_cuStreamCreate(void** stream, unsigned flags);
int heddle_cuStreamCreateWithPriority(void** stream, unsigned flags, int priority);
int heddle_cuStreamDestroy(void* stream);
int heddle_cuStreamSynchronize(void* stream);
int heddle_cuStreamQuery(void* stream);
int heddle_cuStreamWaitEvent(void* stream, void* event, unsigned flags);
int heddle_cuStreamAddCallback(void* stream, void (*function)(void*, int, void*), void* data, unsigned flags);
int heddle_cuLaunchHostFunc(void* stream, void (*function)(void*), void* data);
int heddle_cuEventCreate(void** event, unsigned flags);
int heddle_cuEventDestroy(void* event);
int heddle_cuEventRecord(void* event, void* stream);
int heddle_cuEventSynchronize(void* event);
int heddle_cuEventQuery(void* event);
int heddle_cuEventElapsedTime(float* milliseconds, void* from, void* to);
int heddle_cuGetErrorName(int code, const char** name);
int heddle_cuGetErrorString(int code, const char** text);
int heddle_cuGetProcAddress(const char* name, void** function, int version, uint64_t flags);
int heddle_cuGetProcAddress_v2(const char* name, void** function, int version, uint64_t flags, int* status);
int heddle_cuProfilerStart();
int heddle_cuProfilerStop();
}
#pragma GCC visibility pop
