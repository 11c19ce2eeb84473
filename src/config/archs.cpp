// The list of archs. A new one is a line here.
#include "config/archs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "config/load.hpp"

namespace heddle {

namespace {

constexpr auto kArchs = std::to_array<ArchInfo>({
    {"pdom", "reconvergence stack per warp, at the immediate post-dominator",
     "arch.divergence=pdom"},
    {"simt_scalar", "pdom with scalar instructions in a datapath beside the lanes (lucas2015)",
     "arch.divergence=pdom arch.scalarization=divergent arch.scalar_units=true"},
    {"serialize", "paths of a warp that part never join again", "arch.divergence=serialize"},
    {"mimd", "every thread by itself, on any lane: the upper bound",
     "arch.divergence=mimd registers.layout=crossbar"},
    {"dwf", "dynamic warp formation, lane-aware, with swizzled threads (fung2007)",
     "arch.divergence=dwf arch.schedule=majority arch.lane_map=swizzle registers.layout=per-lane "
     "core.extra_stages=1"},
    {"dwf_ideal", "dynamic warp formation with registers that every lane reaches (fung2007)",
     "arch.divergence=dwf arch.schedule=majority registers.layout=ideal core.extra_stages=1"},
    {"dwf_crossbar", "dynamic warp formation with a crossbar between lanes and banks (fung2007)",
     "arch.divergence=dwf arch.schedule=majority registers.layout=crossbar core.extra_stages=1"},
    {"two_level", "pdom with two-level scheduling, fetch groups of eight warps (narasiman2011)",
     "arch.divergence=pdom arch.schedule=two-level arch.fetch_group=8"},
    {"large_warp", "warps of 256 threads that issue as packed sub-warps (narasiman2011)",
     "arch.divergence=large_warp large_warp.size=256 registers.layout=per-lane"},
    {"large_warp_two_level",
     "the same with two-level scheduling, a fetch group each (narasiman2011)",
     "arch.divergence=large_warp large_warp.size=256 registers.layout=per-lane "
     "arch.schedule=two-level arch.fetch_group=1 arch.group_timeout=32768"},
    {"tbc", "thread block compaction in blocks of 256 threads (narasiman2011, section 5)",
     "arch.divergence=tbc arch.schedule=sticky-round-robin tbc.block=256 "
     "registers.layout=per-lane"},
    {"single_path", "pdom with the scoreboard that dual paths are held against (rhu2013)",
     "arch.divergence=pdom arch.dependence=per-path"},
    {"dual_path", "two paths of a warp at a time, on a stack of pairs (rhu2013)",
     "arch.divergence=dual_path arch.dependence=per-path"},
    {"dual_path_optimistic", "dual-path execution without false dependences (rhu2013)",
     "arch.divergence=dual_path arch.dependence=exact"},
    {"dual_path_constrained", "dual-path execution, one path per warp in the scheduler (rhu2013)",
     "arch.divergence=dual_path arch.dependence=per-path dual_path.scheduler_entries=1"},
    {"dual_path_forwarding", "dual-path execution with paths of lower entries (rhu2013)",
     "arch.divergence=dual_path arch.dependence=per-path dual_path.forwarding=true"},
    {"dual_path_memory", "dual-path execution that also splits loads that half miss (rhu2013)",
     "arch.divergence=dual_path arch.dependence=per-path dual_path.memory_split=true"},
    {"dual_path_software", "dual-path execution with a stack that software pops (rhu2013)",
     "arch.divergence=dual_path arch.dependence=per-path dual_path.software_stack=true"},
    {"dws10", "dynamic warp subdivision before blocks of up to 10 instructions (rhu2013)",
     "arch.divergence=dws arch.dependence=exact dws.threshold=10"},
    {"dws50", "dynamic warp subdivision before blocks of up to 50 instructions (rhu2013)",
     "arch.divergence=dws arch.dependence=exact dws.threshold=50"},
    {"dws100", "dynamic warp subdivision before blocks of up to 100 instructions (rhu2013)",
     "arch.divergence=dws arch.dependence=exact dws.threshold=100"},
    {"dws_memory", "dynamic warp subdivision, also by loads that half miss (rhu2013)",
     "arch.divergence=dws arch.dependence=exact dws.threshold=50 dws.memory_split=true"},
    {"frontier", "thread frontiers: the split of a warp at the lowest address runs (brunie2012)",
     "arch.divergence=frontier arch.dependence=matrix"},
    {"frontier64", "the same with warps of 64 on one row of lanes (brunie2012, Figure 7)",
     "arch.divergence=frontier arch.dependence=matrix core.warp=64 core.schedulers=1 "
     "arch.datapath=row"},
    {"sbi", "simultaneous branch interweaving: two splits of a warp on one row (brunie2012)",
     "arch.divergence=frontier arch.schedule=oldest arch.dependence=matrix core.warp=64 "
     "core.schedulers=1 "
     "arch.datapath=interwoven frontier.paths=2 arch.secondary=same-warp "
     "core.issue_per_scheduler=2 core.extra_stages=1"},
    {"sbi_unconstrained", "the same without waiting at reconvergence points (brunie2012)",
     "arch.divergence=frontier arch.schedule=oldest arch.dependence=matrix core.warp=64 "
     "core.schedulers=1 "
     "arch.datapath=interwoven frontier.paths=2 arch.secondary=same-warp "
     "core.issue_per_scheduler=2 core.extra_stages=1 frontier.constraints=false"},
    {"swi", "simultaneous warp interweaving: two warps on one row (brunie2012)",
     "arch.divergence=frontier arch.schedule=oldest arch.dependence=matrix core.warp=64 "
     "core.schedulers=1 "
     "arch.datapath=interwoven arch.secondary=best-fit core.issue_per_scheduler=2 "
     "core.scheduler_latency=2 core.extra_stages=1 arch.lane_map=xor-rev"},
    {"sbi_swi", "simultaneous branch and warp interweaving together (brunie2012)",
     "arch.divergence=frontier arch.schedule=oldest arch.dependence=matrix core.warp=64 "
     "core.schedulers=1 "
     "arch.datapath=interwoven frontier.paths=2 arch.secondary=best-fit "
     "core.issue_per_scheduler=2 core.scheduler_latency=2 core.extra_stages=1 "
     "arch.lane_map=xor-rev"},
    {"tsimt", "temporal SIMT: each lane runs through the threads of a warp (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1"},
    {"tsimt+", "temporal SIMT with registers per thread, freed with the warp (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "registers.allocation=thread"},
    {"tsimt_unlocked", "temporal SIMT whose warps run in any lane: a bound (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "arch.lane_lock=false"},
    {"tsimt16", "temporal SIMT with warps of 16 threads (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "core.warp=16 core.lanes=16 core.max_warps=96"},
    {"stsimt-2", "spatio-temporal SIMT: lanes of 2 threads (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "arch.bundle=2"},
    {"stsimt-4", "spatio-temporal SIMT: lanes of 4 threads (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "arch.bundle=4"},
    {"stsimt-8", "spatio-temporal SIMT: lanes of 8 threads (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "arch.bundle=8"},
    {"tsimt_scalar", "temporal SIMT with scalar instructions and registers (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "arch.scalarization=divergent"},
    {"tsimt+_scalar", "tsimt+ with scalar instructions and registers (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "registers.allocation=thread arch.scalarization=divergent"},
    {"stsimt-2_scalar", "stsimt-2 with scalar instructions and registers (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "arch.bundle=2 arch.scalarization=divergent"},
    {"stsimt-4_scalar", "stsimt-4 with scalar instructions and registers (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "arch.bundle=4 arch.scalarization=divergent"},
    {"stsimt-8_scalar", "stsimt-8 with scalar instructions and registers (lucas2015)",
     "arch.divergence=pdom arch.datapath=temporal core.schedulers=1 core.issue_per_scheduler=1 "
     "arch.bundle=8 arch.scalarization=divergent"},
});

[[noreturn]] void raise_unknown(std::string_view name, std::span<const std::string_view> more) {
  std::vector<std::string_view> known(more.begin(), more.end());
  for (const ArchInfo& a : kArchs) known.emplace_back(a.name);
  throw UsageError(fmt::format("there is no arch '{}'; known are: all, {}{}", name,
                               fmt::join(known, ", "),
                               suggest(name, known.size(), [&](size_t i) { return known[i]; })));
}

const ArchInfo* look_up(std::string_view name) {
  auto found = std::ranges::find_if(kArchs, [&](const ArchInfo& a) { return name == a.name; });
  return found == kArchs.end() ? nullptr : &*found;
}

}  // namespace

std::span<const ArchInfo> archs() { return kArchs; }

const ArchInfo& find_arch(std::string_view name) {
  const ArchInfo* arch = look_up(name);
  if (!arch) raise_unknown(name, {});
  return *arch;
}

std::vector<std::string> parse_arch_names(std::string_view names,
                                          std::span<const std::string_view> more) {
  std::vector<std::string> chosen;
  auto choose = [&](std::string_view name) {
    if (std::ranges::find(chosen, name) == chosen.end()) chosen.emplace_back(name);
  };
  while (true) {
    std::string_view name = names.substr(0, names.find(','));
    if (name == "all") {
      for (std::string_view other : more) choose(other);
      for (const ArchInfo& a : kArchs) choose(a.name);
    } else if (look_up(name) || std::ranges::find(more, name) != more.end()) {
      choose(name);
    } else {
      raise_unknown(name, more);
    }
    if (name.size() == names.size()) return chosen;
    names.remove_prefix(name.size() + 1);
  }
}

void apply_arch(MachineConfig& config, std::string_view name) {
  const ArchInfo& arch = find_arch(name);
  for (std::string_view left = arch.settings; !left.empty();) {
    std::string_view setting = left.substr(0, left.find(' '));
    apply_override(config, setting);
    left.remove_prefix(std::min(left.size(), setting.size() + 1));
  }
  config.arch.label = arch.name;
}

const std::string& arch_name(const MachineConfig& config) {
  return config.arch.label.empty() ? config.arch.divergence : config.arch.label;
}

}  // namespace heddle
