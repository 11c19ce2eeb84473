// heddle.Device: memory, modules and launches.
#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "base/error.hpp"
#include "bindings.hpp"
#include "buffer.hpp"
#include "engine.hpp"
#include "kernels.hpp"
#include "runner/timed_run.hpp"

namespace heddle::python {

namespace {

using Handle = std::shared_ptr<DeviceHandle>;

Handle make_device(std::shared_ptr<EngineHandle> engine, std::optional<uint64_t> memory_bytes,
                   uint64_t heap_bytes, uint32_t stack_bytes, uint64_t max_warp_instructions,
                   const py::object& print) {
  DeviceOptions options = host_device_options(nullptr);
  if (memory_bytes) options.memory_bytes = *memory_bytes;
  options.heap_bytes = heap_bytes;
  options.stack_bytes = stack_bytes;
  options.max_warp_instructions = max_warp_instructions;
  options.print = print_function(print);
  return std::make_shared<DeviceHandle>(std::move(options), std::move(engine));
}

/// An array, or whatever becomes one; with a shape and a dtype, zeros.
std::unique_ptr<ArrayBuffer> make_buffer(const Handle& device, const py::object& values,
                                         const py::object& dtype, const std::string& label) {
  py::module_ numpy = py::module_::import("numpy");
  py::array array =
      contiguous_array(dtype.is_none() ? values : numpy.attr("asarray")(values, dtype));
  std::vector<py::ssize_t> shape(array.shape(), array.shape() + array.ndim());
  auto buffer = std::make_unique<ArrayBuffer>(device, array.dtype(), shape, label);
  buffer->write(array);
  return buffer;
}

std::unique_ptr<ArrayBuffer> make_zeros(const Handle& device, const py::object& shape,
                                        const py::object& dtype, const std::string& label) {
  return std::make_unique<ArrayBuffer>(device, py::dtype::from_args(dtype), parse_shape(shape),
                                       label);
}

template <class Load>
ModulePtr load(const Handle& handle, Load how) {
  DeviceHandle::Use device(*handle);
  std::optional<Module> module;
  device.simulate([&] { module = how(*device); });
  return std::make_shared<ModuleHandle>(handle, std::move(*module));
}

py::dict totals(DeviceHandle& handle) {
  DeviceHandle::Use device(handle);
  return totals_dict(device->totals());
}

}  // namespace

py::dict totals_dict(const DeviceTotals& t) {
  py::dict dict;
  dict["launches"] = t.launches;
  dict["blocks"] = t.blocks;
  dict["warp_instructions"] = t.warp_instructions;
  dict["thread_instructions"] = t.thread_instructions;
  return dict;
}

std::function<void(std::string_view)> print_function(const py::object& print) {
  return [print](std::string_view text) {
    py::str decoded = py::reinterpret_steal<py::str>(
        PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "replace"));
    if (print.is_none())
      py::module_::import("sys").attr("stdout").attr("write")(decoded);
    else
      print(decoded);
  };
}

void bind_device(py::module_& module) {
  py::class_<DeviceHandle, Handle>(module, "Device",
                                   "A simulated device: memory, modules and launches.")
      .def(py::init(&make_device), py::kw_only(), py::arg("engine") = nullptr,
           py::arg("memory_bytes") = py::none(), py::arg("heap_bytes") = DeviceOptions().heap_bytes,
           py::arg("stack_bytes") = DeviceOptions().stack_bytes,
           py::arg("max_warp_instructions") = 0, py::arg("print") = py::none(),
           py::keep_alive<1, 2>())  // the engine, which has methods in Python
      .def("buffer", &make_buffer, py::arg("values"), py::arg("dtype") = py::none(),
           py::arg("label") = "", "Device memory with a copy of the values.")
      .def("zeros", &make_zeros, py::arg("shape"), py::arg("dtype") = "float32",
           py::arg("label") = "", "Device memory full of zeros.")
      .def(
          "load",
          [](const Handle& d, std::string ptx, std::string name) {
            return load(d, [&](Device& device) {
              return device.load_text(std::move(ptx), std::move(name));
            });
          },
          py::arg("ptx"), py::arg("name") = "module.ptx", "Loads PTX from a string.")
      .def(
          "load_file",
          [](const Handle& d, const std::filesystem::path& path) {
            return load(d, [&](Device& device) { return device.load_file(path); });
          },
          py::arg("path"), "Loads PTX from a file.")
      .def(
          "load_linked_files",
          [](const Handle& d, const std::vector<std::filesystem::path>& paths) {
            return load(d, [&](Device& device) { return device.load_linked_files(paths); });
          },
          py::arg("paths"), "Links several files of PTX into one module.")
      .def("launch", &launch, py::arg("kernel").none(false), py::arg("grid"), py::arg("block"),
           "Runs a kernel with one argument for each of its parameters.")
      .def_property_readonly("totals", &totals, "What the device has executed.")
      .def_property_readonly("engine", [](const DeviceHandle& d) { return d.engine(); })
      .def_property_readonly("closed", &DeviceHandle::closed)
      .def("close", &DeviceHandle::close, "Ends the device; using it is then an error.")
      .def("__enter__", [](Handle d) { return d; })
      .def("__exit__", [](DeviceHandle& d, const py::args&) { d.close(); });
}

}  // namespace heddle::python
