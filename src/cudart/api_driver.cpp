// The driver API on devices, contexts, memory, streams and events, in terms of the runtime API.
#include "cudart/api_driver.hpp"

#include <cstdio>
#include <cstring>

#include "cudart/api.hpp"
#include "cudart/calls.hpp"
#include "cudart/driver_codes.hpp"
#include "cudart/properties.hpp"

namespace heddle::cudart {

namespace {

/// The context: there is one, and it is always current.
void* the_context() {
  static char context;
  return &context;
}

void* pointer(uint64_t address) { return reinterpret_cast<void*>(address); }
void** pointer(uint64_t* address) { return reinterpret_cast<void**>(address); }

constexpr size_t kMappingStep = size_t{2} << 20;

int only(int device) { return device == 0 ? kSuccess : kInvalidDevice; }

template <class T>
int fill(const char* function, uint64_t to, T value, size_t count) {
  return driver(enter(function, [&](Gpu& gpu) -> int {
    if (count == 0) return kSuccess;
    if (!gpu.device().memory().find(to, count * sizeof(T))) return kInvalidValue;
    for (size_t i = 0; i < count; i++) std::memcpy(reinterpret_cast<T*>(to) + i, &value, sizeof(T));
    gpu.time().add_copy(count * sizeof(T) / 4);
    return kSuccess;
  }));
}

}  // namespace

int driver(int code) {
  switch (code) {
    case kInvalidConfiguration:
    case kInvalidPitch:
    case kInvalidMemcpyDirection: return kInvalidValue;
    case kInvalidDeviceFunction: return kInvalidHandle;
    case kInvalidSymbol: return kSymbolNotFound;
    default: return code;
  }
}

}  // namespace heddle::cudart

using namespace heddle::cudart;

int heddle_cuInit(unsigned flags) {
  if (flags != 0) return kInvalidValue;
  return try_gpu() ? kSuccess : kInitializationError;
}
int heddle_cuDriverGetVersion(int* version) { return heddle_cudaDriverGetVersion(version); }
int heddle_cuDeviceGet(int* device, int ordinal) {
  if (!device) return kInvalidValue;
  *device = 0;
  return only(ordinal);
}
int heddle_cuDeviceGetCount(int* count) { return driver(heddle_cudaGetDeviceCount(count)); }
int heddle_cuDeviceGetName(char* name, int length, int device) {
  return driver(enter("cuDeviceGetName", [&](Gpu& gpu) -> int {
    if (!name || length <= 0) return kInvalidValue;
    std::snprintf(name, static_cast<size_t>(length), "%s", device_name(gpu).c_str());
    return only(device);
  }));
}
int heddle_cuDeviceGetUuid(void* uuid, int device) {
  if (!uuid) return kInvalidValue;
  std::memset(uuid, 'h', 16);
  return only(device);
}
int heddle_cuDeviceGetAttribute(int* value, int number, int device) {
  return driver(heddle_cudaDeviceGetAttribute(value, number, device));
}
int heddle_cuDeviceTotalMem(size_t* bytes, int device) {
  size_t free = 0;
  const int code = heddle_cudaMemGetInfo(&free, bytes);
  return code != kSuccess ? driver(code) : only(device);
}
int heddle_cuDeviceComputeCapability(int* major, int* minor, int device) {
  *major = Modules::kCapability / 10;
  *minor = Modules::kCapability % 10;
  return only(device);
}
int heddle_cuDeviceGetPCIBusId(char* id, int length, int device) {
  return driver(heddle_cudaDeviceGetPCIBusId(id, length, device));
}
int heddle_cuDeviceCanAccessPeer(int* can, int device, int peer) {
  return driver(heddle_cudaDeviceCanAccessPeer(can, device, peer));
}

int heddle_cuDevicePrimaryCtxRetain(void** context, int device) {
  if (!context) return kInvalidValue;
  *context = the_context();
  return only(device);
}
int heddle_cuDevicePrimaryCtxRelease(int device) { return only(device); }
int heddle_cuDevicePrimaryCtxReset(int device) {
  const int code = only(device);
  return code != kSuccess ? code : driver(heddle_cudaDeviceReset());
}
int heddle_cuDevicePrimaryCtxSetFlags(int device, unsigned) { return only(device); }
int heddle_cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  if (flags) *flags = 0;
  if (active) *active = 1;
  return only(device);
}
int heddle_cuCtxCreate(void** context, unsigned, int device) {
  return heddle_cuDevicePrimaryCtxRetain(context, device);
}
int heddle_cuCtxCreate_v3(void** context, const void*, int, unsigned flags, int device) {
  return heddle_cuCtxCreate(context, flags, device);
}
int heddle_cuCtxCreate_v4(void** context, const void*, unsigned flags, int device) {
  return heddle_cuCtxCreate(context, flags, device);
}
int heddle_cuCtxDestroy(void* context) { return context == the_context() ? kSuccess : 201; }
int heddle_cuCtxSetCurrent(void* context) {
  return !context || context == the_context() ? kSuccess : 201;
}
int heddle_cuCtxGetCurrent(void** context) { return heddle_cuDevicePrimaryCtxRetain(context, 0); }
int heddle_cuCtxPushCurrent(void* context) { return heddle_cuCtxSetCurrent(context); }
int heddle_cuCtxPopCurrent(void** context) {
  if (context) *context = the_context();
  return kSuccess;
}
int heddle_cuCtxGetDevice(int* device) { return driver(heddle_cudaGetDevice(device)); }
int heddle_cuCtxSynchronize() { return driver(heddle_cudaDeviceSynchronize()); }
int heddle_cuCtxGetApiVersion(void*, unsigned* version) {
  *version = 3020;
  return kSuccess;
}
int heddle_cuCtxSetCacheConfig(int preference) {
  return driver(heddle_cudaDeviceSetCacheConfig(preference));
}
int heddle_cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return heddle_cudaDeviceGetStreamPriorityRange(least, greatest);
}
int heddle_cuCtxSetLimit(int limit, size_t value) {
  return driver(heddle_cudaDeviceSetLimit(limit, value));
}
int heddle_cuCtxGetLimit(size_t* value, int limit) {
  return driver(heddle_cudaDeviceGetLimit(value, limit));
}

int heddle_cuMemGetInfo(size_t* free, size_t* total) {
  return driver(heddle_cudaMemGetInfo(free, total));
}
int heddle_cuMemAlloc(uint64_t* out, size_t bytes) {
  return bytes == 0 ? static_cast<int>(kInvalidValue)
                    : driver(heddle_cudaMalloc(pointer(out), bytes));
}
int heddle_cuMemAllocPitch(uint64_t* out, size_t* pitch, size_t width, size_t height, unsigned) {
  return driver(heddle_cudaMallocPitch(pointer(out), pitch, width, height));
}
int heddle_cuMemAllocManaged(uint64_t* out, size_t bytes, unsigned flags) {
  return driver(heddle_cudaMallocManaged(pointer(out), bytes, flags));
}
int heddle_cuMemAllocAsync(uint64_t* out, size_t bytes, void* stream) {
  return driver(heddle_cudaMallocAsync(pointer(out), bytes, stream));
}
int heddle_cuMemFree(uint64_t address) { return driver(heddle_cudaFree(pointer(address))); }
int heddle_cuMemFreeAsync(uint64_t address, void* stream) {
  return driver(heddle_cudaFreeAsync(pointer(address), stream));
}
int heddle_cuMemAllocHost(void** out, size_t bytes) {
  return driver(heddle_cudaMallocHost(out, bytes));
}
int heddle_cuMemHostAlloc(void** out, size_t bytes, unsigned flags) {
  return driver(heddle_cudaHostAlloc(out, bytes, flags));
}
int heddle_cuMemFreeHost(void* host) { return driver(heddle_cudaFreeHost(host)); }
int heddle_cuMemHostRegister(void* host, size_t bytes, unsigned flags) {
  return driver(heddle_cudaHostRegister(host, bytes, flags));
}
int heddle_cuMemHostUnregister(void* host) { return driver(heddle_cudaHostUnregister(host)); }
int heddle_cuMemHostGetDevicePointer(uint64_t* device, void* host, unsigned flags) {
  return driver(heddle_cudaHostGetDevicePointer(pointer(device), host, flags));
}
int heddle_cuMemGetAddressRange(uint64_t* base, size_t* bytes, uint64_t address) {
  return driver(enter("cuMemGetAddressRange", [&](Gpu& gpu) -> int {
    const heddle::Allocation* found = gpu.device().memory().find(address, 1);
    if (!found) return kInvalidValue;
    if (base) *base = found->base;
    if (bytes) *bytes = found->size;
    return kSuccess;
  }));
}

// Memory at addresses that the program chooses. What it reserves it then maps and may access; here
// the mapping is what allocates.
int heddle_cuMemGetAllocationGranularity(size_t* bytes, const void*, int) {
  *bytes = kMappingStep;
  return kSuccess;
}
int heddle_cuMemAddressReserve(uint64_t* out, size_t bytes, size_t, uint64_t address, uint64_t) {
  return driver(enter("cuMemAddressReserve", [&](Gpu& gpu) -> int {
    if (!out || bytes == 0 || bytes % kMappingStep != 0) return kInvalidValue;
    if (address == 0) address = gpu.reserve(bytes);
    if (gpu.device().memory().find(address, 1)) return kOutOfMemory;
    *out = address;
    return kSuccess;
  }));
}
int heddle_cuMemCreate(uint64_t* handle, size_t bytes, const void*, uint64_t) {
  if (!handle || bytes == 0) return kInvalidValue;
  *handle = bytes;  // its size is all there is to know
  return kSuccess;
}
int heddle_cuMemMap(uint64_t address, size_t bytes, size_t offset, uint64_t handle, uint64_t) {
  return driver(enter("cuMemMap", [&](Gpu& gpu) -> int {
    if (offset != 0 || bytes > handle) return kInvalidValue;
    gpu.place(address, bytes);
    return kSuccess;
  }));
}
int heddle_cuMemSetAccess(uint64_t address, size_t bytes, const void*, size_t) {
  return driver(enter("cuMemSetAccess", [&](Gpu& gpu) -> int {
    return gpu.device().memory().find(address, bytes) ? kSuccess : kInvalidValue;
  }));
}
int heddle_cuMemRelease(uint64_t) { return kSuccess; }
int heddle_cuMemUnmap(uint64_t address, size_t) {
  return driver(heddle_cudaFree(pointer(address)));
}
int heddle_cuMemAddressFree(uint64_t, size_t) { return kSuccess; }

int heddle_cuMemcpy(uint64_t to, uint64_t from, size_t bytes) {
  return driver(heddle_cudaMemcpy(pointer(to), pointer(from), bytes, kDefault));
}
int heddle_cuMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, void* stream) {
  return driver(heddle_cudaMemcpyAsync(pointer(to), pointer(from), bytes, kDefault, stream));
}
int heddle_cuMemcpyHtoD(uint64_t to, const void* from, size_t bytes) {
  return driver(heddle_cudaMemcpy(pointer(to), from, bytes, kHostToDevice));
}
int heddle_cuMemcpyDtoH(void* to, uint64_t from, size_t bytes) {
  return driver(heddle_cudaMemcpy(to, pointer(from), bytes, kDeviceToHost));
}
int heddle_cuMemcpyDtoD(uint64_t to, uint64_t from, size_t bytes) {
  return driver(heddle_cudaMemcpy(pointer(to), pointer(from), bytes, kDeviceToDevice));
}
int heddle_cuMemcpyHtoDAsync(uint64_t to, const void* from, size_t bytes, void* stream) {
  return driver(heddle_cudaMemcpyAsync(pointer(to), from, bytes, kHostToDevice, stream));
}
int heddle_cuMemcpyDtoHAsync(void* to, uint64_t from, size_t bytes, void* stream) {
  return driver(heddle_cudaMemcpyAsync(to, pointer(from), bytes, kDeviceToHost, stream));
}
int heddle_cuMemcpyDtoDAsync(uint64_t to, uint64_t from, size_t bytes, void* stream) {
  return driver(heddle_cudaMemcpyAsync(pointer(to), pointer(from), bytes, kDeviceToDevice, stream));
}
int heddle_cuMemsetD8(uint64_t to, unsigned char value, size_t count) {
  return fill("cuMemsetD8", to, value, count);
}
int heddle_cuMemsetD16(uint64_t to, unsigned short value, size_t count) {
  return fill("cuMemsetD16", to, value, count);
}
int heddle_cuMemsetD32(uint64_t to, unsigned value, size_t count) {
  return fill("cuMemsetD32", to, value, count);
}
int heddle_cuMemsetD8Async(uint64_t to, unsigned char value, size_t count, void*) {
  return heddle_cuMemsetD8(to, value, count);
}
int heddle_cuMemsetD32Async(uint64_t to, unsigned value, size_t count, void*) {
  return heddle_cuMemsetD32(to, value, count);
}
int heddle_cuPointerGetAttribute(void* out, int attribute, uint64_t address) {
  PointerAttributes found;
  const int code = heddle_cudaPointerGetAttributes(&found, pointer(address));
  if (code != kSuccess) return driver(code);
  if (found.type == MemoryType::Unregistered) return kInvalidValue;
  switch (attribute) {
    case 1: *static_cast<void**>(out) = the_context(); break;
    case 2: *static_cast<unsigned*>(out) = found.type == MemoryType::Host ? 1 : 2; break;
    case 3: *static_cast<void**>(out) = found.device_pointer; break;
    case 4: *static_cast<void**>(out) = found.host_pointer; break;
    case 8: *static_cast<unsigned*>(out) = found.type == MemoryType::Managed; break;
    case 9: *static_cast<int*>(out) = 0; break;
    default: return kInvalidValue;
  }
  return kSuccess;
}

int heddle_cuStreamCreate(void** stream, unsigned flags) {
  return driver(heddle_cudaStreamCreateWithFlags(stream, flags));
}
int heddle_cuStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
  return driver(heddle_cudaStreamCreateWithPriority(stream, flags, priority));
}
int heddle_cuStreamDestroy(void* stream) { return driver(heddle_cudaStreamDestroy(stream)); }
int heddle_cuStreamSynchronize(void* stream) {
  return driver(heddle_cudaStreamSynchronize(stream));
}
int heddle_cuStreamQuery(void* stream) { return driver(heddle_cudaStreamQuery(stream)); }
int heddle_cuStreamWaitEvent(void* stream, void* event, unsigned flags) {
  return driver(heddle_cudaStreamWaitEvent(stream, event, flags));
}
int heddle_cuStreamAddCallback(void* stream, void (*function)(void*, int, void*), void* data,
                               unsigned flags) {
  return driver(heddle_cudaStreamAddCallback(stream, function, data, flags));
}
int heddle_cuLaunchHostFunc(void* stream, void (*function)(void*), void* data) {
  return driver(heddle_cudaLaunchHostFunc(stream, function, data));
}
int heddle_cuEventCreate(void** event, unsigned flags) {
  return driver(heddle_cudaEventCreateWithFlags(event, flags));
}
int heddle_cuEventDestroy(void* event) { return driver(heddle_cudaEventDestroy(event)); }
int heddle_cuEventRecord(void* event, void* stream) {
  return driver(heddle_cudaEventRecord(event, stream));
}
int heddle_cuEventSynchronize(void* event) { return driver(heddle_cudaEventSynchronize(event)); }
int heddle_cuEventQuery(void* event) { return driver(heddle_cudaEventQuery(event)); }
int heddle_cuEventElapsedTime(float* milliseconds, void* from, void* to) {
  return driver(heddle_cudaEventElapsedTime(milliseconds, from, to));
}

int heddle_cuGetErrorName(int code, const char** name) {
  *name = driver_name_of(code);
  return *name ? kSuccess : kInvalidValue;
}
int heddle_cuGetErrorString(int code, const char** text) {
  *text = driver_name_of(code) ? sentence_of(code) : nullptr;
  return *text ? kSuccess : kInvalidValue;
}
int heddle_cuGetProcAddress_v2(const char* name, void** function, int, uint64_t, int* status) {
  *function = driver_entry(name);
  if (status) *status = *function ? 0 : 1;
  return *function ? kSuccess : kSymbolNotFound;
}
int heddle_cuGetProcAddress(const char* name, void** function, int version, uint64_t flags) {
  return heddle_cuGetProcAddress_v2(name, function, version, flags, nullptr);
}
int heddle_cuProfilerStart() { return kSuccess; }
int heddle_cuProfilerStop() { return kSuccess; }
