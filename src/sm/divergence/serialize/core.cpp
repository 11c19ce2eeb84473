// The pipeline with this mechanism.
#include "sm/divergence/serialize/serialize.hpp"
#include "sm/make_core.hpp"

namespace heddle {

std::unique_ptr<Core> make_serialize_core(const MachineConfig& config, uint32_t sm,
                                          MemoryPort& memory, CoreOptions options) {
  return make_core_with<Serialize>(config, sm, memory, options);
}

}  // namespace heddle
