// The library's exceptions. Each kind of error has its own type, so a host program can distinguish
// a bad module, a bad launch and a kernel that failed. what() is a complete message for the user.
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

/// A kernel started but did not finish. The memory it wrote before can still be read.
struct KernelError : Error {
  using Error::Error;
};

/// What a thread did that ended its kernel.
enum class FaultKind : uint8_t {
  BadAddress,  // an access of memory that is not there, or not writable
  Misaligned,  // an address that is not a multiple of the access's size
  Stack,       // overflow
  Assertion,
  Other,  // a trap, a call of something that is not a function, an impossible barrier
};

/// The kernel itself failed: bad address, trap, failed assertion, stack overflow.
struct ExecutionError : KernelError {
  ExecutionError(const std::string& message, ExecutionSite where, FaultKind why = FaultKind::Other)
      : KernelError(message), site(std::move(where)), kind(why) {}
  ExecutionSite site;
  FaultKind kind;
};

/// No thread can make progress; what() lists the waiting threads, where they wait and for what.
struct DeadlockError : KernelError {
  using KernelError::KernelError;
};

/// The kernel exceeded a limit on instructions or cycles.
struct LimitError : KernelError {
  using KernelError::KernelError;
};

}  // namespace heddle
