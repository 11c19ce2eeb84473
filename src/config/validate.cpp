#include "config/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.hpp"
#include "config/schema.hpp"

namespace heddle {

namespace {

using Problems = std::vector<std::string>;

template <class... Args>
void expect(Problems& problems, bool good, fmt::format_string<Args...> sentence, Args&&... args) {
  if (!good) problems.push_back(fmt::format(sentence, std::forward<Args>(args)...));
}

bool is_power(uint64_t value) { return std::has_single_bit(value); }

void check_core(const CoreConfig& core, Problems& out) {
  expect(out, is_power(core.warp) && core.warp <= 1024,
         "core.warp is {}: a warp must be a power of two, at most 1024 threads", core.warp);
  expect(out, core.lanes > 0 && core.warp % core.lanes == 0,
         "core.lanes is {} and core.warp {}: the lanes must divide the warp into waves", core.lanes,
         core.warp);
  expect(out, core.max_threads >= core.warp,
         "core.max_threads is {}: not even one warp of {} threads (core.warp) fits",
         core.max_threads, core.warp);
  expect(out, core.max_threads % core.warp == 0,
         "core.max_threads is {}: it must be a multiple of core.warp, {}", core.max_threads,
         core.warp);
  expect(out, uint64_t{core.max_warps} * core.warp >= core.max_threads,
         "core.max_warps is {}: with {} threads each (core.warp) they cannot hold {} threads "
         "(core.max_threads)",
         core.max_warps, core.warp, core.max_threads);
  expect(out, core.max_warps % core.schedulers == 0,
         "core.max_warps is {}: its warps must divide evenly among {} schedulers "
         "(core.schedulers)",
         core.max_warps, core.schedulers);
  expect(out, is_power(core.shared_banks),
         "core.shared_banks is {}: the number of banks must be a power of two", core.shared_banks);
  expect(out, is_power(core.private_banks),
         "core.private_banks is {}: the number of banks must be a power of two",
         core.private_banks);
}

void check_units(const CoreConfig& core, Problems& out) {
  for (size_t i = 0; i < static_cast<size_t>(Unit::Count); i++) {
    std::string_view name = unit_name(static_cast<Unit>(i));
    uint32_t lanes = core.units[i].lanes;
    expect(out, lanes > 0, "core.units.{}.lanes is 0: a unit without lanes executes nothing", name);
    expect(out, lanes == 0 || core.warp % lanes == 0 || lanes % core.warp == 0,
           "core.units.{}.lanes is {}: it must divide core.warp, {}, or be a multiple of it", name,
           lanes, core.warp);
  }
  for (size_t i = 0; i < static_cast<size_t>(OpClass::Count); i++) {
    const OpTiming& timing = core.timing[i];
    std::string_view op = op_class_name(static_cast<OpClass>(i)), unit = unit_name(timing.unit);
    expect(out, core.units[static_cast<size_t>(timing.unit)].count > 0,
           "core.timing.{}.unit is {}, but core.units.{}.count is 0: nothing executes it", op, unit,
           unit);
    expect(out, timing.latency > 0 && timing.initiation > 0,
           "core.timing.{}: latency and initiation must be at least 1 cycle", op);
  }
}

void check_cache(std::string_view name, const CacheConfig& cache, Problems& out) {
  expect(out, is_power(cache.line), "{}.line is {}: a line must be a power of two", name,
         cache.line);
  expect(out, cache.sector == 0 || (is_power(cache.sector) && cache.sector <= cache.line),
         "{}.sector is {}: it must be a power of two and not above the line, {}", name,
         cache.sector, cache.line);
  uint64_t set = uint64_t{cache.line} * cache.ways;
  expect(out, set > 0 && cache.bytes % set == 0,
         "{}.bytes is {}: it must be a multiple of a set, {} ways of {} bytes", name, cache.bytes,
         cache.ways, cache.line);
  expect(out, cache.line == 0 || cache.line / (cache.sector ? cache.sector : cache.line) <= 64,
         "{}.sector is {}: a line of {} bytes may have at most 64 sectors", name, cache.sector,
         cache.line);
}

void check_memory(const MemoryConfig& memory, Problems& out) {
  check_cache("memory.l1", memory.l1, out);
  check_cache("memory.constant", memory.constant, out);
  check_cache("memory.l2", memory.l2, out);
  expect(out, is_power(memory.transaction), "memory.transaction is {}: it must be a power of two",
         memory.transaction);
  expect(out, memory.l1.bytes == 0 || memory.transaction <= memory.l1.line,
         "memory.transaction is {}: a transaction must lie in one line of the L1, {} bytes",
         memory.transaction, memory.l1.line);
  expect(out, is_power(memory.interleave), "memory.interleave is {}: it must be a power of two",
         memory.interleave);
  expect(out, memory.interleave >= memory.transaction,
         "memory.interleave is {}: a transaction of {} bytes must lie in one partition",
         memory.interleave, memory.transaction);
  expect(out, memory.l2.bytes == 0 || memory.interleave >= memory.l2.line,
         "memory.interleave is {}: a line of the L2, {} bytes, must lie in one partition",
         memory.interleave, memory.l2.line);
  expect(out, is_power(memory.banks), "memory.banks is {}: it must be a power of two",
         memory.banks);
  expect(out, is_power(memory.row) && memory.row >= memory.transaction,
         "memory.row is {}: it must be a power of two and hold a transaction of {} bytes",
         memory.row, memory.transaction);
  expect(out, memory.dram.tRC >= memory.dram.tRAS + memory.dram.tRP,
         "memory.dram.tRC is {}: it cannot be below tRAS + tRP, {} + {}", memory.dram.tRC,
         memory.dram.tRAS, memory.dram.tRP);
  expect(out, memory.row_conflict >= memory.row_hit,
         "memory.row_conflict is {}: it cannot be below memory.row_hit, {}", memory.row_conflict,
         memory.row_hit);
}

void check_interweaving(const MachineConfig& config, Problems& out) {
  const ArchConfig& arch = config.arch;
  expect(out, arch.datapath != "interwoven" || arch.secondary != "none",
         "arch.datapath is interwoven, with arch.secondary none: nothing would ever share a row; "
         "set the secondary to same-warp or best-fit, or the datapath to row");
  if (arch.secondary == "none") return;
  constexpr std::string_view kAlone[] = {"mimd", "dwf", "large_warp", "tbc"};
  expect(out, std::ranges::find(kAlone, arch.divergence) == std::end(kAlone),
         "arch.secondary is {}, with arch.divergence {}: its packets are not splits of warps, each "
         "with lanes of its own, that could issue side by side",
         arch.secondary, arch.divergence);
  expect(out, config.core.issue_per_scheduler == 2,
         "arch.secondary is {}, with core.issue_per_scheduler {}: a scheduler then issues 2 "
         "instructions per cycle",
         arch.secondary, config.core.issue_per_scheduler);
  expect(out, config.core.warp <= 64,
         "core.warp is {}, with arch.secondary {}: lanes are shared out among at most 64",
         config.core.warp, arch.secondary);
}

void check_temporal(const MachineConfig& config, Problems& out) {
  const ArchConfig& arch = config.arch;
  const UnitConfig& sp = config.core.units[static_cast<size_t>(Unit::Sp)];
  bool temporal = arch.temporal();
  expect(
      out, temporal || config.registers.allocation != "thread",
      "registers.allocation is thread, with arch.datapath {}: a row of registers is a warp wide, "
      "whether all its threads exist or not; set the datapath to temporal or the allocation to "
      "warp",
      arch.datapath);
  expect(out, temporal || arch.bundle == 1,
         "arch.bundle is {}, with arch.datapath {}: only temporal lanes take bundles of threads",
         arch.bundle, arch.datapath);
  expect(out, temporal || arch.lane_lock,
         "arch.lane_lock is false, with arch.datapath {}: only temporal lanes have warps of their "
         "own",
         arch.datapath);
  if (!temporal) return;
  constexpr std::string_view kRegroup[] = {"mimd", "dwf", "large_warp", "tbc"};
  expect(out, std::ranges::find(kRegroup, arch.divergence) == std::end(kRegroup),
         "arch.datapath is temporal, with arch.divergence {}: a temporal lane runs through the "
         "threads of one warp, whose registers it has; this mechanism mixes threads of several",
         arch.divergence);
  expect(out, arch.secondary == "none",
         "arch.datapath is temporal, with arch.secondary {}: each lane executes an instruction of "
         "its own, none can be put beside it",
         arch.secondary);
  expect(out, is_power(arch.bundle) && arch.bundle <= config.core.warp,
         "arch.bundle is {}: it must be a power of two, at most core.warp, {}", arch.bundle,
         config.core.warp);
  expect(out, arch.bundle > 0 && sp.lanes * sp.count % arch.bundle == 0,
         "arch.bundle is {}: it must divide the {} lanes of the sp units", arch.bundle,
         sp.lanes * sp.count);
  expect(out, config.core.warp <= 32,
         "core.warp is {}, with arch.datapath temporal: the mask register of a lane has 32 bits",
         config.core.warp);
}

/// Each warp has its scalar registers once: whoever reads them must be of the path that last wrote
/// them, so one path runs at a time, up to where it meets the others.
void check_scalarization(const MachineConfig& config, Problems& out) {
  const ArchConfig& arch = config.arch;
  expect(out, !arch.scalar_units || arch.scalarization != "none",
         "arch.scalar_units is true, with arch.scalarization none: there would be no scalar "
         "instruction to execute; set it to divergent or convergent");
  if (arch.scalarization == "none") return;
  expect(
      out, arch.divergence == "pdom",
      "arch.scalarization is {}, with arch.divergence {}: a warp has each scalar register once, "
      "and this mechanism lets its paths run in turn or mixes warps, so that one would read what "
      "another wrote; set the divergence to pdom",
      arch.scalarization, arch.divergence);
  expect(out, arch.dependence != "per-path" && arch.dependence != "matrix",
         "arch.scalarization is {}, with arch.dependence {}: these records belong to paths of a "
         "warp, and a scalar register to all of them; set the dependence to exact, scoreboard or "
         "barrel",
         arch.scalarization, arch.dependence);
  expect(
      out, !arch.scalar_units || arch.datapath == "spatial",
      "arch.scalar_units is true, with arch.datapath {}: scalar units stand beside spatial ones; "
      "temporal lanes execute scalar instructions themselves, for one thread",
      arch.datapath);
  expect(out, config.core.warp <= 32,
         "core.warp is {}, with arch.scalarization {}: what is equal in the 32 threads of one of "
         "PTX's warps (%warpid) may differ in a wider one",
         config.core.warp, arch.scalarization);
  expect(out, !arch.scalar_units || config.core.units[static_cast<size_t>(Unit::Scalar)].count > 0,
         "arch.scalar_units is true, but core.units.scalar.count is 0: nothing executes scalar "
         "instructions");
}

void check_front_end(const MachineConfig& config, Problems& out) {
  check_cache("fetch.l1i", config.fetch.l1i, out);
  expect(out, is_power(config.fetch.instruction_bytes),
         "fetch.instruction_bytes is {}: it must be a power of two",
         config.fetch.instruction_bytes);
  const ArchConfig& arch = config.arch;
  expect(out, arch.dependence != "barrel" || arch.scoreboard_entries == 0,
         "arch.dependence is barrel, with arch.scoreboard_entries {}: a barrel core has no "
         "scoreboard; set the entries to 0 or the dependence to scoreboard",
         arch.scoreboard_entries);
  expect(
      out, arch.dependence != "per-path" || arch.divergence != "tbc",
      "arch.dependence is per-path, with arch.divergence tbc: these scoreboards belong to warps, "
      "between which compaction moves threads; set the dependence to exact or scoreboard");
  bool by_warp = arch.divergence == "pdom" || arch.divergence == "frontier";
  expect(out, arch.dependence != "matrix" || by_warp,
         "arch.dependence is matrix, with arch.divergence {}: these matrices tell the splits of a "
         "warp apart as thread frontiers order them; set the dependence to exact or scoreboard",
         arch.divergence);
  expect(out, arch.dependence != "per-path" || arch.divergence != "frontier",
         "arch.dependence is per-path, with arch.divergence frontier: these scoreboards know two "
         "paths of a warp, which may have more splits; set the dependence to matrix or exact");
  check_interweaving(config, out);
  check_temporal(config, out);
  check_scalarization(config, out);
  expect(out, config.dwf.lut_entries % config.dwf.lut_ways == 0,
         "dwf.lut_entries is {}: it must be a multiple of dwf.lut_ways, {}", config.dwf.lut_entries,
         config.dwf.lut_ways);
  expect(out, config.registers.registers >= config.core.warp,
         "registers.registers is {}: not even one register for each thread of a warp of {}",
         config.registers.registers, config.core.warp);
}

}  // namespace

std::vector<std::string> validate(const MachineConfig& config) {
  Problems problems;
  check_core(config.core, problems);
  check_units(config.core, problems);
  check_front_end(config, problems);
  check_memory(config.memory, problems);
  expect(problems, config.sms > 0, "sms is 0: a machine needs a core");
  return problems;
}

void require_valid(const MachineConfig& config) {
  std::string all;
  for (const std::string& problem : validate(config)) all += (all.empty() ? "" : "\n") + problem;
  if (!all.empty())
    throw UsageError(fmt::format("the machine '{}' cannot be built:\n{}", config.name, all));
}

}  // namespace heddle
