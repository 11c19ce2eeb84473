// heddle measure-workloads: runs every workload on the machines that the papers use to classify
// kernels, and writes the measurements into the source tree (src/workload/measured.hpp). For
// developers of heddle.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands.hpp"
#include "cli/machine_choice.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/terminal.hpp"
#include "host/file.hpp"
#include "program/analysis/sides.hpp"
#include "runner/parallel.hpp"
#include "runner/timed_run.hpp"
#include "sm/core.hpp"
#include "workload/measured.hpp"

namespace heddle {

namespace {

using workload::KernelMeasurement;

struct MeasureOptions {
  std::string folder = ".";
  std::string size = "small";
  std::vector<std::string> only;  // workloads; empty: all
  unsigned jobs = host_cores();
};

const MachineChoice kMachine{"fermi", {}};
const MachineChoice kWideMachine{"brunie2012", {"core.warp=64", "core.max_warps=16"}};

/// brunie2012 compares with reconvergence at thread frontiers.
std::string wide_arch() {
  for (const DivergenceInfo& d : divergences())
    if (std::string_view(d.name) == "frontier") return "frontier";
  return "pdom";
}

RunStatistics run_on(const MachineChoice& machine, const std::string& arch,
                     const workload::Entry& entry, const std::string& size) {
  RunTargetChoice target;
  target.name = entry.name;
  target.workload.size = size;
  TimedRunOptions options;
  options.quiet = true;
  options.interrupted = &interrupt_flag();
  TimedRun run(target, chosen_machine(machine, arch), options);
  run.run();
  if (std::string difference = run.difference(); !difference.empty()) throw Error(difference);
  return run.statistics();
}

double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Whether any branch that diverged has work on both sides.
bool is_interleavable(const Program& program, const FunctionAnalysis& analysis,
                      const std::vector<BranchCounters>& branches) {
  for (uint32_t pc = 0; pc < analysis.function.code.size(); pc++) {
    uint32_t line = program.line_of(analysis.function, Pc{pc});
    bool diverged = std::ranges::any_of(
        branches, [&](const BranchCounters& b) { return b.line == line && b.diverged > 0; });
    if (diverged && may_diverge(program, analysis.function, analysis.function.code[pc]) &&
        has_two_sides(analysis, Pc{pc}))
      return true;
  }
  return false;
}

std::vector<KernelMeasurement> measure(const workload::Entry& entry, const std::string& size) {
  RunStatistics statistics = run_on(kMachine, "pdom", entry, size);
  auto wide = by_kernel(run_on(kWideMachine, wide_arch(), entry, size));
  Device device;
  Module module = device.load_text(std::string(entry.ptx));
  const Program& program = *module.program();
  std::vector<KernelMeasurement> kernels;
  for (const KernelStatistics& k : by_kernel(statistics)) {
    const CoreCounters& core = k.total.core;
    const CacheCounters& l1 = k.total.memory.l1;
    KernelMeasurement& m = kernels.emplace_back();
    m.workload = entry.name;
    m.kernel = k.kernel;
    m.launches = k.launches;
    m.thread_instructions = core.thread_instructions;
    m.simd_efficiency =
        ratio(core.thread_instructions, core.warp_instructions * statistics.config.core.warp);
    m.branches = core.branches;
    m.divergent_branches = core.divergent_branches;
    if (l1.reads + l1.writes > 0)
      m.l1_miss_rate = ratio(l1.read_misses + l1.write_misses, l1.reads + l1.writes);
    m.idle_share = 1 - ratio(core.slots[static_cast<size_t>(Cause::Issued)], core.issue_slots);
    m.registers = module.kernel(k.kernel).attributes().registers;
    auto analysis = analyse(program, *program.find_function(k.kernel));
    m.interleavable = is_interleavable(program, *analysis, k.branches);
    const CoreCounters& wide_core =
        std::ranges::find(wide, k.kernel, &KernelStatistics::kernel)->total.core;
    m.wide_ipc = ratio(wide_core.thread_instructions, wide_core.cycles);
  }
  return kernels;
}

/// `known`: of the workloads that are not to be measured.
std::vector<KernelMeasurement> measure_all(const MeasureOptions& o,
                                           const std::vector<KernelMeasurement>& known) {
  for (const std::string& name : o.only) workload::require_workload(name);
  auto entries = workload::workloads();
  std::vector<std::vector<KernelMeasurement>> found(entries.size());
  auto measure_or_keep = [&](size_t i) {
    const workload::Entry& entry = entries[i];
    if (o.only.empty() || std::ranges::find(o.only, entry.name) != o.only.end())
      found[i] = measure(entry, o.size);
    else
      std::ranges::copy_if(known, std::back_inserter(found[i]),
                           [&](const auto& k) { return k.workload == entry.name; });
  };
  ParallelOptions parallel{o.jobs, &interrupt_flag(),
                           [](size_t done, size_t all) { print_progress("measure", done, all); }};
  run_parallel(entries.size(), parallel, measure_or_keep);
  print_progress({}, 0, 0);
  if (interrupt_flag()) throw InterruptedError("interrupted");
  std::vector<KernelMeasurement> all;
  for (auto& kernels : found) std::ranges::move(kernels, std::back_inserter(all));
  return all;
}

int run(const MeasureOptions& o) {
  std::filesystem::path folder = o.folder;
  if (!std::filesystem::exists(folder / "workloads" / "list.cmake"))
    throw UsageError(
        fmt::format("'{}' is not heddle's source tree; pass its path as FOLDER", o.folder));
  const std::filesystem::path measured = folder / "workloads" / "measured.json";
  const std::filesystem::path document = folder / "docs" / "workloads.md";
  OutputPlan plan;
  plan.writes(measured, "the table");
  plan.writes(document, "the document");
  check_outputs(plan);
  workload::Measurements m;
  m.machine = "`fermi` under `pdom`";
  m.wide_machine = fmt::format("`brunie2012` with 16 warps of 64 under `{}`", wide_arch());
  std::vector<KernelMeasurement> known;
  if (!o.only.empty()) known = workload::parse_measurements(read_file(measured)).kernels;
  m.kernels = measure_all(o, known);
  std::string json = workload::measurements_json(m);
  write_file(measured, json);
  write_file(document, workload::workloads_markdown(workload::parse_measurements(json)));
  print_out(fmt::format("measured {} kernels\n", m.kernels.size()));
  return kSuccess;
}

}  // namespace

void add_measure_workloads(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<MeasureOptions>();
  CLI::App* command = app.add_subcommand(
      "measure-workloads", "Regenerate workloads/measured.json and docs/workloads.md");
  command->group("");  // not in --help: it writes into the source tree
  command->add_option("FOLDER", options->folder, "heddle's source tree")->capture_default_str();
  command->add_option("--size", options->size, "tiny, small or paper")->capture_default_str();
  command
      ->add_option("--only", options->only,
                   "NAME,...: measure these, and keep what is known of other workloads")
      ->delimiter(',');
  add_number(*command, "--jobs,-j", options->jobs, "host threads", kJobs);
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace heddle
