// The pipeline with this mechanism.
#include "sm/divergence/large_warp/large_warp.hpp"
#include "sm/make_core.hpp"

namespace heddle {

std::unique_ptr<Core> make_large_warp_core(const MachineConfig& config, uint32_t sm,
                                           MemoryPort& memory, CoreOptions options) {
  return make_core_with<LargeWarp>(config, sm, memory, options);
}

}  // namespace heddle
