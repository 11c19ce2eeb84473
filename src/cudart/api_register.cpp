// What a program's constructors call before main: they register fat binaries, kernels, variables.
#include <fmt/format.h>

#include <cstdlib>

#include "cudart/api.hpp"
#include "cudart/calls.hpp"

namespace heddle::cudart {

namespace {

Binary* binary_of(void** handle) { return reinterpret_cast<Binary*>(handle); }

/// A program whose device code cannot be registered would fail later, and less clearly.
template <class F>
void or_exit(F&& work) {
  const int code = guarded("registering the program's device code", [&](Gpu& gpu) -> int {
    work(gpu);
    return kSuccess;
  });
  if (code != kSuccess) std::_Exit(1);
}

}  // namespace

}  // namespace heddle::cudart

using namespace heddle::cudart;

void** heddle___cudaRegisterFatBinary(const void* wrapper) {
  Binary* binary = nullptr;
  or_exit([&](Gpu& gpu) { binary = gpu.modules().add(wrapper); });
  return reinterpret_cast<void**>(binary);
}

void heddle___cudaRegisterFatBinaryEnd(void** handle) {
  or_exit([&](Gpu& gpu) { gpu.modules().place_on_host(binary_of(handle)); });
}

// Files of `heddle cc` with managed variables call this before they register anything.
void heddle___heddleManagedVariables(void* begin, void* end) {
  or_exit([&](Gpu& gpu) { gpu.modules().add_managed_range(begin, end); });
}

void heddle___cudaUnregisterFatBinary(void** handle) {
  guarded("__cudaUnregisterFatBinary", [&](Gpu& gpu) -> int {
    gpu.modules().remove(binary_of(handle));
    return kSuccess;
  });
}

void heddle___cudaRegisterFunction(void** handle, const void* host, char*, const char* name, int,
                                   void*, void*, void*, void*, int*) {
  or_exit([&](Gpu& gpu) { gpu.modules().add_kernel(binary_of(handle), host, name); });
}

void heddle___cudaRegisterVar(void** handle, void* host, char*, const char* name, int, size_t size,
                              int, int) {
  or_exit(
      [&](Gpu& gpu) { gpu.modules().add_variable(binary_of(handle), host, name, size, nullptr); });
}

void heddle___cudaRegisterManagedVar(void** handle, void** host, char*, const char* name, int,
                                     size_t size, int, int) {
  or_exit([&](Gpu& gpu) { gpu.modules().add_variable(binary_of(handle), host, name, size, host); });
}

void heddle___cudaRegisterHostVar(void**, const char*, void*, size_t) {}

char heddle___cudaInitModule(void**) {
  or_exit([&](Gpu& gpu) { gpu.modules().place_managed(); });
  return 1;
}

// Object files of `heddle cc -dc` call this: one registration per file, one linked module for all.
void heddle___heddleRegisterLinkedBinary(void (*callback)(void**), const void* wrapper, const void*,
                                         void (*)(void*)) {
  Binary* binary = nullptr;
  or_exit([&](Gpu& gpu) { binary = gpu.modules().add_relocatable(wrapper); });
  callback(reinterpret_cast<void**>(binary));
}
