// heddle.run: a workload or a launch description, with or without timing, as `heddle run`.
#include <pybind11/stl.h>

#include "base/error.hpp"
#include "bindings.hpp"
#include "config/archs.hpp"
#include "config/load.hpp"
#include "engine.hpp"
#include "host/output_plan.hpp"
#include "kernels.hpp"
#include "runner/timed_run.hpp"

namespace heddle::python {

namespace {

/// The options of heddle.run that concern the target.
struct TargetOptions {
  std::string name, size;
  std::vector<std::string> parameters;
  uint64_t seed;
  bool given;  // the user gave size, parameters or seed
  bool outputs;
  uint64_t max_instructions;

  RunTargetChoice choice() const { return {name, {size, parameters, seed}, given, outputs}; }
};

/// Outputs of a launch description must not overwrite what it reads.
void check_files(const RunTargetChoice& choice, const std::string& preset,
                 const std::string& arch) {
  OutputPlan plan;
  const RunTargetFiles files = run_target_files(choice);
  for (const auto& [path, what] : files.inputs) plan.reads(path, what);
  for (const auto& [path, what] : files.outputs) plan.written_elsewhere(path, what);
  if (!preset.empty())
    for (const auto& file : preset_files(preset)) plan.reads(file, "the preset");
  if (!arch.empty())
    for (const auto& file : arch_files(arch)) plan.reads(file, "the arch");
  plan.check();
}

py::dict result_dict(const RunTarget& target, py::list findings, std::string json,
                     std::string branches) {
  py::dict result;
  result["json"] = std::move(json);
  result["branches"] = std::move(branches);
  result["findings"] = std::move(findings);
  result["outputs"] = target.outputs();
  return result;
}

py::list findings_of(const std::vector<RunTarget::Finding>& found) {
  py::list list;
  for (const RunTarget::Finding& f : found) list.append(py::make_tuple(f.good, f.what, f.detail));
  return list;
}

std::function<void(std::string_view)> guarded_print(const py::object& print, CallbackGuard& guard) {
  return [to = print_function(print), &guard](std::string_view text) {
    guard.call([&] { to(text); });
  };
}

py::dict run_timed(const TargetOptions& of, const std::string& preset, const std::string& arch,
                   const std::vector<std::string>& settings, uint32_t threads, bool check,
                   const py::object& observer, uint64_t sample_every,
                   const std::vector<std::string>& sample_names, const py::object& progress,
                   const py::object& print, const SchedulersPtr& schedulers) {
  const std::shared_ptr<CallbackGuard> shared = guard_of(schedulers);
  CallbackGuard& guard = *shared;
  const std::unique_ptr<PythonObserver> watching = make_observer(observer, guard);
  TimedRunOptions options;
  options.check = check;
  options.max_instructions = of.max_instructions;
  options.threads = threads;
  options.sample_every = sample_every;
  options.sample_names = sample_names;
  options.progress = progress_function(progress, guard);
  options.observer = watching.get();
  options.print = guarded_print(print, guard);
  options.interrupted = guard.stop_flag();
  ValidMachine machine = python_machine(preset, arch, settings, extensions_of(schedulers));
  check_files(of.choice(), preset, arch);
  std::optional<TimedRun> run;
  std::vector<RunTarget::Finding> findings;
  std::string json, branches;
  simulate(guard, [&] {
    run.emplace(of.choice(), machine, options);
    run->run();
    findings = run->target().findings();
    json = to_json(run->statistics());
    branches = branches_csv(run->statistics());
  });
  return result_dict(run->target(), findings_of(findings), json, branches);
}

Json launch_json(const Executable& kernel, const Launch& launch, const RunCounts& counts) {
  auto dim = [](const Dim3& d) { return Json::array({d.x, d.y, d.z}); };
  return {{"kernel", std::string(kernel.entry->name)},
          {"grid", dim(launch.grid)},
          {"block", dim(launch.block)},
          {"static_shared_bytes", kernel.attributes.static_shared_bytes},
          {"dynamic_shared_bytes", launch.dynamic_shared},
          {"blocks", counts.blocks},
          {"warp_instructions", counts.warp_instructions},
          {"thread_instructions", counts.thread_instructions}};
}

py::dict run_functional(const TargetOptions& of, const py::object& progress,
                        const py::object& print) {
  CallbackGuard guard;
  auto engine = std::make_shared<FunctionalEngine>();
  engine->progress = progress_function(progress, guard);
  Json json{{"schema", "heddle-functional/1"}, {"partial", false}, {"launches", Json::array()}};
  engine->finished = [&](const Executable& kernel, const Launch& launch, const RunCounts& counts) {
    json["launches"].push_back(launch_json(kernel, launch, counts));
  };
  DeviceOptions options = host_device_options(guard.stop_flag());
  options.max_warp_instructions = of.max_instructions;
  options.engine = engine;
  options.print = guarded_print(print, guard);
  check_files(of.choice(), "", "");
  Device device(options);
  std::unique_ptr<RunTarget> target;
  std::vector<RunTarget::Finding> findings;
  simulate(guard, [&] {
    target = make_run_target(of.choice(), device);
    target->run();
    findings = target->findings();
    target->add_json(json);
  });
  return result_dict(*target, findings_of(findings), indented(json), "");
}

}  // namespace

void bind_run(py::module_& module) {
  py::class_<TargetOptions>(module, "Target")
      .def(py::init([](std::string name, std::string size, std::vector<std::string> parameters,
                       uint64_t seed, bool given, bool outputs, uint64_t max_instructions) {
             return TargetOptions{name, size, parameters, seed, given, outputs, max_instructions};
           }),
           py::arg("name"), py::arg("size"), py::arg("parameters"), py::arg("seed"),
           py::arg("given"), py::arg("outputs"), py::arg("max_instructions"));
  module.def("run_timed", &run_timed, py::arg("target"), py::arg("preset"), py::arg("arch"),
             py::arg("settings"), py::arg("threads"), py::arg("check"), py::arg("observer"),
             py::arg("sample_every"), py::arg("sample_names"), py::arg("progress"),
             py::arg("print"), py::arg("schedulers"));
  module.def("run_functional", &run_functional, py::arg("target"), py::arg("progress"),
             py::arg("print"));
}

}  // namespace heddle::python
