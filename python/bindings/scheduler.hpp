// Schedulers written in Python, as an extension of heddle (extension/extensions.hpp).
//
// Every decision takes the GIL. A simulation that has such a scheduler uses one host thread, so
// that its decisions come in one order, whatever state the objects share: results are the same each
// time.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "extension/extensions.hpp"
#include "simulation.hpp"

namespace heddle::python {

/// Python's schedulers for one call, with the guard of the simulations that use them.
struct PythonSchedulers {
  ExtensionsPtr extensions;
  std::shared_ptr<CallbackGuard> guard = std::make_shared<CallbackGuard>();
};
using SchedulersPtr = std::shared_ptr<PythonSchedulers>;  // null: none

inline std::shared_ptr<CallbackGuard> guard_of(const SchedulersPtr& schedulers) {
  return schedulers ? schedulers->guard : std::make_shared<CallbackGuard>();
}
inline ExtensionsPtr extensions_of(const SchedulersPtr& schedulers) {
  return schedulers ? schedulers->extensions : nullptr;
}

}  // namespace heddle::python
