// The pipeline with this mechanism.
#include "sm/divergence/serialize/serialize.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

std::unique_ptr<Core> make_serialize_core(const MachineConfig& config, uint32_t sm,
                                          MemorySystem& memory, CoreOptions options) {
  return std::make_unique<Pipeline<Serialize>>(config, sm, memory, options);
}

}  // namespace heddle
