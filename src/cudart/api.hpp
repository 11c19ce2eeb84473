// What libheddle_cuda.so exports: the functions behind the CUDA libraries, one for each in the last
// column of functions.list, with the prefix heddle_. The libraries themselves (libcudart.so.12,
// .13, libcuda.so.1) are jumps to these (cmake/cuda_front.cmake). Signatures are CUDA's, in types
// of ours.
#pragma once

#include "cudart/types.hpp"

#pragma GCC visibility push(default)
extern "C" {
using heddle::cudart::ChannelFormat;
using heddle::cudart::Copy3D;
using heddle::cudart::Dim;
using heddle::cudart::Extent;
using heddle::cudart::FunctionProperties;
using heddle::cudart::LaunchConfiguration;
using heddle::cudart::Pitched;
using heddle::cudart::PointerAttributes;

int heddle_cuda_unsupported(int index);

// registration
void** heddle___cudaRegisterFatBinary(const void* wrapper);
void heddle___cudaRegisterFatBinaryEnd(void** handle);
void heddle___cudaUnregisterFatBinary(void** handle);
void heddle___cudaRegisterFunction(void** handle, const void* host, char* device_function,
                                   const char* name, int thread_limit, void* tid, void* bid,
                                   void* block, void* grid, int* warp_size);
void heddle___cudaRegisterVar(void** handle, void* host, char* device_address, const char* name,
                              int external, size_t size, int constant, int global);
void heddle___cudaRegisterManagedVar(void** handle, void** host, char* device_address,
                                     const char* name, int external, size_t size, int constant,
                                     int global);
void heddle___cudaRegisterHostVar(void** handle, const char* name, void* host, size_t size);
char heddle___cudaInitModule(void** handle);
void heddle___heddleManagedVariables(void* begin, void* end);
void heddle___heddleRegisterLinkedBinary(void (*callback)(void**), const void* wrapper,
                                         const void* module, void (*unused)(void*));

// launches
unsigned heddle___cudaPushCallConfiguration(Dim grid, Dim block, size_t shared, void* stream);
int heddle___cudaPopCallConfiguration(Dim* grid, Dim* block, size_t* shared, void** stream);
int heddle___cudaGetKernel(void** kernel, const void* host);
int heddle___cudaLaunchKernel(void* kernel, Dim grid, Dim block, void** arguments, size_t shared,
                              void* stream);
int heddle_cudaGetKernel(void** kernel, const void* host);
int heddle_cudaGetFuncBySymbol(void** function, const void* host);
int heddle_cudaLaunchKernel(const void* host, Dim grid, Dim block, void** arguments, size_t shared,
                            void* stream);
int heddle_cudaLaunchCooperativeKernel(const void* host, Dim grid, Dim block, void** arguments,
                                       size_t shared, void* stream);
int heddle_cudaLaunchKernelExC(const LaunchConfiguration* configuration, const void* host,
                               void** arguments);
int heddle_cudaLaunchHostFunc(void* stream, void (*function)(void*), void* data);
int heddle_cudaFuncGetAttributes(FunctionProperties* out, const void* host);
int heddle_cudaFuncSetAttribute(const void* host, int attribute, int value);
int heddle_cudaFuncSetCacheConfig(const void* host, int preference);
int heddle_cudaFuncSetSharedMemConfig(const void* host, int configuration);
int heddle_cudaFuncGetName(const char** name, const void* host);
int heddle_cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* host, int threads,
                                                         size_t shared);
int heddle_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* host,
                                                                  int threads, size_t shared,
                                                                  unsigned flags);
int heddle_cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* host, int blocks,
                                                     int threads);

// memory
int heddle_cudaMalloc(void** pointer, size_t bytes);
int heddle_cudaMallocAsync(void** pointer, size_t bytes, void* stream);
int heddle_cudaMallocFromPoolAsync(void** pointer, size_t bytes, void* pool, void* stream);
int heddle_cudaMallocManaged(void** pointer, size_t bytes, unsigned flags);
int heddle_cudaMallocHost(void** pointer, size_t bytes);
int heddle_cudaHostAlloc(void** pointer, size_t bytes, unsigned flags);
int heddle_cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height);
int heddle_cudaMalloc3D(Pitched* out, Extent extent);
int heddle_cudaFree(void* pointer);
int heddle_cudaFreeAsync(void* pointer, void* stream);
int heddle_cudaFreeHost(void* pointer);
int heddle_cudaHostRegister(void* pointer, size_t bytes, unsigned flags);
int heddle_cudaHostUnregister(void* pointer);
int heddle_cudaHostGetDevicePointer(void** device, void* host, unsigned flags);
int heddle_cudaHostGetFlags(unsigned* flags, void* pointer);
int heddle_cudaPointerGetAttributes(PointerAttributes* out, const void* pointer);
int heddle_cudaMemGetInfo(size_t* free, size_t* total);
int heddle_cudaMemAdvise(const void* pointer, size_t bytes);
int heddle_cudaMemPrefetchAsync(const void* pointer, size_t bytes);
int heddle_cudaDeviceGetDefaultMemPool(void** pool, int device);
int heddle_cudaDeviceGetMemPool(void** pool, int device);
int heddle_cudaDeviceSetMemPool(int device, void* pool);
int heddle_cudaMemPoolSetAttribute(void* pool, int attribute, void* value);
int heddle_cudaMemPoolGetAttribute(void* pool, int attribute, void* value);
int heddle_cudaMemPoolTrimTo(void* pool, size_t bytes);
int heddle_cudaStreamAttachMemAsync(void* stream, void* pointer, size_t bytes, unsigned flags);

// copies
int heddle_cudaMemcpy(void* to, const void* from, size_t bytes, int kind);
int heddle_cudaMemcpyAsync(void* to, const void* from, size_t bytes, int kind, void* stream);
int heddle_cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes);
int heddle_cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                               size_t bytes, void* stream);
int heddle_cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                        size_t width, size_t height, int kind);
int heddle_cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                             size_t width, size_t height, int kind, void* stream);
int heddle_cudaMemcpy3D(const Copy3D* copy);
int heddle_cudaMemcpy3DAsync(const Copy3D* copy, void* stream);
int heddle_cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                              int kind);
int heddle_cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                   size_t offset, int kind, void* stream);
int heddle_cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                int kind);
int heddle_cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                     int kind, void* stream);
int heddle_cudaGetSymbolAddress(void** pointer, const void* symbol);
int heddle_cudaGetSymbolSize(size_t* size, const void* symbol);
int heddle_cudaMemset(void* pointer, int value, size_t bytes);
int heddle_cudaMemsetAsync(void* pointer, int value, size_t bytes, void* stream);
int heddle_cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height);
int heddle_cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                             void* stream);
int heddle_cudaMemset3D(Pitched pointer, int value, Extent extent);
int heddle_cudaMemset3DAsync(Pitched pointer, int value, Extent extent, void* stream);

// streams and events
int heddle_cudaStreamCreate(void** stream);
int heddle_cudaStreamCreateWithFlags(void** stream, unsigned flags);
int heddle_cudaStreamCreateWithPriority(void** stream, unsigned flags, int priority);
int heddle_cudaStreamDestroy(void* stream);
int heddle_cudaStreamSynchronize(void* stream);
int heddle_cudaStreamQuery(void* stream);
int heddle_cudaStreamWaitEvent(void* stream, void* event, unsigned flags);
int heddle_cudaStreamAddCallback(void* stream, void (*function)(void*, int, void*), void* data,
                                 unsigned flags);
int heddle_cudaStreamGetFlags(void* stream, unsigned* flags);
int heddle_cudaStreamGetPriority(void* stream, int* priority);
int heddle_cudaStreamGetId(void* stream, unsigned long long* id);
int heddle_cudaStreamGetDevice(void* stream, int* device);
int heddle_cudaStreamIsCapturing(void* stream, int* status);
int heddle_cudaStreamSetAttribute(void* stream, int attribute, const void* value);
int heddle_cudaStreamGetAttribute(void* stream, int attribute, void* value);
int heddle_cudaStreamCopyAttributes(void* to, void* from);
int heddle_cudaThreadExchangeStreamCaptureMode(int* mode);
int heddle_cudaEventCreate(void** event);
int heddle_cudaEventCreateWithFlags(void** event, unsigned flags);
int heddle_cudaEventDestroy(void* event);
int heddle_cudaEventRecord(void* event, void* stream);
int heddle_cudaEventRecordWithFlags(void* event, void* stream, unsigned flags);
int heddle_cudaEventSynchronize(void* event);
int heddle_cudaEventQuery(void* event);
int heddle_cudaEventElapsedTime(float* milliseconds, void* from, void* to);

// the device
int heddle_cudaGetDeviceCount(int* count);
int heddle_cudaGetDevice(int* device);
int heddle_cudaSetDevice(int device);
int heddle_cudaDeviceGetP2PAttribute(int* value, int attribute, int from, int to);
int heddle_cudaInitDevice(int device, unsigned flags, unsigned more);
int heddle_cudaSetValidDevices(int* devices, int count);
int heddle_cudaSetDeviceFlags(unsigned flags);
int heddle_cudaGetDeviceFlags(unsigned* flags);
int heddle_cudaChooseDevice(int* device, const void* properties);
int heddle_cudaGetDeviceProperties_11(void* out, int device);
int heddle_cudaGetDeviceProperties_12(void* out, int device);
int heddle_cudaGetDeviceProperties_13(void* out, int device);
int heddle_cudaDeviceGetAttribute(int* value, int attribute, int device);
int heddle_cudaDeviceGetByPCIBusId(int* device, const char* id);
int heddle_cudaDeviceGetPCIBusId(char* id, int length, int device);
int heddle_cudaDeviceCanAccessPeer(int* can, int device, int peer);
int heddle_cudaDeviceEnablePeerAccess(int peer, unsigned flags);
int heddle_cudaDeviceDisablePeerAccess(int peer);
int heddle_cudaDeviceSynchronize();
int heddle_cudaDeviceReset();
int heddle_cudaDeviceGetLimit(size_t* value, int limit);
int heddle_cudaDeviceSetLimit(int limit, size_t value);
int heddle_cudaDeviceGetCacheConfig(int* preference);
int heddle_cudaDeviceSetCacheConfig(int preference);
int heddle_cudaDeviceGetSharedMemConfig(int* configuration);
int heddle_cudaDeviceSetSharedMemConfig(int configuration);
int heddle_cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
int heddle_cudaCtxResetPersistingL2Cache();
int heddle_cudaDriverGetVersion(int* version);
int heddle_cudaRuntimeGetVersion_12(int* version);
int heddle_cudaRuntimeGetVersion_13(int* version);
int heddle_cudaProfilerStart();
int heddle_cudaProfilerStop();
ChannelFormat heddle_cudaCreateChannelDesc(int x, int y, int z, int w, int kind);

// errors and entry points
int heddle_cudaGetLastError();
int heddle_cudaPeekAtLastError();
const char* heddle_cudaGetErrorName(int code);
const char* heddle_cudaGetErrorString(int code);
int heddle_cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long flags,
                                   int* status);
int heddle_cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned version,
                                            unsigned long long flags, int* status);
}
#pragma GCC visibility pop
