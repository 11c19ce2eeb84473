// The values and layouts of CUDA's runtime interface that the library exchanges with programs:
// numbers and positions as both major versions define them, under names of our own.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::cudart {

/// The result of a call. Numbers are CUDA's; errors.cpp has the names.
enum Code : int {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kInitializationError = 3,
  kInvalidConfiguration = 9,
  kInvalidPitch = 12,
  kInvalidSymbol = 13,
  kInvalidMemcpyDirection = 21,
  kMissingConfiguration = 52,
  kInvalidDeviceFunction = 98,
  kNoDevice = 100,
  kInvalidDevice = 101,
  kInvalidKernelImage = 200,
  kNoKernelImageForDevice = 209,
  kUnsupportedLimit = 215,
  kInvalidPtx = 218,
  kInvalidSource = 300,
  kFileNotFound = 301,
  kOperatingSystem = 304,
  kInvalidHandle = 400,
  kSymbolNotFound = 500,
  kNotReady = 600,
  kIllegalAddress = 700,
  kOutOfResources = 701,
  kLaunchTimeout = 702,
  kPeerAlreadyEnabled = 704,
  kPeerNotEnabled = 705,
  kAssert = 710,
  kHostMemoryAlreadyRegistered = 712,
  kHostMemoryNotRegistered = 713,
  kHardwareStackError = 714,
  kIllegalInstruction = 715,
  kMisalignedAddress = 716,
  kLaunchFailure = 719,
  kCooperativeLaunchTooLarge = 720,
  kNotSupported = 801,
  kUnknown = 999,
};

struct Dim {
  unsigned x = 1, y = 1, z = 1;
};

enum CopyKind : int { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice, kDefault };

/// What a pointer refers to, as cudaPointerGetAttributes reports it.
enum class MemoryType : int { Unregistered = 0, Host = 1, Device = 2, Managed = 3 };

struct PointerAttributes {
  MemoryType type;
  int device;
  void *device_pointer, *host_pointer;
  long reserved[8];
};

struct FunctionProperties {
  size_t shared_bytes, constant_bytes, local_bytes;
  int max_threads, registers, ptx_version, binary_version, cache_mode;
  int max_dynamic_shared, carveout;
  int cluster_must_be_set, cluster_width, cluster_height, cluster_depth, cluster_policy,
      cluster_not_portable;
  int reserved[16];
};

struct Pitched {
  void* pointer;
  size_t pitch, width, height;
};
struct Extent {
  size_t width, height, depth;
};
struct Position {
  size_t x, y, z;
};
struct Copy3D {
  void* from_array;
  Position from_position;
  Pitched from;
  void* to_array;
  Position to_position;
  Pitched to;
  Extent extent;
  int kind;
};

struct LaunchAttribute {
  int id;
  char padding[4];
  union {
    char bytes[64];
    int number;
    unsigned cluster[3];
  } value;
};
inline constexpr int kAttributeCooperative = 2, kAttributeCluster = 4;
struct LaunchConfiguration {
  Dim grid, block;
  size_t shared_bytes;
  void* stream;
  const LaunchAttribute* attributes;
  unsigned attribute_count;
};

struct ChannelFormat {
  int x, y, z, w, kind;
};

}  // namespace heddle::cudart
