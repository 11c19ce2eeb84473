// The pipeline with this mechanism.
#include "base/error.hpp"
#include "sm/divergence/serialize/serialize.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

std::unique_ptr<Core> make_serialize_core(const MachineConfig& config, uint32_t sm,
                                          MemorySystem& memory, CoreOptions options) {
  return make_pipeline<Serialize>(config, sm, memory, options);
}

}  // namespace heddle
