// Checks a launch before anything runs; the message for a violation is one sentence.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "host/types.hpp"
#include "program/program.hpp"

namespace heddle {

/// One kernel argument in the caller's memory.
struct ArgumentView {
  const void* data = nullptr;
  size_t size = 0;
};

/// A launch that the kernel or the machine does not allow, and which of its properties is invalid.
struct LaunchError : UsageError {
  enum class Of : uint8_t { Grid, Block, Shared };
  LaunchError(Of of, const std::string& message) : UsageError(message), what_of(of) {}
  Of what_of;
};

/// Throws LaunchError if no launch of the kernel is allowed.
void check_kernel(const Function& kernel, uint32_t static_shared);

/// Throws LaunchError if the kernel cannot be launched this way. `static_shared`: bytes it
/// declares; `opted_in`: dynamic shared memory allowed by Kernel::allow_dynamic_shared.
void check_launch(const Function& kernel, uint32_t static_shared, const LaunchConfig& config,
                  uint32_t opted_in);

/// Lays the arguments out as the kernel's parameter block. Throws UsageError naming the parameter
/// whose size is wrong, or the counts.
std::vector<std::byte> pack_arguments(std::string_view kernel,
                                      std::span<const ParameterInfo> parameters,
                                      uint32_t block_bytes,
                                      std::span<const ArgumentView> arguments);

}  // namespace heddle
