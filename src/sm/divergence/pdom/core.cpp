// The pipeline with this mechanism.
#include "sm/divergence/pdom/pdom.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

std::unique_ptr<Core> make_pdom_core(const MachineConfig& config, uint32_t sm, MemorySystem& memory,
                                     CoreOptions options) {
  return std::make_unique<Pipeline<Pdom>>(config, sm, memory, options);
}

}  // namespace heddle
