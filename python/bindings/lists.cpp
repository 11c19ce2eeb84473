// What names there are, each with a sentence: heddle.archs(), heddle.workloads(), ...
#include <pybind11/stl.h>

#include "base/host_cores.hpp"
#include "bindings.hpp"
#include "config/archs.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"
#include "sm/schedule/scheduler.hpp"
#include "stats/schema.hpp"
#include "workload/workload.hpp"

namespace heddle::python {

namespace {

py::dict described(const std::vector<ConfigInfo>& infos) {
  py::dict dict;
  for (const ConfigInfo& info : infos) dict[py::str(info.name)] = info.description;
  return dict;
}

py::dict describe_workload(const workload::Description& d) {
  py::dict dict, parameters, sizes;
  for (const workload::Parameter& p : d.parameters)
    parameters[py::str(p.name)] = p.means + " (" + limits_text(p) + ")";
  for (const workload::Size& size : d.sizes) {
    py::dict values;
    for (const workload::Parameter& p : d.parameters) values[py::str(p.name)] = size.values[p.name];
    sizes[py::str(size.name)] = values;
  }
  dict["summary"] = d.summary, dict["papers"] = d.papers;
  dict["parameters"] = parameters, dict["sizes"] = sizes;
  return dict;
}

}  // namespace

void bind_lists(py::module_& module) {
  module.def("archs", [] { return described(archs()); });
  module.def("presets", [] { return described(find_presets()); });
  module.def("schedulers", [] {
    py::dict dict;
    for (const SchedulerInfo& s : schedulers()) dict[s.name] = s.sentence;
    return dict;
  });
  module.def("workloads", [] {
    py::dict dict;
    for (const workload::Entry& e : workload::workloads())
      dict[py::str(std::string(e.name))] = describe_workload(e.description());
    return dict;
  });
  module.def("representatives", [] {
    std::vector<std::string> names;
    for (std::string_view name : workload::representatives()) names.emplace_back(name);
    return names;
  });
  module.def("statistics", [] {
    py::dict dict;
    for (const Statistic& s : statistics())
      dict[py::str(s.name)] = py::make_tuple(s.unit, s.sentence);
    return dict;
  });
  module.def("settings", [] {
    py::dict dict;
    for (const ConfigKey& k : config_keys())
      dict[py::str(k.path)] = py::make_tuple(limits_text(k), k.sentence);
    return dict;
  });
  module.def("host_cores", &host_cores);
}

}  // namespace heddle::python
