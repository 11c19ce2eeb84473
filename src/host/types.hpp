// The plain values of the host API: options, launch configuration, attributes, counts.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "device_memory/device_memory.hpp"
#include "exec/engine.hpp"

namespace heddle {

class Stream;
struct DeviceState;

struct DeviceOptions {
  uint64_t memory_bytes = uint64_t{32} << 30;  // host memory is used only where it is written
  uint64_t heap_bytes = uint64_t{8} << 20;     // device malloc
  bool unified_memory = false;       // device addresses are valid in this process; one device only
  uint32_t stack_bytes = 16 * 1024;  // per thread, in addition to what calls need statically
  uint64_t max_warp_instructions = 0;              // per launch; 0: no limit
  const std::atomic<bool>* interrupted = nullptr;  // when true, loading or a launch stops
  std::function<void(std::string_view)> print{};   // device printf; empty: standard output
  std::shared_ptr<Engine> engine{};                // null: functional execution, without timing
};

inline constexpr uint64_t kWorkspaceBytes = 4096;

/// How a kernel is launched. `block` and `grid` count threads and blocks as in CUDA.
struct LaunchConfig {
  Dim3 grid;
  Dim3 block;
  uint32_t dynamic_shared = 0;
  const Stream* stream = nullptr;  // null: the device's default stream
  /// kWorkspaceBytes of zero-filled device memory for the barriers of a cooperative launch
  /// (cooperative_groups of CUDA C++ keeps their state there); 0: none.
  Address workspace = 0;
};

/// One parameter of a kernel and its position in the parameter block.
struct ParameterInfo {
  std::string name;
  uint32_t offset = 0;
  uint32_t size = 0;
  uint32_t align = 1;
};

struct FunctionAttributes : KernelAttributes {
  std::vector<ParameterInfo> parameters;
  uint32_t max_dynamic_shared_bytes = 0;
};

/// A module's global or constant variable on a device.
struct DeviceSymbol {
  std::string name;
  Address address = 0;
  uint64_t size = 0;
  bool constant = false;
  const DeviceState* device = nullptr;  // null: any device
};

/// What a device has executed so far. Only simulated quantities, never the host's clock.
struct DeviceTotals {
  uint64_t launches = 0;
  uint64_t blocks = 0;
  uint64_t warp_instructions = 0;
  uint64_t thread_instructions = 0;

  DeviceTotals operator-(const DeviceTotals& o) const {
    return {launches - o.launches, blocks - o.blocks, warp_instructions - o.warp_instructions,
            thread_instructions - o.thread_instructions};
  }
  bool operator==(const DeviceTotals&) const = default;
};

/// Limits on launches, those of compute capability 9.0.
struct LaunchLimits {
  static constexpr Dim3 kGrid{0x7fff'ffff, 65535, 65535};
  static constexpr Dim3 kBlock{1024, 1024, 64};
  static constexpr uint32_t kThreads = 1024;
  static constexpr uint32_t kShared = 48 * 1024;        // static and dynamic together
  static constexpr uint32_t kSharedOptIn = 227 * 1024;  // after Kernel::allow_dynamic_shared
};

}  // namespace heddle
