// A timed machine as the engine of one device.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "gpu/timed_engine.hpp"
#include "observer.hpp"
#include "scheduler.hpp"
#include "simulation.hpp"
#include "stats/run_statistics.hpp"

namespace heddle::python {

struct EngineHandle {
  EngineHandle(ValidMachine m, SchedulersPtr s)
      : machine(std::move(m)), schedulers(std::move(s)), guard(guard_of(schedulers)) {}

  ValidMachine machine;
  SchedulersPtr schedulers;
  std::shared_ptr<CallbackGuard> guard;
  std::unique_ptr<PythonObserver> observer;  // null: none
  std::shared_ptr<TimedEngine> engine;
  bool taken = false;  // belongs to a device
  bool busy = false;   // a launch runs

  /// Throws UsageError while a launch runs.
  void check_idle() const;
};

/// A machine as users name it. Empty arch: the preset's own.
ValidMachine python_machine(const std::string& preset, const std::string& arch,
                            const std::vector<std::string>& settings,
                            const ExtensionsPtr& extensions = {});
/// The statistics of launches, summed up.
RunStatistics statistics_of(const MachineConfig& config, const std::vector<LaunchResult>& results);
/// What receives the progress of a launch; None: nothing.
std::function<void(const Progress&)> progress_function(const py::object& progress,
                                                       CallbackGuard& guard);

}  // namespace heddle::python
