// Which variants of the seams go together, and how wide the warps of a mechanism may be.
#include "config/mechanisms.hpp"
#include "config/validate_rules.hpp"

namespace heddle {

namespace {

/// A mechanism's masks limit the width of a warp. Large warps and compacted blocks consist of whole
/// tiles.
void check_widths(const MachineConfig& config, const Mechanism& mechanism, Problems& out) {
  uint32_t warp = config.core.warp;
  expect(
      out, mechanism.widest_warp == 0 || warp <= mechanism.widest_warp,
      "core.warp is {}, with arch.divergence {}: a warp of this mechanism has at most {} threads",
      warp, mechanism.name, mechanism.widest_warp);
  auto of_tiles = [&](Capability uses, std::string_view key, uint32_t size) {
    expect(out, !mechanism.has(uses) || (size % 32 == 0 && size % warp == 0),
           "{} is {}: it must be a multiple of 32 threads and of core.warp, {}", key, size, warp);
  };
  of_tiles(Capability::PacksSubWarps, "large_warp.size", config.large_warp.size);
  of_tiles(Capability::CompactsBlocks, "tbc.block", config.tbc.block);
}

void check_dependences(const MachineConfig& config, const Mechanism& mechanism, Problems& out) {
  const ArchConfig& arch = config.arch;
  expect(out, arch.dependence != "barrel" || arch.scoreboard_entries == 0,
         "arch.dependence is barrel, with arch.scoreboard_entries {}: a barrel core has no "
         "scoreboard; set the entries to 0 or the dependence to scoreboard",
         arch.scoreboard_entries);
  expect(out, arch.dependence != "per-path" || !mechanism.has(Capability::CompactsBlocks),
         "arch.dependence is per-path, with arch.divergence {}: these scoreboards belong to warps, "
         "but compaction moves threads between warps; set the dependence to exact or scoreboard",
         arch.divergence);
  expect(out, arch.dependence != "per-path" || !mechanism.has(Capability::IssuesOnAnyLane),
         "arch.dependence is per-path, with arch.divergence {}: these scoreboards track two paths "
         "per warp, but every thread may be on a path of its own; set the dependence to exact or "
         "scoreboard",
         arch.divergence);
  expect(out,
         arch.dependence != "matrix" || mechanism.runs_one_path() ||
             mechanism.has(Capability::OrdersSplits),
         "arch.dependence is matrix, with arch.divergence {}: dependency matrices identify the "
         "splits of a warp by their thread-frontier order; set the dependence to exact or "
         "scoreboard",
         arch.divergence);
  expect(out, arch.dependence != "per-path" || !mechanism.has(Capability::OrdersSplits),
         "arch.dependence is per-path, with arch.divergence {}: these scoreboards track two "
         "paths per warp, but a warp may have more splits; set the dependence to matrix or exact",
         arch.divergence);
}

void check_interweaving(const MachineConfig& config, const Mechanism& mechanism, Problems& out) {
  const ArchConfig& arch = config.arch;
  expect(out, arch.datapath != "interwoven" || arch.secondary != "none",
         "arch.datapath is interwoven, with arch.secondary none: no two packets would ever share a "
         "row; set the secondary to same-warp or best-fit, or the datapath to row");
  if (arch.secondary == "none") return;
  expect(
      out, mechanism.keeps_warps(),
      "arch.secondary is {}, with arch.divergence {}: two packets can issue together only if they "
      "are splits of warps on disjoint lanes, which this mechanism does not have",
      arch.secondary, arch.divergence);
  expect(out, config.core.issue_per_scheduler == 2,
         "arch.secondary is {}, with core.issue_per_scheduler {}: the scheduler must issue 2 "
         "instructions per cycle",
         arch.secondary, config.core.issue_per_scheduler);
  expect(out, config.core.warp <= 64,
         "core.warp is {}, with arch.secondary {}: lanes can be shared by at most 64 threads",
         config.core.warp, arch.secondary);
}

void check_temporal(const MachineConfig& config, const Mechanism& mechanism, Problems& out) {
  const ArchConfig& arch = config.arch;
  const UnitConfig& sp = config.core.units[static_cast<size_t>(Unit::Sp)];
  bool temporal = arch.temporal();
  expect(
      out, temporal || config.registers.allocation != "thread",
      "registers.allocation is thread, with arch.datapath {}: a register row is one warp wide even "
      "if the warp is partial; set the datapath to temporal or the allocation to warp",
      arch.datapath);
  expect(out, temporal || arch.bundle == 1,
         "arch.bundle is {}, with arch.datapath {}: only temporal lanes execute bundles of threads",
         arch.bundle, arch.datapath);
  expect(out, temporal || arch.lane_lock,
         "arch.lane_lock is false, with arch.datapath {}: only temporal lanes own warps",
         arch.datapath);
  if (!temporal) return;
  expect(
      out, mechanism.keeps_warps(),
      "arch.datapath is temporal, with arch.divergence {}: a temporal lane holds the registers of "
      "its warps and executes the threads of one warp; this mechanism mixes threads of several",
      arch.divergence);
  expect(
      out, arch.secondary == "none",
      "arch.datapath is temporal, with arch.secondary {}: each lane executes its own instruction "
      "and cannot take a second one",
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

/// All paths of a warp share one set of scalar registers, so a reader must be on the path that last
/// wrote them: one path must run at a time, up to its reconvergence point.
void check_scalarization(const MachineConfig& config, const Mechanism& mechanism, Problems& out) {
  const ArchConfig& arch = config.arch;
  expect(
      out, !arch.scalar_units || arch.scalarization != "none",
      "arch.scalar_units is true, with arch.scalarization none: there are no scalar instructions "
      "to execute; set the scalarization to divergent or convergent");
  if (arch.scalarization == "none") return;
  expect(out, mechanism.runs_one_path(),
         "arch.scalarization is {}, with arch.divergence {}: the paths of a warp share its scalar "
         "registers; this mechanism interleaves paths or mixes warps, so one path would read what "
         "another wrote; set the divergence to pdom",
         arch.scalarization, arch.divergence);
  expect(out, arch.dependence != "per-path" && arch.dependence != "matrix",
         "arch.scalarization is {}, with arch.dependence {}: this dependence is tracked per path, "
         "but all paths share a scalar register; set the dependence to exact, scoreboard or barrel",
         arch.scalarization, arch.dependence);
  expect(
      out, !arch.scalar_units || arch.datapath == "spatial",
      "arch.scalar_units is true, with arch.datapath {}: scalar units need spatial units; temporal "
      "lanes execute scalar instructions themselves, for one thread",
      arch.datapath);
  expect(out, config.core.warp <= 32,
         "core.warp is {}, with arch.scalarization {}: a value that is uniform in a 32-thread PTX "
         "warp (%warpid) may differ within a wider warp",
         config.core.warp, arch.scalarization);
  expect(out, !arch.scalar_units || config.core.units[static_cast<size_t>(Unit::Scalar)].count > 0,
         "arch.scalar_units is true, but core.units.scalar.count is 0: no unit executes scalar "
         "instructions");
}

}  // namespace

void check_arch_rules(const MachineConfig& config, Problems& out) {
  if (const Mechanism* mechanism = find_mechanism(config.arch.divergence)) {
    check_widths(config, *mechanism, out);
    check_dependences(config, *mechanism, out);
    check_interweaving(config, *mechanism, out);
    check_temporal(config, *mechanism, out);
    check_scalarization(config, *mechanism, out);
  }
  expect(out, config.dwf.lut_entries % config.dwf.lut_ways == 0,
         "dwf.lut_entries is {}: it must be a multiple of dwf.lut_ways, {}", config.dwf.lut_entries,
         config.dwf.lut_ways);
}

}  // namespace heddle
