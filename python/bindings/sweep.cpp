// heddle.sweep and heddle.query: the engine, the keys and the store of `heddle sweep`. What comes
// back is plain data, from which heddle/sweeps.py makes frames.
#include "study/sweep.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "base/error.hpp"
#include "bindings.hpp"
#include "config/archs.hpp"
#include "query/frame.hpp"
#include "scheduler.hpp"
#include "store/file_system.hpp"
#include "study/execution.hpp"

namespace heddle::python {

namespace {

using Pairs = std::vector<std::pair<std::string, std::vector<std::string>>>;

std::vector<study::Axis> axes_of(const Pairs& pairs) {
  std::vector<study::Axis> axes;
  for (const auto& [key, values] : pairs) axes.push_back({key, values});
  return axes;
}

/// The file of finished runs: empty for none, "default" as the command line.
std::filesystem::path store_file(const std::optional<std::filesystem::path>& file) {
  if (!file) return store::default_store();
  if (file->empty()) return {};
  if (std::string problem = store::place_problem(*file); !problem.empty())
    throw IoError(fmt::format("store {}: {}, or use store=False", file->string(), problem));
  return *file;
}

void warn(const std::string& text) {
  if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) != 0) throw py::error_already_set();
}

py::dict frame_dict(const query::Frame& frame) {
  py::dict dict;
  dict["dimensions"] = frame.dimensions;
  dict["metrics"] = frame.metrics;
  py::list at, values, failures;
  for (const query::Line& line : frame.lines) {
    at.append(line.at);
    values.append(line.values);
    failures.append(line.failure);
  }
  dict["at"] = at, dict["values"] = values, dict["failures"] = failures;
  return dict;
}

std::vector<query::Metric> metrics_of(const std::vector<std::string>& texts,
                                      const study::Study* study) {
  std::vector<query::Metric> metrics = query::parse_metrics(texts);
  if (metrics.empty() && study)
    for (const auto& [name, formula] : study->metrics) metrics.push_back({name, formula});
  return metrics.empty() ? query::default_metrics() : metrics;
}

/// A sweep that was asked for, before and after it runs.
class PythonSweep {
 public:
  PythonSweep(study::Study study, std::string size, std::vector<std::string> metrics,
              SchedulersPtr schedulers)
      : schedulers_(std::move(schedulers)),
        shared_(guard_of(schedulers_)),
        study_(std::move(study)),
        size_(std::move(size)),
        metrics_(metrics_of(metrics, &study_)) {
    simulate(guard_,
             [&] { execution_ = study::Execution(study::expand(study_, size_, &refused_)); });
  }

  /// Returns the exception that ended it early: a KeyboardInterrupt, or what a callback raised;
  /// None if it ran to its end.
  py::object run(const std::optional<std::filesystem::path>& file, unsigned jobs,
                 const py::object& progress, bool check) {
    study::ExecutionOptions options;
    options.jobs = jobs;
    options.check = check;
    options.interrupted = guard_.stop_flag();
    options.errors_are_failures = true;
    if (!progress.is_none())
      options.progress = [&](const study::ExecutionProgress& p) {
        guard_.call([&] { progress(p.done, p.all, p.seconds_left); });
      };
    options.note = [&](const std::string& text) { warnings()("note: " + text); };
    store::ResultStore store(store_file(file), warnings());
    study::Execution* executions[] = {&execution_};
    try {
      guard_.raise_failure();
      simulate(guard_, [&] { study::execute_all(executions, store, options); });
    } catch (py::error_already_set& e) {
      if (!e.trace()) return e.value();
      return e.value().attr("with_traceback")(e.trace());
    }
    return py::none();
  }

  py::dict frame(bool by_kernel) const {
    const auto records = query::records_of(study_, size_, execution_, metrics_);
    return frame_dict(by_kernel ? query::frame_by_kernel(records, metrics_)
                                : query::make_frame(records, metrics_));
  }
  py::list refused() const {
    py::list list;
    for (const study::RefusedRun& r : refused_) {
      py::dict d;
      d["workload"] = study_.rows[r.row].label;
      d["machine"] = study_.variants[r.variant].name;
      d["why"] = r.why;
      list.append(d);
    }
    return list;
  }
  std::string refusals() const { return study::refusals_text(study_, refused_); }
  size_t runs() const { return execution_.plan.runs.size(); }
  size_t known() const {
    return static_cast<size_t>(std::ranges::count(execution_.states, study::RunState::Known));
  }
  const std::vector<std::string>& keys() const { return execution_.plan.keys; }

  /// What a run of it would do.
  py::dict plan(const std::optional<std::filesystem::path>& file, unsigned jobs) {
    store::ResultStore store(store_file(file), warnings());
    guard_.raise_failure();
    py::list lines;
    for (size_t v = 0; v < study_.variants.size(); v++)
      for (size_t row : study_.variants[v].rows)
        if (const size_t run = execution_.plan.run_of[v][row]; run != study::Plan::kNone)
          lines.append(
              py::make_tuple(study_.rows[row].label, study_.variants[v].name,
                             store.find(execution_.plan.keys[run]) ? "finished" : "to run"));
    const study::Estimate e = study::estimate(execution_.plan, store, jobs);
    py::dict dict;
    dict["lines"] = lines;
    dict["seconds"] = e.pending == e.unmeasured && e.pending > 0
                          ? py::object(py::none())
                          : py::object(py::float_(e.seconds));
    return dict;
  }

 private:
  /// Python may make an exception of a warning.
  std::function<void(const std::string&)> warnings() {
    return [this](const std::string& text) { guard_.call([&] { warn(text); }); };
  }

  SchedulersPtr schedulers_;
  std::shared_ptr<CallbackGuard> shared_;
  CallbackGuard& guard_ = *shared_;
  study::Study study_;
  std::string size_;
  std::vector<query::Metric> metrics_;
  std::vector<study::RefusedRun> refused_;
  study::Execution execution_;
};

std::unique_ptr<PythonSweep> make_sweep(std::vector<std::string> names, std::string size,
                                        const std::vector<std::string>& archs,
                                        std::vector<std::string> presets, const Pairs& settings,
                                        std::vector<std::vector<std::string>> zipped,
                                        const std::vector<std::string>& derived,
                                        const Pairs& parameters, std::vector<uint64_t> seeds,
                                        std::vector<std::string> metrics,
                                        const SchedulersPtr& schedulers) {
  study::Sweep sweep;
  sweep.extensions = extensions_of(schedulers);
  sweep.names = std::move(names);
  sweep.archs = archs.size() == 1 ? parse_arch_names(archs[0]) : archs;
  for (const std::string& arch : sweep.archs) check_arch(arch);
  sweep.presets = std::move(presets);
  sweep.settings = axes_of(settings);
  sweep.zipped = std::move(zipped);
  for (const std::string& text : derived) sweep.derived.push_back(study::parse_derived(text));
  sweep.parameters = axes_of(parameters);
  sweep.seeds = std::move(seeds);
  if (sweep.names.empty())
    throw UsageError(
        "nothing to sweep: name workloads (heddle.workloads()) or launch descriptions");
  return std::make_unique<PythonSweep>(study::sweep_study(sweep), std::move(size),
                                       std::move(metrics), schedulers);
}

py::dict query_store(const std::optional<std::filesystem::path>& file,
                     const std::vector<std::string>& where, const std::vector<std::string>& metrics,
                     bool by_kernel) {
  const std::filesystem::path store = store_file(file);
  if (store.empty()) throw UsageError("there is no store to ask: give store=FILE");
  std::vector<query::Condition> conditions;
  for (const std::string& text : where) conditions.push_back(query::parse_condition(text));
  const std::vector<query::Metric> chosen = metrics_of(metrics, nullptr);
  query::StoreRecords found;
  CallbackGuard guard;
  simulate(guard, [&] { found = query::records_of(store, conditions, chosen); });
  if (found.damaged > 0)
    warn(fmt::format("{} damaged runs of {} were left out", found.damaged, store.string()));
  return frame_dict(by_kernel ? query::frame_by_kernel(found.records, chosen)
                              : query::make_frame(found.records, chosen));
}

}  // namespace

void bind_sweep(py::module_& module) {
  py::class_<PythonSweep>(module, "Sweep")
      .def(py::init(&make_sweep), py::arg("names"), py::arg("size"), py::arg("archs"),
           py::arg("presets"), py::arg("settings"), py::arg("zipped"), py::arg("derived"),
           py::arg("parameters"), py::arg("seeds"), py::arg("metrics"), py::arg("schedulers"))
      .def_static(
          "of_study",
          [](const std::filesystem::path& file, std::string size, std::vector<std::string> metrics,
             const SchedulersPtr& schedulers) {
            return std::make_unique<PythonSweep>(
                study::load_study(file.string(), extensions_of(schedulers)), std::move(size),
                std::move(metrics), schedulers);
          },
          py::arg("file"), py::arg("size"), py::arg("metrics"), py::arg("schedulers"))
      .def("run", &PythonSweep::run, py::arg("store"), py::arg("jobs"), py::arg("progress"),
           py::arg("check"))
      .def("frame", &PythonSweep::frame, py::arg("by_kernel"))
      .def("plan", &PythonSweep::plan, py::arg("store"), py::arg("jobs"))
      .def_property_readonly("refused", &PythonSweep::refused)
      .def_property_readonly("refusals", &PythonSweep::refusals)
      .def_property_readonly("runs", &PythonSweep::runs)
      .def_property_readonly("known", &PythonSweep::known)
      .def_property_readonly("keys", &PythonSweep::keys);
  module.def("query", &query_store, py::arg("store"), py::arg("where"), py::arg("metrics"),
             py::arg("by_kernel"));
  module.def(
      "parse_axis",
      [](const std::string& option, const std::string& text) {
        study::Axis axis = study::parse_axis(option, text);
        return py::make_tuple(std::move(axis.key), std::move(axis.values));
      },
      py::arg("option"), py::arg("text"));
  module.def("parse_seeds", &study::parse_seeds, py::arg("text"));
}

}  // namespace heddle::python
