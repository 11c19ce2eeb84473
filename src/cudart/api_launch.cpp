// Launches, and what a program may ask about kernels.
#include <vector>

#include "cudart/api.hpp"
#include "cudart/calls.hpp"

namespace heddle::cudart {

namespace {

/// The launch configuration of <<< >>>, kept per host thread until the stub launches the kernel.
struct Configuration {
  Dim grid, block;
  size_t shared_bytes;
  void* stream;
};
std::vector<Configuration>& configurations() {
  thread_local std::vector<Configuration> stack;
  return stack;
}

int launch(const char* function, const void* host, const Gpu::Shape& shape, void** arguments,
           void* stream) {
  return enter(function, [&](Gpu& gpu) -> int {
    if (!gpu.is_stream(stream)) return kInvalidHandle;
    KernelEntry* kernel = gpu.modules().find_kernel(host);
    if (!kernel) return kInvalidDeviceFunction;
    return gpu.launch(*kernel, shape, arguments);
  });
}

/// Calls `work(Gpu&, KernelEntry&)`.
template <class F>
int with_kernel(const char* function, const void* host, F&& work) {
  return enter(function, [&](Gpu& gpu) -> int {
    KernelEntry* kernel = gpu.modules().find_kernel(host);
    return kernel ? work(gpu, *kernel) : kInvalidDeviceFunction;
  });
}

constexpr int kMaxDynamicShared = 8, kCarveout = 9;  // cudaFuncAttribute

}  // namespace

}  // namespace heddle::cudart

using namespace heddle::cudart;

unsigned heddle___cudaPushCallConfiguration(Dim grid, Dim block, size_t shared, void* stream) {
  configurations().push_back({grid, block, shared, stream});
  return 0;
}

int heddle___cudaPopCallConfiguration(Dim* grid, Dim* block, size_t* shared, void** stream) {
  auto& stack = configurations();
  if (stack.empty()) return last_error() = kMissingConfiguration;
  const Configuration top = stack.back();
  stack.pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared_bytes;
  *stream = top.stream;
  return kSuccess;
}

int heddle_cudaLaunchKernel(const void* host, Dim grid, Dim block, void** arguments, size_t shared,
                            void* stream) {
  return launch("cudaLaunchKernel", host, {grid, block, shared, false}, arguments, stream);
}

int heddle___cudaLaunchKernel(void* kernel, Dim grid, Dim block, void** arguments, size_t shared,
                              void* stream) {
  return heddle_cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}

int heddle_cudaLaunchCooperativeKernel(const void* host, Dim grid, Dim block, void** arguments,
                                       size_t shared, void* stream) {
  return launch("cudaLaunchCooperativeKernel", host, {grid, block, shared, true}, arguments,
                stream);
}

int heddle_cudaLaunchKernelExC(const LaunchConfiguration* c, const void* host, void** arguments) {
  if (!c) return last_error() = kInvalidValue;
  Gpu::Shape shape{c->grid, c->block, c->shared_bytes, false};
  for (unsigned i = 0; i < c->attribute_count; i++) {
    const LaunchAttribute& a = c->attributes[i];
    if (a.id == kAttributeCooperative) shape.cooperative = a.value.number != 0;
    const bool cluster =
        a.id == kAttributeCluster &&
        (a.value.cluster[0] > 1 || a.value.cluster[1] > 1 || a.value.cluster[2] > 1);
    if (cluster)
      return enter("cudaLaunchKernelExC", [](Gpu&) -> int {
        say("clusters of blocks are not supported");
        return kNotSupported;
      });
  }
  return launch("cudaLaunchKernelExC", host, shape, arguments, c->stream);
}

int heddle___cudaGetKernel(void** kernel, const void* host) {
  // Called once for each launch statement; an unknown kernel is reported when it is launched.
  return guarded("__cudaGetKernel", [&](Gpu& gpu) -> int {
    KernelEntry* entry = gpu.modules().known_kernel(host);
    *kernel = entry;
    return entry ? kSuccess : kInvalidDeviceFunction;
  });
}

int heddle_cudaGetKernel(void** kernel, const void* host) {
  return heddle___cudaGetKernel(kernel, host);
}

int heddle_cudaGetFuncBySymbol(void** function, const void* host) {
  return heddle___cudaGetKernel(function, host);
}

int heddle_cudaLaunchHostFunc(void* stream, void (*function)(void*), void* data) {
  const int code = enter("cudaLaunchHostFunc", [&](Gpu& gpu) -> int {
    return gpu.is_stream(stream) ? kSuccess : kInvalidHandle;
  });
  if (code == kSuccess) function(data);  // what is before it in the stream is done
  return code;
}

int heddle_cudaFuncGetAttributes(FunctionProperties* out, const void* host) {
  return with_kernel("cudaFuncGetAttributes", host, [&](Gpu& gpu, KernelEntry& entry) -> int {
    const heddle::FunctionAttributes a = entry.kernel->attributes();
    *out = {};
    out->shared_bytes = a.static_shared_bytes;
    out->local_bytes = a.local_bytes;
    out->max_threads = static_cast<int>(a.max_threads_per_block);
    out->registers = static_cast<int>(a.registers);
    // Libraries of kernels choose among their variants by this number.
    out->ptx_version = static_cast<int>(Modules::arch_of(*entry.set));
    out->binary_version = Modules::kCapability;
    out->max_dynamic_shared = static_cast<int>(a.max_dynamic_shared_bytes);
    out->carveout = -1;
    for (const heddle::DeviceSymbol& s : gpu.modules().module_of(*entry.set).symbols())
      if (s.constant) out->constant_bytes += s.size;
    return kSuccess;
  });
}

int heddle_cudaFuncSetAttribute(const void* host, int attribute, int value) {
  return with_kernel("cudaFuncSetAttribute", host, [&](Gpu&, KernelEntry& entry) -> int {
    if (value < 0 && attribute != kCarveout) return kInvalidValue;
    if (attribute == kMaxDynamicShared)
      entry.kernel->allow_dynamic_shared(static_cast<uint32_t>(value));
    return kSuccess;
  });
}

int heddle_cudaFuncSetCacheConfig(const void* host, int) {
  return with_kernel("cudaFuncSetCacheConfig", host,
                     [](Gpu&, KernelEntry&) -> int { return kSuccess; });
}

int heddle_cudaFuncSetSharedMemConfig(const void* host, int) {
  return heddle_cudaFuncSetCacheConfig(host, 0);
}

int heddle_cudaFuncGetName(const char** name, const void* host) {
  return with_kernel("cudaFuncGetName", host, [&](Gpu&, KernelEntry& entry) -> int {
    *name = entry.name.c_str();
    return kSuccess;
  });
}

int heddle_cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* host, int threads,
                                                         size_t shared) {
  return with_kernel("cudaOccupancyMaxActiveBlocksPerMultiprocessor", host,
                     [&](Gpu& gpu, KernelEntry& entry) -> int {
                       if (threads <= 0) return kInvalidValue;
                       *blocks = gpu.resident_blocks(entry, static_cast<uint64_t>(threads), shared);
                       return kSuccess;
                     });
}

int heddle_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* host,
                                                                  int threads, size_t shared,
                                                                  unsigned) {
  return heddle_cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, host, threads, shared);
}

int heddle_cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* host, int blocks,
                                                     int threads) {
  return with_kernel("cudaOccupancyAvailableDynamicSMemPerBlock", host,
                     [&](Gpu& gpu, KernelEntry& entry) -> int {
                       if (blocks <= 0 || threads <= 0) return kInvalidValue;
                       const size_t each = gpu.core_shared_bytes() / static_cast<size_t>(blocks);
                       const size_t fixed = entry.kernel->static_shared_bytes();
                       *bytes = each > fixed ? each - fixed : 0;
                       return kSuccess;
                     });
}
