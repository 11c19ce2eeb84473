#include "engine.hpp"

#include <pybind11/stl.h>

#include "base/error.hpp"
#include "bindings.hpp"
#include "config/archs.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"

namespace heddle::python {

void EngineHandle::check_idle() const {
  if (busy) throw UsageError("the engine is in use by a launch; wait for its end");
}

ValidMachine python_machine(const std::string& preset, const std::string& arch,
                            const std::vector<std::string>& settings,
                            const ExtensionsPtr& extensions) {
  return load_machine(preset, arch, settings, extensions);
}

RunStatistics statistics_of(const MachineConfig& config, const std::vector<LaunchResult>& results) {
  RunStatistics statistics;
  statistics.config = config;
  statistics.arch = arch_name(config);
  for (const LaunchResult& result : results) {
    LaunchStatistics& launch = statistics.launches.emplace_back();
    launch.number = result.number;
    launch.kernel = result.kernel;
    launch.grid = {result.grid.x, result.grid.y, result.grid.z};
    launch.block = {result.block.x, result.block.y, result.block.z};
    launch.shared_bytes = result.dynamic_shared;
    launch.sms = result.sms;
    launch.branches = result.branches;
    launch.partial = result.partial;
  }
  total_up(statistics);
  return statistics;
}

std::function<void(const Progress&)> progress_function(const py::object& progress,
                                                       CallbackGuard& guard) {
  if (progress.is_none()) return {};
  return [progress, &guard](const Progress& p) {
    guard.call([&] {
      py::object type = py::module_::import("heddle.results").attr("Progress");
      progress(
          type(std::string(p.kernel), p.blocks_done, p.blocks, p.thread_instructions, p.cycle));
    });
  };
}

namespace {

std::shared_ptr<EngineHandle> make_engine(const std::string& preset, const std::string& arch,
                                          const std::vector<std::string>& settings,
                                          uint32_t threads, bool check, const py::object& observer,
                                          const py::object& progress,
                                          const SchedulersPtr& schedulers) {
  auto handle = std::make_shared<EngineHandle>(
      python_machine(preset, arch, settings, extensions_of(schedulers)), schedulers);
  handle->observer = make_observer(observer, *handle->guard);
  MachineOptions options;
  options.check = check;
  options.threads = threads;
  options.observer = handle->observer.get();
  options.progress = progress_function(progress, *handle->guard);
  handle->engine = std::make_shared<TimedEngine>(handle->machine, std::move(options));
  return handle;
}

/// What was counted so far: the JSON of `heddle run`.
std::string statistics_json(const EngineHandle& handle) {
  handle.check_idle();
  return to_json(statistics_of(*handle.machine, handle.engine->results()));
}

}  // namespace

void bind_engine(py::module_& module) {
  bind_packets(module);
  py::class_<EngineHandle, std::shared_ptr<EngineHandle>>(module, "Engine")
      .def(py::init(&make_engine), py::arg("preset"), py::arg("arch"), py::arg("settings"),
           py::arg("threads"), py::arg("check"), py::arg("observer"), py::arg("progress"),
           py::arg("schedulers"))
      .def("_json", &statistics_json)
      .def("_branches",
           [](const EngineHandle& e) {
             e.check_idle();
             return branches_csv(statistics_of(*e.machine, e.engine->results()));
           })
      .def_property_readonly("arch", [](const EngineHandle& e) { return arch_name(e.machine); })
      .def_property_readonly("launches", [](const EngineHandle& e) { return e.engine->launches(); })
      .def("_machine_json", [](const EngineHandle& e) { return effective_json(e.machine); });
  module.def(
      "machine",
      [](const std::string& preset, const std::string& arch,
         const std::vector<std::string>& settings) {
        const ValidMachine machine = python_machine(preset, arch, settings);
        return py::make_tuple(effective_json(machine), effective_toml(machine));
      },
      py::arg("preset"), py::arg("arch"), py::arg("settings"));
}

}  // namespace heddle::python
