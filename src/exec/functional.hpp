// Runs a kernel to its end without timing: the fastest way to its results, and the reference that
// every timed core must agree with.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "exec/executable.hpp"
#include "memory/device_memory.hpp"

namespace heddle {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t{x} * y * z; }
  bool operator==(const Dim3&) const = default;
};

/// One launch, checked: see `check_launch`.
struct Launch {
  Dim3 grid, block;
  uint32_t dynamic_shared = 0;
  std::span<const std::byte> parameters;  // the entry's parameter block, laid out as PTX says
  uint32_t grid_id = 0;
};

/// What a running kernel may reach outside its own blocks.
struct Environment {
  DeviceMemory& memory;
  std::function<void(std::string_view)> print;     // printf output
  const std::atomic<bool>* interrupted = nullptr;  // set by Ctrl-C: ends with InterruptedError
  uint64_t max_warp_instructions = 0;              // 0: no limit; past it: UsageError
  uint32_t stack_bytes = 16 * 1024;                // per thread, beyond what calls need statically
};

struct RunCounts {
  uint64_t warp_instructions = 0;
  uint64_t thread_instructions = 0;  // threads whose guard is false do not count
  uint64_t blocks = 0;
};

/// Throws ExecutionError, DeadlockError, InterruptedError. Memory written before stays written.
RunCounts run_functional(const Executable& kernel, const Launch& launch, Environment& environment);

}  // namespace heddle
