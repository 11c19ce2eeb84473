// The list of divergence mechanisms. A new one is a folder beside this file and a line here.
#include <fmt/format.h>

#include <array>

#include "base/error.hpp"
#include "sm/core.hpp"

namespace heddle {

std::unique_ptr<Core> make_pdom_core(const MachineConfig&, uint32_t, MemorySystem&, CoreOptions);
std::unique_ptr<Core> make_serialize_core(const MachineConfig&, uint32_t, MemorySystem&,
                                          CoreOptions);
std::unique_ptr<Core> make_mimd_core(const MachineConfig&, uint32_t, MemorySystem&, CoreOptions);

namespace {

constexpr auto kDivergences = std::to_array<DivergenceInfo>({
    {"pdom", "reconvergence stack per warp, at the immediate post-dominator", make_pdom_core},
    {"serialize", "paths of a warp that part never join again", make_serialize_core},
    {"mimd", "every thread by itself, on any lane: the upper bound", make_mimd_core},
});

}  // namespace

std::span<const DivergenceInfo> divergences() { return kDivergences; }

std::unique_ptr<Core> make_core(const MachineConfig& config, uint32_t sm, MemorySystem& memory,
                                CoreOptions options) {
  std::string known;
  for (const DivergenceInfo& d : kDivergences) {
    if (config.arch.divergence == d.name) return d.make(config, sm, memory, options);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", d.name);
  }
  throw UsageError(fmt::format("there is no divergence mechanism '{}'; known are {}",
                               config.arch.divergence, known));
}

}  // namespace heddle
