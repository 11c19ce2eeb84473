// A kernel ready to run on one device: the entry and every function it can reach in one flat code
// array, operands resolved to rows of the register file, a handler chosen for each instruction.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "memory/device_memory.hpp"
#include "program/module.hpp"

namespace heddle {

/// Where a module's variables lie on a device: addresses by index of Module::variables (global and
/// const ones; 0 for others).
struct ModuleImage {
  ModulePtr module;
  std::vector<Address> addresses;
};

/// Allocates and initialises the module's global and constant variables.
ModuleImage place_module(ModulePtr module, DeviceMemory& memory);

class Executable;
using ExecutablePtr = std::shared_ptr<const Executable>;

/// Throws UnsupportedError naming every unsupported instruction the entry can reach, UsageError
/// when there is no such entry or it calls a function without a body.
ExecutablePtr link(const ModuleImage& image, std::string_view entry);

struct KernelAttributes {
  uint32_t parameter_bytes = 0;
  uint32_t static_shared_bytes = 0;
  uint32_t local_bytes = 0;  // per thread, static
  uint32_t registers = 0;    // 32-bit registers per thread after allocation
  uint32_t max_threads_per_block = 1024;
};

}  // namespace heddle
