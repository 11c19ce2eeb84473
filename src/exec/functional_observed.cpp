// Functional execution with an observer, in its own file so that it does not affect how the
// version without one is optimised.
#include "exec/functional.hpp"
#include "exec/functional_grid.hpp"

namespace heddle {

RunCounts run_functional(const Executable& kernel, const Launch& launch, Environment& environment,
                         PathObserver& observer) {
  return run_blocks<true>(kernel, launch, environment, &observer);
}

}  // namespace heddle
