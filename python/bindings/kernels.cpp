// heddle.Module, heddle.Kernel, and the launch.
#include "kernels.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "base/error.hpp"
#include "bindings.hpp"
#include "buffer.hpp"
#include "streams.hpp"

namespace heddle::python {

namespace {

/// 8, (8,), (8, 2), (8, 2, 1)
Dim3 dimensions(const char* what, const py::object& value) {
  const bool several = PySequence_Check(value.ptr()) != 0;  // an array may be an index as well
  py::tuple sizes = !several && PyIndex_Check(value.ptr()) ? py::make_tuple(value) : py::tuple();
  if (sizes.empty() && several && !py::isinstance<py::str>(value)) sizes = py::tuple(value);
  if (sizes.empty() || sizes.size() > 3)
    throw UsageError(fmt::format("{} is {}; give a whole number or up to three", what,
                                 py::repr(value).cast<std::string>()));
  Dim3 d;
  uint32_t* const of[] = {&d.x, &d.y, &d.z};
  for (size_t i = 0; i < sizes.size(); i++) {
    py::object size = sizes[i];
    uint64_t number = PyIndex_Check(size.ptr())
                          ? PyLong_AsUnsignedLong(
                                py::reinterpret_steal<py::object>(PyNumber_Index(size.ptr())).ptr())
                          : ~uint64_t{0};
    PyErr_Clear();
    if (number > 0xffffffff)
      throw UsageError(fmt::format("{} is {}; sizes are whole numbers from 1 to 4294967295", what,
                                   py::repr(value).cast<std::string>()));
    *of[i] = static_cast<uint32_t>(number);
  }
  return d;
}

/// Values given by name.
struct LaunchExtras {
  uint32_t shared = 0;
  std::shared_ptr<StreamHandle> stream;
  bool cooperative = false;
};

LaunchExtras extras_of(const py::kwargs& options) try {
  LaunchExtras extras;
  for (const auto& [key, value] : options) {
    const auto name = key.cast<std::string>();
    if (name == "shared")
      extras.shared = value.cast<uint32_t>();
    else if (name == "stream")
      extras.stream = value.cast<std::shared_ptr<StreamHandle>>();
    else if (name == "cooperative")
      extras.cooperative = value.cast<bool>();
    else
      throw py::type_error(
          fmt::format("launch has no option '{}'; it has shared, stream and cooperative, and takes "
                      "the kernel's "
                      "arguments without names",
                      name));
  }
  return extras;
} catch (const py::cast_error&) {
  throw py::type_error(
      "shared is a number of bytes, stream a heddle.Stream, and cooperative true or false");
}

py::dict counts_dict(const RunCounts& counts) {
  py::dict dict;
  dict["blocks"] = counts.blocks;
  dict["warp_instructions"] = counts.warp_instructions;
  dict["thread_instructions"] = counts.thread_instructions;
  return dict;
}

py::list parameters(const KernelHandle& k) {
  py::list list;
  for (const TypedParameter& p : k.parameters) {
    py::dict d;
    d["name"] = p.name;
    d["type"] = p.text().substr(1);
    d["offset"] = p.offset;
    d["size"] = p.size;
    list.append(d);
  }
  return list;
}

py::dict attributes(const KernelHandle& k) {
  DeviceHandle::Use device(*k.module->device);
  FunctionAttributes a;
  device.simulate([&] { a = k.kernel.attributes(); });
  py::dict d;
  d["parameter_bytes"] = a.parameter_bytes;
  d["static_shared_bytes"] = a.static_shared_bytes;
  d["max_dynamic_shared_bytes"] = a.max_dynamic_shared_bytes;
  d["local_bytes"] = a.local_bytes;
  d["registers"] = a.registers;
  d["max_threads_per_block"] = a.max_threads_per_block;
  return d;
}

py::array read_symbol(const ModuleHandle& m, const std::string& name, const py::object& type) {
  DeviceHandle::Use device(*m.device);
  const DeviceSymbol symbol = m.module.symbol(name);
  py::dtype dtype = py::dtype::from_args(type);
  check_dtype(dtype);
  const auto item = static_cast<uint64_t>(dtype.itemsize());
  if (item == 0 || symbol.size % item != 0)
    throw UsageError(fmt::format("symbol '{}' has {} bytes, which is no multiple of the {} of {}",
                                 name, symbol.size, item, py::str(dtype).cast<std::string>()));
  const std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(symbol.size / item)};
  py::array values(dtype, shape);
  device->copy_from_symbol({static_cast<std::byte*>(values.mutable_data()), symbol.size}, symbol);
  return values;
}

void write_symbol(const ModuleHandle& m, const std::string& name, const py::object& values,
                  uint64_t offset) {
  py::array array = contiguous_array(values);
  DeviceHandle::Use device(*m.device);
  device->copy_to_symbol(
      m.module.symbol(name),
      {static_cast<const std::byte*>(array.data()), static_cast<size_t>(array.nbytes())}, offset);
}

py::dict symbols(const ModuleHandle& m) {
  py::dict sizes;
  for (const DeviceSymbol& s : m.module.symbols()) sizes[py::str(s.name)] = s.size;
  return sizes;
}

}  // namespace

KernelHandle make_kernel(const ModulePtr& module, Kernel kernel) {
  KernelHandle handle{module, std::move(kernel), {}};
  const Program& program = *module->module.program();
  const Function& f = program.functions[program.function_index.at(handle.kernel.name())];
  for (size_t i = 0; i < handle.kernel.parameters().size(); i++) {
    const ParameterInfo& p = handle.kernel.parameters()[i];
    const ptx::Type type = f.variables[f.parameters[i]].type;
    handle.parameters.push_back({p, type, p.size != ptx::size_of(type)});
  }
  return handle;
}

py::dict launch(const std::shared_ptr<DeviceHandle>& handle, const KernelHandle& kernel,
                const py::object& grid, const py::object& block, const py::args& arguments,
                const py::kwargs& options) {
  const LaunchExtras extras = extras_of(options);
  if (kernel.module->device != handle)
    throw UsageError(fmt::format("kernel '{}' was loaded on another device", kernel.kernel.name()));
  LaunchConfig config{dimensions("grid", grid), dimensions("block", block), extras.shared};
  if (extras.stream) config.stream = &extras.stream->stream;
  const std::vector<std::byte> parameters = pack(kernel, arguments);
  DeviceHandle::Use device(*handle);
  if (extras.cooperative) config.workspace = device->allocate(kWorkspaceBytes, "barriers");
  RunCounts counts;
  try {
    device.simulate([&] { counts = device->launch_block(kernel.kernel, config, parameters); });
  } catch (...) {
    if (config.workspace) device->free(config.workspace);
    throw;
  }
  if (config.workspace) device->free(config.workspace);
  return counts_dict(counts);
}

void bind_kernels(py::module_& module) {
  py::class_<KernelHandle>(module, "Kernel", "A kernel of a module.")
      .def(
          "launch",
          [](const KernelHandle& k, const py::object& grid, const py::object& block,
             const py::args& arguments, const py::kwargs& options) {
            return launch(k.module->device, k, grid, block, arguments, options);
          },
          py::arg("grid"), py::arg("block"),
          "Runs the kernel with one argument for each of its parameters.")
      .def(
          "allow_dynamic_shared",
          [](KernelHandle& k, uint32_t bytes) {
            DeviceHandle::Use device(*k.module->device);
            k.kernel.allow_dynamic_shared(bytes);
          },
          py::arg("bytes"))
      .def_property_readonly("name", [](const KernelHandle& k) { return k.kernel.name(); })
      .def_property_readonly("parameters", &parameters)
      .def_property_readonly("attributes", &attributes)
      .def("__repr__", [](const KernelHandle& k) {
        return fmt::format("<heddle.Kernel {}>", k.kernel.name());
      });
  py::class_<ModuleHandle, ModulePtr>(module, "Module", "A module with its variables on a device.")
      .def_property_readonly("kernels", [](const ModuleHandle& m) { return m.module.kernels(); })
      .def(
          "kernel",
          [](const ModulePtr& m, const std::optional<std::string>& name) {
            return make_kernel(m, name ? m->module.kernel(*name) : m->module.kernel());
          },
          py::arg("name") = py::none(), "The kernel of this name, or the only one.")
      .def(
          "__getitem__",
          [](const ModulePtr& m, const std::string& name) {
            return make_kernel(m, m->module.kernel(name));
          },
          py::arg("name"))
      .def_property_readonly("symbols", &symbols, "Names and sizes of its variables.")
      .def("read_symbol", &read_symbol, py::arg("name"), py::arg("dtype"))
      .def("write_symbol", &write_symbol, py::arg("name"), py::arg("values"), py::arg("offset") = 0)
      .def("unsupported", [](const ModuleHandle& m) { return m.module.unsupported(); });
}

}  // namespace heddle::python
