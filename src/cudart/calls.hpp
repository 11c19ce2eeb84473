// The way into the library: every exported function runs its work through `enter`, which takes the
// lock, turns exceptions into codes, says on standard error what heddle knows about a failure, and
// keeps the calling thread's last error.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <mutex>

#include "base/error.hpp"
#include "cudart/errors.hpp"
#include "cudart/gpu.hpp"
#include "cudart/messages.hpp"

namespace heddle::cudart {

/// Of the calling thread.
int& last_error();

/// Null if the library cannot work at all: bad settings, no address space. Says why, once.
Gpu* try_gpu();

template <class F>
int guarded(const char* function, F&& work) {
  Gpu* gpu = try_gpu();
  if (!gpu) return kInitializationError;
  std::lock_guard lock(gpu->mutex());
  try {
    return work(*gpu);
  } catch (const InputError& e) {  // diagnostics begin with the name of their file
    say(fmt::format("{}:\n{}", function, e.what()));
    return code_of(e);
  } catch (const std::exception& e) {
    say(fmt::format("{}: {}", function, e.what()));
    return code_of(e);
  }
}

/// A call of the runtime: `work(Gpu&)` returns a code.
template <class F>
int enter(const char* function, F&& work) {
  const int code = guarded(
      function, [&](Gpu& gpu) -> int { return gpu.failed != kSuccess ? gpu.failed : work(gpu); });
  if (code != kSuccess && code != kNotReady) last_error() = code;
  return code;
}

}  // namespace heddle::cudart
