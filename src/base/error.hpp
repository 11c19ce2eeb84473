// The library's errors. Each is a type, so that a host program can tell a bad module from a bad
// launch from a kernel that went wrong; what() is complete and meant for a person.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace heddle {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A module, launch description or configuration that cannot be read; what() holds every
/// diagnostic.
struct InputError : Error {
  using Error::Error;
};

/// A call that makes no sense: unknown kernel, wrong parameter size, block too large, bad copy
/// range.
struct UsageError : Error {
  using Error::Error;
};

/// A file that could not be read or written.
struct IoError : Error {
  using Error::Error;
};

/// The kernel can reach an instruction that heddle does not support; the launch was refused.
struct UnsupportedError : Error {
  using Error::Error;
};

/// The user asked the run to stop (Ctrl-C).
struct InterruptedError : Error {
  using Error::Error;
};

/// Where in a running kernel something happened.
struct ExecutionSite {
  std::string kernel;
  std::array<uint32_t, 3> block{};
  std::array<uint32_t, 3> thread{};
  std::string file;
  uint32_t line = 0;
  std::string instruction;  // the PTX source line, trimmed
};

/// A kernel began and did not come to its end; what it wrote until then can be read.
struct KernelError : Error {
  using Error::Error;
};

/// A kernel stopped by its own doing: bad address, trap, failed assertion, stack overflow.
struct ExecutionError : KernelError {
  ExecutionError(const std::string& message, ExecutionSite where)
      : KernelError(message), site(std::move(where)) {}
  ExecutionSite site;
};

/// No thread can ever proceed; what() lists who waits where for what.
struct DeadlockError : KernelError {
  using KernelError::KernelError;
};

/// A limit that was set for it (instructions, cycles) ended the kernel.
struct LimitError : KernelError {
  using KernelError::KernelError;
};

}  // namespace heddle
