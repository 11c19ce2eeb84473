// The pipeline with this mechanism.
#include "sm/divergence/frontier/frontier.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

std::unique_ptr<Core> make_frontier_core(const MachineConfig& config, uint32_t sm,
                                         MemorySystem& memory, CoreOptions options) {
  return std::make_unique<Pipeline<Frontier>>(config, sm, memory, options);
}

}  // namespace heddle
