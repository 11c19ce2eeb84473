// What each file of this folder adds to the extension module heddle._core. heddle/_core.pyi
// declares all of it for type checkers; users see it through heddle/*.py.
#pragma once

#include <pybind11/pybind11.h>

namespace heddle::python {

namespace py = pybind11;

void bind_errors(py::module_& module);
void bind_schedulers(py::module_& module);
void bind_engine(py::module_& module);
void bind_device(py::module_& module);
void bind_buffer(py::module_& module);
void bind_kernels(py::module_& module);
void bind_streams(py::module_& module);
void bind_run(py::module_& module);
void bind_sweep(py::module_& module);
void bind_lists(py::module_& module);

}  // namespace heddle::python
