// The pipeline with this mechanism.
#include "sm/divergence/pdom/pdom.hpp"
#include "sm/make_core.hpp"

namespace heddle {

std::unique_ptr<Core> make_pdom_core(const MachineConfig& config, uint32_t sm, MemoryPort& memory,
                                     CoreOptions options) {
  return make_core_with<Pdom>(config, sm, memory, options);
}

}  // namespace heddle
