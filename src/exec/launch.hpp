// One launch of a kernel, and the environment of a running kernel outside its own blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "device_memory/device_memory.hpp"
#include "exec/executable.hpp"

namespace heddle {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

/// The caller checks that sizes are within limits and that the parameters have the right size.
struct Launch {
  Dim3 grid, block;
  uint32_t dynamic_shared = 0;
  std::span<const std::byte> parameters;  // the entry's parameter block, in PTX layout
  uint32_t grid_id = 0;
  uint32_t sms = 1;       // %nsmid
  Address workspace = 0;  // of grid-wide barriers: %envreg1 and %envreg2
};

/// The progress of a launch.
struct Progress {
  std::string_view kernel;
  uint64_t blocks_done = 0, blocks = 0, thread_instructions = 0;
  uint64_t cycle = 0;  // since the start of the launch; 0 without timing
};

/// What a launch has executed.
struct RunCounts {
  uint64_t warp_instructions = 0;
  uint64_t thread_instructions = 0;  // threads whose guard is false do not count
  uint64_t blocks = 0;
};

struct Environment {
  DeviceMemory& memory;
  std::function<void(std::string_view)> print;     // printf output
  const std::atomic<bool>* interrupted = nullptr;  // set by Ctrl-C: throws InterruptedError
  uint64_t max_warp_instructions = 0;              // 0: no limit; throws LimitError
  uint32_t stack_bytes = 16 * 1024;  // per thread, in addition to what non-recursive calls need
  std::function<void(const Progress&)> progress = {};  // called periodically, without timing
  uint64_t changes = 0;   // number of changes of memory that other threads can see
  RunCounts counts = {};  // of a run without timing that ended by an exception
};

/// The kernel's constants with this launch's parameters and dimensions filled in.
std::vector<std::byte> launch_constants(const Executable& kernel, const Launch& launch);

}  // namespace heddle
