// The list of divergence mechanisms. A new one is a folder beside this file and a line here.
#include <fmt/format.h>

#include <array>

#include "base/error.hpp"
#include "config/variants.hpp"
#include "sm/core.hpp"

namespace heddle {

CoreMaker make_pdom_core, make_serialize_core, make_mimd_core, make_dwf_core, make_large_warp_core,
    make_tbc_core, make_dual_path_core, make_dws_core, make_frontier_core;
CostAdder add_pdom_cost, add_serialize_cost, add_mimd_cost, add_dwf_cost, add_large_warp_cost,
    add_tbc_cost, add_dual_path_cost, add_dws_cost, add_frontier_cost;

namespace {

constexpr auto kDivergences = std::to_array<DivergenceInfo>({
    {"pdom", "reconvergence stack per warp, at the immediate post-dominator", make_pdom_core,
     add_pdom_cost},
    {"serialize", "paths of a warp that part never join again", make_serialize_core,
     add_serialize_cost},
    {"mimd", "every thread by itself, on any lane: the upper bound", make_mimd_core, add_mimd_cost},
    {"dwf", "threads regroup into new warps by their next instruction", make_dwf_core,
     add_dwf_cost},
    {"large_warp", "warps of several rows of threads, issued as packed sub-warps",
     make_large_warp_core, add_large_warp_cost},
    {"tbc", "warps of a block share a stack and are compacted at branches", make_tbc_core,
     add_tbc_cost},
    {"dual_path", "two paths of a warp at a time, on a stack of pairs", make_dual_path_core,
     add_dual_path_cost},
    {"dws", "a stack, and splits of warps that run by themselves before short blocks",
     make_dws_core, add_dws_cost},
    {"frontier", "splits of a warp in the order of the code, merged where they meet",
     make_frontier_core, add_frontier_cost},
});
static_assert(same_names(kDivergences, kDivergenceNames));

}  // namespace

std::span<const DivergenceInfo> divergences() { return kDivergences; }

const DivergenceInfo& find_divergence(std::string_view name) {
  std::string known;
  for (const DivergenceInfo& d : kDivergences) {
    if (name == d.name) return d;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", d.name);
  }
  throw UsageError(fmt::format("there is no divergence mechanism '{}'; known are {}", name, known));
}

std::unique_ptr<Core> make_core(const ValidMachine& config, uint32_t sm, MemoryPort& memory,
                                CoreOptions options) {
  return find_divergence(config->arch.divergence).make(config, sm, memory, options);
}

}  // namespace heddle
