// Copies and fills of memory and variables. Work is done when a call returns, so the asynchronous
// forms are the others with a stream that is checked.
#include "cudart/api.hpp"
#include "cudart/calls.hpp"

namespace heddle::cudart {

namespace {

/// Calls `work(Gpu&)` for a stream that exists.
template <class F>
int on_stream(const char* function, void* stream, F&& work) {
  return enter(function, [&](Gpu& gpu) -> int {
    return gpu.is_stream(stream) ? work(gpu) : static_cast<int>(kInvalidHandle);
  });
}

int copy_rows(Gpu& gpu, void* to, size_t to_pitch, const void* from, size_t from_pitch,
              size_t width, size_t height, int kind) {
  if (width == 0 || height == 0) return kSuccess;
  if (width > to_pitch || width > from_pitch) return kInvalidPitch;
  for (size_t row = 0; row < height; row++) {
    const int code = gpu.copy(static_cast<char*>(to) + row * to_pitch,
                              static_cast<const char*>(from) + row * from_pitch, width, kind);
    if (code != kSuccess) return code;
  }
  return kSuccess;
}

int fill_rows(Gpu& gpu, void* to, size_t pitch, int value, size_t width, size_t height) {
  if (width > pitch) return kInvalidPitch;
  for (size_t row = 0; row < height; row++) {
    const int code = gpu.fill(static_cast<char*>(to) + row * pitch, value, width);
    if (code != kSuccess) return code;
  }
  return kSuccess;
}

int copy_box(Gpu& gpu, const Copy3D& c) {
  if (c.from_array || c.to_array) {
    say("cudaMemcpy3D: copies of arrays are not supported");
    return kNotSupported;
  }
  auto start = [](const Pitched& p, const Position& at) {
    return static_cast<char*>(p.pointer) + (at.z * p.height + at.y) * p.pitch + at.x;
  };
  for (size_t z = 0; z < c.extent.depth; z++) {
    const int code =
        copy_rows(gpu, start(c.to, c.to_position) + z * c.to.height * c.to.pitch, c.to.pitch,
                  start(c.from, c.from_position) + z * c.from.height * c.from.pitch, c.from.pitch,
                  c.extent.width, c.extent.height, c.kind);
    if (code != kSuccess) return code;
  }
  return kSuccess;
}

/// Calls `work(Gpu&, void*)` with the variable's address, after a check of the range in it.
template <class F>
int with_symbol(const char* function, const void* symbol, size_t bytes, size_t offset, F&& work) {
  return enter(function, [&](Gpu& gpu) -> int {
    const auto found = gpu.modules().find_variable(symbol);
    if (!found) return kInvalidSymbol;
    if (offset > found->size || bytes > found->size - offset) {
      say(fmt::format("{}: {} bytes at offset {} of '{}', which has {} bytes", function, bytes,
                      offset, found->name, found->size));
      return kInvalidValue;
    }
    return work(gpu, reinterpret_cast<void*>(found->address + offset));
  });
}

}  // namespace

}  // namespace heddle::cudart

using namespace heddle::cudart;

int heddle_cudaMemcpy(void* to, const void* from, size_t bytes, int kind) {
  return enter("cudaMemcpy", [&](Gpu& gpu) -> int { return gpu.copy(to, from, bytes, kind); });
}

int heddle_cudaMemcpyAsync(void* to, const void* from, size_t bytes, int kind, void* stream) {
  return on_stream("cudaMemcpyAsync", stream,
                   [&](Gpu& gpu) -> int { return gpu.copy(to, from, bytes, kind); });
}

int heddle_cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                          size_t bytes) {
  if (to_device != 0 || from_device != 0) return last_error() = kInvalidDevice;
  return heddle_cudaMemcpy(to, from, bytes, kDeviceToDevice);
}

int heddle_cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                               size_t bytes, void*) {
  return heddle_cudaMemcpyPeer(to, to_device, from, from_device, bytes);
}

int heddle_cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                        size_t width, size_t height, int kind) {
  return heddle_cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
}

int heddle_cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                             size_t width, size_t height, int kind, void* stream) {
  return on_stream("cudaMemcpy2D", stream, [&](Gpu& gpu) -> int {
    return copy_rows(gpu, to, to_pitch, from, from_pitch, width, height, kind);
  });
}

int heddle_cudaMemcpy3D(const Copy3D* copy) { return heddle_cudaMemcpy3DAsync(copy, nullptr); }

int heddle_cudaMemcpy3DAsync(const Copy3D* copy, void* stream) {
  if (!copy) return last_error() = kInvalidValue;
  return on_stream("cudaMemcpy3D", stream, [&](Gpu& gpu) -> int { return copy_box(gpu, *copy); });
}

int heddle_cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                              int kind) {
  return with_symbol("cudaMemcpyToSymbol", symbol, bytes, offset,
                     [&](Gpu& gpu, void* at) -> int { return gpu.copy(at, from, bytes, kind); });
}

int heddle_cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                   size_t offset, int kind, void*) {
  return heddle_cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}

int heddle_cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                int kind) {
  return with_symbol("cudaMemcpyFromSymbol", symbol, bytes, offset,
                     [&](Gpu& gpu, void* at) -> int { return gpu.copy(to, at, bytes, kind); });
}

int heddle_cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                     int kind, void*) {
  return heddle_cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}

int heddle_cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return with_symbol("cudaGetSymbolAddress", symbol, 0, 0, [&](Gpu&, void* at) -> int {
    *pointer = at;
    return kSuccess;
  });
}

int heddle_cudaGetSymbolSize(size_t* size, const void* symbol) {
  return enter("cudaGetSymbolSize", [&](Gpu& gpu) -> int {
    const auto found = gpu.modules().find_variable(symbol);
    if (!found) return kInvalidSymbol;
    *size = found->size;
    return kSuccess;
  });
}

int heddle_cudaMemset(void* pointer, int value, size_t bytes) {
  return enter("cudaMemset", [&](Gpu& gpu) -> int { return gpu.fill(pointer, value, bytes); });
}

int heddle_cudaMemsetAsync(void* pointer, int value, size_t bytes, void* stream) {
  return on_stream("cudaMemsetAsync", stream,
                   [&](Gpu& gpu) -> int { return gpu.fill(pointer, value, bytes); });
}

int heddle_cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return heddle_cudaMemset2DAsync(pointer, pitch, value, width, height, nullptr);
}

int heddle_cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                             void* stream) {
  return on_stream("cudaMemset2D", stream, [&](Gpu& gpu) -> int {
    return fill_rows(gpu, pointer, pitch, value, width, height);
  });
}

int heddle_cudaMemset3D(Pitched pointer, int value, Extent extent) {
  return heddle_cudaMemset3DAsync(pointer, value, extent, nullptr);
}

int heddle_cudaMemset3DAsync(Pitched p, int value, Extent extent, void* stream) {
  return on_stream("cudaMemset3D", stream, [&](Gpu& gpu) -> int {
    for (size_t z = 0; z < extent.depth; z++) {
      char* slice = static_cast<char*>(p.pointer) + z * p.pitch * p.height;
      const int code = fill_rows(gpu, slice, p.pitch, value, extent.width, extent.height);
      if (code != kSuccess) return code;
    }
    return kSuccess;
  });
}
