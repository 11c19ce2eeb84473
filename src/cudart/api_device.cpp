// The device: there is one, with the properties of the preset.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "cudart/api.hpp"
#include "cudart/calls.hpp"
#include "cudart/properties.hpp"

namespace heddle::cudart {

namespace {

constexpr const char* kBusId = "0000:01:00.0";
constexpr int kDriverVersion = 13000;

int properties(void* out, int device, PropertyLayout layout) {
  return enter("cudaGetDeviceProperties", [&](Gpu& gpu) -> int {
    if (!out) return kInvalidValue;
    if (device != 0) return kInvalidDevice;
    const std::vector<std::byte> bytes = device_properties(gpu, layout);
    std::memcpy(out, bytes.data(), bytes.size());
    return kSuccess;
  });
}

int set(int* out, int value) {
  if (!out) return last_error() = kInvalidValue;
  *out = value;
  return kSuccess;
}

int only_device(int device) { return device == 0 ? kSuccess : last_error() = kInvalidDevice; }

// cudaLimit
enum : int { kStackSize = 0, kPrintfSize = 1, kHeapSize = 2, kSyncDepth = 3, kPendingCount = 4 };

}  // namespace

}  // namespace heddle::cudart

using namespace heddle::cudart;

int heddle_cudaGetDeviceCount(int* count) {
  return enter("cudaGetDeviceCount", [&](Gpu&) -> int { return set(count, 1); });
}

int heddle_cudaGetDevice(int* device) { return set(device, 0); }

int heddle_cudaSetDevice(int device) {
  return enter("cudaSetDevice", [&](Gpu&) -> int { return only_device(device); });
}

int heddle_cudaDeviceGetP2PAttribute(int*, int, int, int) {
  return last_error() = kInvalidDevice;  // there is no second device
}

int heddle_cudaInitDevice(int device, unsigned, unsigned) { return only_device(device); }

int heddle_cudaSetValidDevices(int* devices, int count) {
  return only_device(count > 0 && devices ? devices[0] : 0);
}

int heddle_cudaSetDeviceFlags(unsigned) { return kSuccess; }

int heddle_cudaGetDeviceFlags(unsigned* flags) {
  if (!flags) return last_error() = kInvalidValue;
  *flags = 8;  // host memory may be mapped
  return kSuccess;
}

int heddle_cudaChooseDevice(int* device, const void*) { return set(device, 0); }

int heddle_cudaGetDeviceProperties_11(void* out, int device) {
  return properties(out, device, PropertyLayout::Cuda11);
}

int heddle_cudaGetDeviceProperties_12(void* out, int device) {
  return properties(out, device, PropertyLayout::Cuda12);
}

int heddle_cudaGetDeviceProperties_13(void* out, int device) {
  return properties(out, device, PropertyLayout::Cuda13);
}

int heddle_cudaDeviceGetAttribute(int* value, int number, int device) {
  return enter("cudaDeviceGetAttribute", [&](Gpu& gpu) -> int {
    if (device != 0) return kInvalidDevice;
    const auto found = attribute(gpu, number);
    return found ? set(value, *found) : static_cast<int>(kInvalidValue);
  });
}

int heddle_cudaDeviceGetByPCIBusId(int* device, const char* id) {
  if (!id || std::strcmp(id, kBusId) != 0) return last_error() = kInvalidDevice;
  return set(device, 0);
}

int heddle_cudaDeviceGetPCIBusId(char* id, int length, int device) {
  if (!id || length < 13) return last_error() = kInvalidValue;
  if (device != 0) return last_error() = kInvalidDevice;
  std::snprintf(id, static_cast<size_t>(length), "%s", kBusId);
  return kSuccess;
}

int heddle_cudaDeviceCanAccessPeer(int* can, int, int) { return set(can, 0); }

int heddle_cudaDeviceEnablePeerAccess(int, unsigned) { return last_error() = kInvalidDevice; }

int heddle_cudaDeviceDisablePeerAccess(int) { return last_error() = kPeerNotEnabled; }

int heddle_cudaDeviceSynchronize() {
  return enter("cudaDeviceSynchronize", [](Gpu&) -> int { return kSuccess; });
}

int heddle_cudaDeviceReset() {
  return guarded("cudaDeviceReset", [](Gpu& gpu) -> int {
    gpu.reset();
    last_error() = kSuccess;
    return kSuccess;
  });
}

int heddle_cudaDeviceGetLimit(size_t* value, int limit) {
  return enter("cudaDeviceGetLimit", [&](Gpu& gpu) -> int {
    if (!value) return kInvalidValue;
    switch (limit) {
      case kStackSize: *value = gpu.device().options().stack_bytes; return kSuccess;
      case kPrintfSize: *value = size_t{1} << 20; return kSuccess;
      case kHeapSize: *value = gpu.device().memory().heap_bytes(); return kSuccess;
      case kSyncDepth: *value = 2; return kSuccess;
      case kPendingCount: *value = 2048; return kSuccess;
      default: return kUnsupportedLimit;
    }
  });
}

int heddle_cudaDeviceSetLimit(int limit, size_t value) {
  return enter("cudaDeviceSetLimit", [&](Gpu& gpu) -> int {
    if (limit == kStackSize)
      gpu.device().set_stack_bytes(static_cast<uint32_t>(std::min<size_t>(value, 512 << 20)));
    else if (limit == kHeapSize)
      gpu.device().memory().set_heap_bytes(std::max(value, gpu.device().memory().heap_bytes()));
    else if (limit > kPendingCount)
      return kUnsupportedLimit;
    return kSuccess;
  });
}

int heddle_cudaDeviceGetCacheConfig(int* preference) {
  return enter("cudaDeviceGetCacheConfig",
               [&](Gpu& gpu) -> int { return set(preference, gpu.cache_preference); });
}

int heddle_cudaDeviceSetCacheConfig(int preference) {
  return enter("cudaDeviceSetCacheConfig", [&](Gpu& gpu) -> int {
    gpu.cache_preference = preference;
    return kSuccess;
  });
}

int heddle_cudaDeviceGetSharedMemConfig(int* configuration) { return set(configuration, 1); }

int heddle_cudaDeviceSetSharedMemConfig(int) { return kSuccess; }

int heddle_cudaCtxResetPersistingL2Cache() { return kSuccess; }

int heddle_cudaDriverGetVersion(int* version) { return set(version, kDriverVersion); }

int heddle_cudaRuntimeGetVersion_12(int* version) { return set(version, 12030); }

int heddle_cudaRuntimeGetVersion_13(int* version) { return set(version, kDriverVersion); }

int heddle_cudaProfilerStart() { return kSuccess; }

int heddle_cudaProfilerStop() { return kSuccess; }

ChannelFormat heddle_cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return {x, y, z, w, kind};
}
