// The list of divergence mechanisms. A new one is a folder beside this file and a line here.
#include <fmt/format.h>

#include <array>

#include "base/error.hpp"
#include "sm/core.hpp"

namespace heddle {

CoreMaker make_pdom_core, make_observed_pdom_core;
CoreMaker make_serialize_core, make_observed_serialize_core;
CoreMaker make_mimd_core, make_observed_mimd_core;
CoreMaker make_dwf_core, make_observed_dwf_core;
CoreMaker make_large_warp_core, make_observed_large_warp_core;
CoreMaker make_tbc_core, make_observed_tbc_core;

namespace {

constexpr auto kDivergences = std::to_array<DivergenceInfo>({
    {"pdom", "reconvergence stack per warp, at the immediate post-dominator", make_pdom_core,
     make_observed_pdom_core},
    {"serialize", "paths of a warp that part never join again", make_serialize_core,
     make_observed_serialize_core},
    {"mimd", "every thread by itself, on any lane: the upper bound", make_mimd_core,
     make_observed_mimd_core},
    {"dwf", "threads regroup into new warps by their next instruction", make_dwf_core,
     make_observed_dwf_core},
    {"large_warp", "warps of several rows of threads, issued as packed sub-warps",
     make_large_warp_core, make_observed_large_warp_core},
    {"tbc", "warps of a block share a stack and are compacted at branches", make_tbc_core,
     make_observed_tbc_core},
});

}  // namespace

std::span<const DivergenceInfo> divergences() { return kDivergences; }

std::unique_ptr<Core> make_core(const MachineConfig& config, uint32_t sm, MemorySystem& memory,
                                CoreOptions options) {
  std::string known;
  for (const DivergenceInfo& d : kDivergences) {
    if (config.arch.divergence == d.name)
      return (options.observer ? d.make_observed : d.make)(config, sm, memory, options);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", d.name);
  }
  throw UsageError(fmt::format("there is no divergence mechanism '{}'; known are {}",
                               config.arch.divergence, known));
}

}  // namespace heddle
