// The pipeline with this mechanism and an observer: apart, so that it does not sway how the other
// is compiled.
#include "sm/divergence/frontier/frontier.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

std::unique_ptr<Core> make_observed_frontier_core(const MachineConfig& config, uint32_t sm,
                                                  MemorySystem& memory, CoreOptions options) {
  return std::make_unique<Pipeline<Observed<Frontier>>>(config, sm, memory, options);
}

}  // namespace heddle
