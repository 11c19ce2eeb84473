#include "exec/functional.hpp"

#include "exec/functional_grid.hpp"

namespace heddle {

RunCounts run_functional(const Executable& kernel, const Launch& launch, Environment& environment) {
  return run_blocks<false>(kernel, launch, environment, nullptr);
}

}  // namespace heddle
