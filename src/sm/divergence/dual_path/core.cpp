// The pipeline with this mechanism.
#include "sm/divergence/dual_path/dual_path.hpp"
#include "sm/make_core.hpp"

namespace heddle {

std::unique_ptr<Core> make_dual_path_core(const MachineConfig& config, uint32_t sm,
                                          MemoryPort& memory, CoreOptions options) {
  return make_core_with<DualPath>(config, sm, memory, options);
}

}  // namespace heddle
