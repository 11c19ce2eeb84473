// The driver API on modules and kernels.
#include <algorithm>
#include <cstring>
#include <set>

#include "cudart/api.hpp"
#include "cudart/api_driver.hpp"
#include "cudart/calls.hpp"
#include "cudart/driver_codes.hpp"
#include "host/file.hpp"

namespace heddle::cudart {

namespace {

struct DriverModule {
  std::shared_ptr<LinkedSet> set;
};

/// Modules that are loaded; used under the lock of the device.
std::set<DriverModule*>& modules() {
  static std::set<DriverModule*> loaded;
  return loaded;
}

int load(const char* function, void** out, const void* image, const std::string& name) {
  return driver(enter(function, [&](Gpu& gpu) -> int {
    if (!out || !image) return kInvalidValue;
    auto* module = new DriverModule{gpu.modules().load_image(image, name)};
    modules().insert(module);
    *out = module;
    return kSuccess;
  }));
}

template <class F>
int with_module(const char* function, void* handle, F&& work) {
  return driver(enter(function, [&](Gpu& gpu) -> int {
    auto* module = static_cast<DriverModule*>(handle);
    return modules().contains(module) ? work(gpu, *module) : static_cast<int>(kInvalidHandle);
  }));
}

// The third way to pass arguments: a block and its size, in a list of pairs.
enum : uintptr_t { kEnd = 0, kBlockPointer = 1, kBlockSize = 2 };

std::span<const std::byte> block_of(void** extra) {
  const void* data = nullptr;
  size_t bytes = 0;
  for (; *extra; extra += 2) {
    if (reinterpret_cast<uintptr_t>(extra[0]) == kBlockPointer) data = extra[1];
    if (reinterpret_cast<uintptr_t>(extra[0]) == kBlockSize)
      bytes = *static_cast<size_t*>(extra[1]);
  }
  return {static_cast<const std::byte*>(data), bytes};
}

}  // namespace

}  // namespace heddle::cudart

using namespace heddle::cudart;

int heddle_cuModuleLoad(void** module, const char* file) {
  std::string text;
  const int code = driver(enter("cuModuleLoad", [&](Gpu&) -> int {
    if (!file) return kInvalidValue;
    try {
      text = heddle::read_file(file);
    } catch (const heddle::IoError& e) {
      say(e.what());
      return kFileNotFound;
    }
    return kSuccess;
  }));
  return code != kSuccess ? code : load("cuModuleLoad", module, text.c_str(), file);
}

int heddle_cuModuleLoadData(void** module, const void* image) {
  return load("cuModuleLoadData", module, image, "a module");
}

int heddle_cuModuleLoadDataEx(void** module, const void* image, unsigned, int*, void**) {
  return heddle_cuModuleLoadData(module, image);
}

int heddle_cuModuleLoadFatBinary(void** module, const void* image) {
  return heddle_cuModuleLoadData(module, image);
}

int heddle_cuModuleUnload(void* handle) {
  return with_module("cuModuleUnload", handle, [](Gpu& gpu, DriverModule& module) -> int {
    gpu.modules().forget(module.set);
    modules().erase(&module);
    delete &module;
    return kSuccess;
  });
}

int heddle_cuModuleGetFunction(void** function, void* handle, const char* name) {
  return with_module("cuModuleGetFunction", handle, [&](Gpu& gpu, DriverModule& module) -> int {
    KernelEntry* entry = gpu.modules().kernel_of(module.set, name);
    *function = entry;
    return entry ? kSuccess : kSymbolNotFound;
  });
}

int heddle_cuModuleGetGlobal(uint64_t* address, size_t* bytes, void* handle, const char* name) {
  return with_module("cuModuleGetGlobal", handle, [&](Gpu& gpu, DriverModule& module) -> int {
    const auto symbol = gpu.modules().module_of(*module.set).find_symbol(name);
    if (!symbol) return kSymbolNotFound;
    if (address) *address = symbol->address;
    if (bytes) *bytes = symbol->size;
    return kSuccess;
  });
}

int heddle_cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                          unsigned by, unsigned bz, unsigned shared, void* stream, void** arguments,
                          void** extra) {
  return driver(enter("cuLaunchKernel", [&](Gpu& gpu) -> int {
    if (!gpu.is_stream(stream)) return kInvalidHandle;
    KernelEntry* kernel = gpu.modules().find_kernel(function);
    if (!kernel) return kInvalidHandle;
    const Gpu::Shape shape{{gx, gy, gz}, {bx, by, bz}, shared, false};
    if (arguments || !extra) return gpu.launch(*kernel, shape, arguments);
    // The block may be longer or shorter than the parameters by padding.
    std::vector<std::byte> block(kernel->kernel->parameter_bytes());
    const auto given = block_of(extra);
    std::memcpy(block.data(), given.data(), std::min(block.size(), given.size()));
    return gpu.launch_block(*kernel, shape, block);
  }));
}

int heddle_cuLaunchCooperativeKernel(void* function, unsigned gx, unsigned gy, unsigned gz,
                                     unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                     void* stream, void** arguments) {
  return driver(heddle_cudaLaunchCooperativeKernel(function, {gx, gy, gz}, {bx, by, bz}, arguments,
                                                   shared, stream));
}

int heddle_cuOccupancyMaxPotentialBlockSize(int* grid, int* block, void* function,
                                            size_t (*shared_of)(int), size_t shared, int limit) {
  if (!grid || !block) return kInvalidValue;
  constexpr int kMultiprocessors = 16;  // the attribute's number
  FunctionProperties p;
  int cores = 0, best = 0;
  int code = heddle_cudaFuncGetAttributes(&p, function);
  if (code == kSuccess) code = heddle_cudaDeviceGetAttribute(&cores, kMultiprocessors, 0);
  if (code != kSuccess) return driver(code);
  const int most = limit > 0 ? std::min(limit, p.max_threads) : p.max_threads;
  for (int tried = (most + 31) / 32 * 32; tried > 0; tried -= 32) {
    const int threads = std::min(tried, most);
    int blocks = 0;
    code = heddle_cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, function, threads, shared_of ? shared_of(threads) : shared);
    if (code != kSuccess) return driver(code);
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * cores;
  }
  return kSuccess;
}

int heddle_cuFuncGetAttribute(int* value, int attribute, void* function) {
  FunctionProperties p;
  const int code = heddle_cudaFuncGetAttributes(&p, function);
  if (code != kSuccess) return driver(code);
  switch (attribute) {
    case 0: *value = p.max_threads; break;
    case 1: *value = static_cast<int>(p.shared_bytes); break;
    case 2: *value = static_cast<int>(p.constant_bytes); break;
    case 3: *value = static_cast<int>(p.local_bytes); break;
    case 4: *value = p.registers; break;
    case 5: *value = p.ptx_version; break;
    case 6: *value = p.binary_version; break;
    case 8: *value = p.max_dynamic_shared; break;
    default: *value = 0; break;
  }
  return kSuccess;
}

int heddle_cuFuncSetAttribute(void* function, int attribute, int value) {
  return driver(heddle_cudaFuncSetAttribute(function, attribute, value));
}

int heddle_cuFuncSetCacheConfig(void* function, int preference) {
  return driver(heddle_cudaFuncSetCacheConfig(function, preference));
}

int heddle_cuFuncSetSharedMemConfig(void* function, int configuration) {
  return driver(heddle_cudaFuncSetSharedMemConfig(function, configuration));
}

int heddle_cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function, int threads,
                                                       size_t shared) {
  return driver(
      heddle_cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared));
}

int heddle_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, void* function,
                                                                int threads, size_t shared,
                                                                unsigned) {
  return heddle_cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}
