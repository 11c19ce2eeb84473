// Errors, functions that do not exist here, and the addresses of the driver's functions.
#include <dlfcn.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <string>

#include "cudart/api.hpp"
#include "cudart/calls.hpp"
#include "cudart/driver_codes.hpp"
#include "cudart/function_names.hpp"

namespace heddle::cudart {

void* driver_entry(const char* name) {
  // Found in the library itself, wherever the program's own symbols come from.
  Dl_info self{};
  if (!::dladdr(reinterpret_cast<void*>(&heddle_cuda_unsupported), &self)) return nullptr;
  void* library = ::dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return nullptr;
  std::string plain = std::string("heddle_") + name;
  for (const char* form : {"_v4", "_v3", "_v2", "_ptsz"})
    if (plain.ends_with(form)) plain.resize(plain.size() - std::strlen(form));
  void* found = ::dlsym(library, plain.c_str());
  ::dlclose(library);
  return found;
}

}  // namespace heddle::cudart

using namespace heddle::cudart;

int heddle_cuda_unsupported(int index) {
  static const auto named = std::make_unique<std::atomic<bool>[]>(unsupported_functions().size());
  const auto i = static_cast<size_t>(index);
  if (!named[i].exchange(true)) say(fmt::format("{} is not supported", unsupported_functions()[i]));
  return last_error() = kNotSupported;
}

int heddle_cudaGetLastError() {
  const int code = last_error();
  last_error() = kSuccess;
  return code;
}

int heddle_cudaPeekAtLastError() { return last_error(); }

const char* heddle_cudaGetErrorName(int code) {
  const char* name = name_of(code);
  return name ? name : "unrecognized error code";
}

const char* heddle_cudaGetErrorString(int code) {
  const char* sentence = sentence_of(code);
  return sentence ? sentence : "unrecognized error code";
}

int heddle_cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long,
                                   int* status) {
  *function = driver_entry(name);
  if (status) *status = *function ? 0 : 1;
  return *function ? kSuccess : last_error() = kSymbolNotFound;
}

int heddle_cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned,
                                            unsigned long long flags, int* status) {
  return heddle_cudaGetDriverEntryPoint(name, function, flags, status);
}
