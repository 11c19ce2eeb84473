// The pipeline with this mechanism.
#include "sm/divergence/frontier/frontier.hpp"
#include "sm/make_core.hpp"

namespace heddle {

std::unique_ptr<Core> make_frontier_core(const MachineConfig& config, uint32_t sm,
                                         MemoryPort& memory, CoreOptions options) {
  return make_core_with<Frontier>(config, sm, memory, options);
}

}  // namespace heddle
