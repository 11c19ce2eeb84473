// The pipeline with this mechanism.
#include "sm/divergence/mimd/mimd.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

std::unique_ptr<Core> make_mimd_core(const MachineConfig& config, uint32_t sm, MemorySystem& memory,
                                     CoreOptions options) {
  return std::make_unique<Pipeline<Mimd>>(config, sm, memory, options);
}

}  // namespace heddle
