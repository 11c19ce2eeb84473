// One launch of a kernel, and what a running kernel may reach outside its own blocks.
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

/// Checked by whoever launches: sizes within limits, parameters of the entry's size.
struct Launch {
  Dim3 grid, block;
  uint32_t dynamic_shared = 0;
  std::span<const std::byte> parameters;  // the entry's parameter block, laid out as PTX says
  uint32_t grid_id = 0;
  uint32_t sms = 1;  // %nsmid
};

/// How far a launch has got.
struct Progress {
  std::string_view kernel;
  uint64_t blocks_done = 0, blocks = 0, thread_instructions = 0;
  uint64_t cycle = 0;  // since the launch began; 0 without timing
};

struct Environment {
  DeviceMemory& memory;
  std::function<void(std::string_view)> print;     // printf output
  const std::atomic<bool>* interrupted = nullptr;  // set by Ctrl-C: ends with InterruptedError
  uint64_t max_warp_instructions = 0;              // 0: no limit; past it: LimitError
  uint32_t stack_bytes = 16 * 1024;  // per thread, beyond what calls need without recursion
  std::function<void(const Progress&)> progress = {};  // called now and then, without timing
  uint64_t changes = 0;  // counts what threads do that others can see: memory that took a new value
};

/// The kernel's constants with this launch's parameters and dimensions filled in.
std::vector<std::byte> launch_constants(const Executable& kernel, const Launch& launch);

}  // namespace heddle
