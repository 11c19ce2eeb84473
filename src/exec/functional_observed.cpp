// Functional execution with an observer: apart, so that it does not sway how the other is compiled.
#include "exec/functional.hpp"
#include "exec/functional_grid.hpp"

namespace heddle {

RunCounts run_functional(const Executable& kernel, const Launch& launch, Environment& environment,
                         PathObserver& observer) {
  return run_blocks<true>(kernel, launch, environment, &observer);
}

}  // namespace heddle
