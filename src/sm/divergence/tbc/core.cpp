// The pipeline with this mechanism.
#include "sm/divergence/tbc/tbc.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

std::unique_ptr<Core> make_tbc_core(const MachineConfig& config, uint32_t sm, MemorySystem& memory,
                                    CoreOptions options) {
  return std::make_unique<Pipeline<Tbc>>(config, sm, memory, options);
}

}  // namespace heddle
