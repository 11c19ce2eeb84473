// Memory: allocation, lending host memory to the device, and what a pointer refers to.
#include <algorithm>

#include "cudart/api.hpp"
#include "cudart/calls.hpp"

namespace heddle::cudart {

namespace {

constexpr size_t kPitch = 512;  // rows begin at multiples of this
constexpr unsigned kMostHostFlags = 0xf;

int allocate(const char* function, void** pointer, size_t bytes, MemoryType type,
             unsigned flags = 0) {
  return enter(function, [&](Gpu& gpu) -> int {
    if (!pointer) return kInvalidValue;
    *pointer = nullptr;
    if (bytes == 0) return type == MemoryType::Managed ? kInvalidValue : kSuccess;
    const DeviceMemory& memory = gpu.device().memory();
    if (bytes > memory.total_bytes() - memory.bytes_in_use()) return kOutOfMemory;
    *pointer = gpu.allocate(bytes, type, flags);
    return kSuccess;
  });
}

int release(const char* function, void* pointer, bool host_memory) {
  return enter(function, [&](Gpu& gpu) -> int {
    if (!pointer || gpu.release(pointer, host_memory)) return kSuccess;
    say(fmt::format("{}: {} is not the start of live memory that {} can free; it is {}", function,
                    pointer, function,
                    gpu.device().memory().describe(reinterpret_cast<Address>(pointer))));
    return kInvalidValue;
  });
}

/// Prefetches and advice change nothing here; only their memory is checked.
int check_range(const char* function, const void* pointer) {
  return enter(function, [&](Gpu& gpu) -> int {
    const PointerInfo* info = gpu.find(pointer);
    if (info && info->type != MemoryType::Device) return kSuccess;
    return gpu.device().memory().find(reinterpret_cast<Address>(pointer), 1) && !info
               ? kSuccess  // a managed variable
               : kInvalidValue;
  });
}

/// The one pool there is: of MallocAsync.
void* the_pool() { return reinterpret_cast<void*>(0x3); }

}  // namespace

}  // namespace heddle::cudart

using namespace heddle::cudart;

int heddle_cudaMalloc(void** pointer, size_t bytes) {
  return allocate("cudaMalloc", pointer, bytes, MemoryType::Device);
}

int heddle_cudaMallocAsync(void** pointer, size_t bytes, void*) {
  return allocate("cudaMallocAsync", pointer, bytes, MemoryType::Device);
}

int heddle_cudaMallocFromPoolAsync(void** pointer, size_t bytes, void* pool, void* stream) {
  if (pool != the_pool()) return last_error() = kInvalidValue;
  return heddle_cudaMallocAsync(pointer, bytes, stream);
}

int heddle_cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  return allocate("cudaMallocManaged", pointer, bytes, MemoryType::Managed, flags);
}

int heddle_cudaMallocHost(void** pointer, size_t bytes) {
  return allocate("cudaMallocHost", pointer, bytes, MemoryType::Host);
}

int heddle_cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  if (flags > kMostHostFlags) return last_error() = kInvalidValue;
  return allocate("cudaHostAlloc", pointer, bytes, MemoryType::Host, flags);
}

int heddle_cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  if (!pitch) return last_error() = kInvalidValue;
  *pitch = (width + kPitch - 1) / kPitch * kPitch;
  return allocate("cudaMallocPitch", pointer, *pitch * height, MemoryType::Device);
}

int heddle_cudaMalloc3D(Pitched* out, Extent extent) {
  if (!out) return last_error() = kInvalidValue;
  const size_t pitch = (extent.width + kPitch - 1) / kPitch * kPitch;
  *out = {nullptr, pitch, extent.width, extent.height};
  return allocate("cudaMalloc3D", &out->pointer, pitch * extent.height * extent.depth,
                  MemoryType::Device);
}

int heddle_cudaFree(void* pointer) { return release("cudaFree", pointer, false); }

int heddle_cudaFreeAsync(void* pointer, void*) { return release("cudaFreeAsync", pointer, false); }

int heddle_cudaFreeHost(void* pointer) { return release("cudaFreeHost", pointer, true); }

int heddle_cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  return enter("cudaHostRegister", [&](Gpu& gpu) -> int {
    if (!pointer || bytes == 0) return kInvalidValue;
    if (gpu.find(pointer)) return kHostMemoryAlreadyRegistered;
    gpu.lend(pointer, bytes, flags);
    return kSuccess;
  });
}

int heddle_cudaHostUnregister(void* pointer) {
  return enter("cudaHostUnregister", [&](Gpu& gpu) -> int {
    const void* base = nullptr;
    const PointerInfo* info = gpu.find(pointer, &base);
    if (!info || !info->borrowed || base != pointer) return kHostMemoryNotRegistered;
    gpu.take_back(pointer);
    return kSuccess;
  });
}

int heddle_cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return enter("cudaHostGetDevicePointer", [&](Gpu& gpu) -> int {
    const PointerInfo* info = gpu.find(host);
    if (!device || !info || info->type == MemoryType::Device) return kInvalidValue;
    *device = host;
    return kSuccess;
  });
}

int heddle_cudaHostGetFlags(unsigned* flags, void* pointer) {
  return enter("cudaHostGetFlags", [&](Gpu& gpu) -> int {
    const PointerInfo* info = gpu.find(pointer);
    if (!flags || !info || info->type != MemoryType::Host) return kInvalidValue;
    *flags = info->flags;
    return kSuccess;
  });
}

int heddle_cudaPointerGetAttributes(PointerAttributes* out, const void* pointer) {
  return enter("cudaPointerGetAttributes", [&](Gpu& gpu) -> int {
    if (!out) return kInvalidValue;
    *out = {};
    out->device = -2;
    auto* same = const_cast<void*>(pointer);
    const PointerInfo* info = gpu.find(pointer);
    const auto* variable =
        gpu.device().memory().find(reinterpret_cast<heddle::Address>(pointer), 1);
    if (!info && !variable) {
      out->host_pointer = same;
      return kSuccess;
    }
    out->type = info ? info->type : MemoryType::Device;
    out->device = 0;
    out->device_pointer = same;
    out->host_pointer = out->type == MemoryType::Device ? nullptr : same;
    return kSuccess;
  });
}

int heddle_cudaMemGetInfo(size_t* free, size_t* total) {
  return enter("cudaMemGetInfo", [&](Gpu& gpu) -> int {
    const heddle::DeviceMemory& memory = gpu.device().memory();
    if (total) *total = memory.total_bytes();
    if (free) *free = memory.total_bytes() - memory.bytes_in_use();
    return kSuccess;
  });
}

int heddle_cudaMemAdvise(const void* pointer, size_t) {
  return check_range("cudaMemAdvise", pointer);
}

int heddle_cudaMemPrefetchAsync(const void* pointer, size_t) {
  return check_range("cudaMemPrefetchAsync", pointer);
}

int heddle_cudaStreamAttachMemAsync(void*, void*, size_t, unsigned) { return kSuccess; }

int heddle_cudaDeviceGetDefaultMemPool(void** pool, int device) {
  if (!pool || device != 0) return last_error() = kInvalidValue;
  *pool = the_pool();
  return kSuccess;
}

int heddle_cudaDeviceGetMemPool(void** pool, int device) {
  return heddle_cudaDeviceGetDefaultMemPool(pool, device);
}

int heddle_cudaDeviceSetMemPool(int device, void* pool) {
  return device == 0 && pool == the_pool() ? kSuccess : last_error() = kInvalidValue;
}

int heddle_cudaMemPoolSetAttribute(void* pool, int, void*) {
  return pool == the_pool() ? kSuccess : last_error() = kInvalidValue;
}

int heddle_cudaMemPoolGetAttribute(void* pool, int attribute, void* value) {
  if (pool != the_pool() || !value) return last_error() = kInvalidValue;
  if (attribute <= 3)  // three switches are integers, the others sizes
    *static_cast<int*>(value) = 0;
  else
    *static_cast<uint64_t*>(value) = 0;
  return kSuccess;
}

int heddle_cudaMemPoolTrimTo(void* pool, size_t) {
  return pool == the_pool() ? kSuccess : last_error() = kInvalidValue;
}
