// A device as Python objects share it. A device may be used by one thread at a time, and a launch
// runs without the GIL: whoever uses the device meanwhile, from another thread or from a callback,
// gets an exception, and what is dropped meanwhile is freed when the launch has ended. Buffers,
// modules and kernels hold the handle, so a device lives as long as they do, unless it is closed.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <vector>

#include "host/heddle.hpp"
#include "simulation.hpp"

namespace heddle::python {

struct EngineHandle;

class DeviceHandle {
 public:
  DeviceHandle(DeviceOptions options, std::shared_ptr<EngineHandle> engine);
  ~DeviceHandle();
  DeviceHandle(const DeviceHandle&) = delete;
  DeviceHandle& operator=(const DeviceHandle&) = delete;

  /// The right to use the device, while it exists. All of it happens with the GIL.
  class Use {
   public:
    /// Throws UsageError if the device is closed or in use.
    explicit Use(DeviceHandle& handle);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    Device* operator->() { return &*handle_.device_; }
    Device& operator*() { return *handle_.device_; }
    /// Runs without the GIL; see simulate.
    void simulate(const std::function<void()>& work) { python::simulate(*handle_.guard_, work); }

   private:
    DeviceHandle& handle_;
  };

  void close();
  bool closed() const { return !device_; }
  /// Frees the buffer or the module now, or when the launch that runs has ended. Never throws.
  void dispose(Address address);
  void dispose(Module module);
  const std::shared_ptr<EngineHandle>& engine() const { return engine_; }

 private:
  void empty_trash();

  std::shared_ptr<EngineHandle> engine_;  // null: functional
  std::shared_ptr<CallbackGuard> guard_;
  std::optional<Device> device_;  // nothing: closed
  bool busy_ = false;
  std::vector<Address> addresses_;
  std::vector<Module> modules_;
};

}  // namespace heddle::python
