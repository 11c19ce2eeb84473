#include "bindings.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace heddle::python;
  module.attr("version") = HEDDLE_VERSION;
  bind_errors(module);
  bind_schedulers(module);
  bind_engine(module);
  bind_device(module);
  bind_buffer(module);
  bind_kernels(module);
  bind_streams(module);
  bind_run(module);
  bind_sweep(module);
  bind_lists(module);
}
