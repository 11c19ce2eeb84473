#include "bindings.hpp"
#include "simulation.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace heddle::python;
  module.attr("version") = HEDDLE_VERSION;
  bind_simulations();
  bind_errors(module);
  bind_schedulers(module);
  bind_engine(module);
  // A class before the functions that take or return it, so that their help can name it.
  bind_buffer(module);
  bind_kernels(module);
  bind_device(module);
  bind_streams(module);
  bind_run(module);
  bind_sweep(module);
  bind_lists(module);
}
