// Modules and kernels on a device, and how Python values become the arguments of a launch.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "device_handle.hpp"
#include "ptx/types.hpp"

namespace heddle::python {

/// A module; its variables are freed when no launch runs.
struct ModuleHandle {
  ModuleHandle(std::shared_ptr<DeviceHandle> d, Module m)
      : device(std::move(d)), module(std::move(m)) {}
  ~ModuleHandle() { device->dispose(std::move(module)); }
  ModuleHandle(const ModuleHandle&) = delete;
  ModuleHandle& operator=(const ModuleHandle&) = delete;

  std::shared_ptr<DeviceHandle> device;
  Module module;
};
using ModulePtr = std::shared_ptr<ModuleHandle>;

/// A parameter with its type in the PTX.
struct TypedParameter : ParameterInfo {
  ptx::Type type = ptx::Type::None;
  bool is_array = false;

  std::string text() const;  // ".u32", ".b8[12]"
};

struct KernelHandle {
  ModulePtr module;  // outlives the kernel: its last handle frees memory
  Kernel kernel;
  std::vector<TypedParameter> parameters;
};

KernelHandle make_kernel(const ModulePtr& module, Kernel kernel);

/// The parameter block. Throws UsageError for a wrong number, type, size or value, naming the
/// parameter.
std::vector<std::byte> pack(const KernelHandle& kernel, const py::args& arguments);

/// kwargs: shared, stream, cooperative.
py::dict launch(const std::shared_ptr<DeviceHandle>& device, const KernelHandle& kernel,
                const py::object& grid, const py::object& block, const py::args& arguments,
                const py::kwargs& options);

/// What the device has executed, by name.
py::dict totals_dict(const DeviceTotals& totals);
/// What receives the output of kernels; None: sys.stdout. To be called with the GIL.
std::function<void(std::string_view)> print_function(const py::object& print);

}  // namespace heddle::python
