// Which units and which issue policy a configuration puts around a divergence mechanism. Every
// combination that is returned here is compiled, in the file of its mechanism.
#pragma once

#include <memory>

#include "sm/issue/any_lane.hpp"
#include "sm/issue/packed.hpp"
#include "sm/issue/paired.hpp"
#include "sm/issue/single.hpp"
#include "sm/units/spatial.hpp"
#include "sm/units/temporal.hpp"

namespace heddle {

template <Divergence D>
std::unique_ptr<Core> make_core_with(const MachineConfig& config, uint32_t sm, MemoryPort& memory,
                                     CoreOptions options) {
  auto make = [&]<class U, class I>() {
    return std::make_unique<Pipeline<D, U, I>>(config, sm, memory, options);
  };
  if constexpr (kHas<D, Capability::IssuesOnAnyLane>)
    return make.template operator()<SpatialUnits, AnyLaneIssue>();
  else if constexpr (kHas<D, Capability::PacksSubWarps>)
    return make.template operator()<SpatialUnits, PackedIssue>();
  else if constexpr (D::kMechanism.keeps_warps()) {
    if (config.arch.temporal()) return make.template operator()<TemporalUnits, SingleIssue>();
    if (secondary_of(config.arch) != Secondary::None)
      return make.template operator()<SpatialUnits, PairedIssue>();
    return make.template operator()<SpatialUnits, SingleIssue>();
  } else {
    return make.template operator()<SpatialUnits, SingleIssue>();
  }
}

}  // namespace heddle
