#include "study/tools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "config/load.hpp"
#include "cost/cost_json.hpp"
#include "cuda_tools/places.hpp"
#include "cuda_tools/program_run.hpp"
#include "extension/guarded.hpp"
#include "host/file.hpp"
#include "json/json.hpp"
#include "limit/limit.hpp"
#include "runner/timed_run.hpp"
#include "sm/cost.hpp"
#include "study/run_result.hpp"
#include "watch/watch.hpp"

namespace heddle::study {

namespace {

Json simulate(const RunDescription& run, const ToolOptions& tool) {
  TimedRunOptions options;
  options.quiet = true;
  options.check = tool.check;
  options.interrupted = tool.interrupted;
  options.sample_every = run.sampling.every;
  options.sample_names = run.sampling.names;
  ValidMachine config = machine_of(run);
  TimedRun timed(run_target_of(run), config, options);
  timed.run();
  Json result = result_of(timed.statistics());
  result["cost"] = cost_json(hardware_cost(config));
  if (std::string difference = timed.difference(); !difference.empty())
    return {{"failure", difference}, {"differs", std::move(result)}};
  return result;
}

/// The libraries that the program must load for this machine. Throws UsageError if the machine's
/// scheduler is code of this process.
std::vector<std::string> libraries_for(const MachineConfig& machine) {
  if (!machine.extensions) return {};
  const auto added = machine.extensions->find_scheduler(machine.arch.schedule);
  if (added && added.from->file.empty())
    throw UsageError(
        fmt::format("a CUDA program is a process of its own and cannot use {}: make it "
                    "a plug-in (docs/plugins.md)",
                    title_of(added)));
  return machine.extensions->files();
}

/// A CUDA program, with its host code.
Json run_cuda(const RunDescription& run, const ToolOptions& tool) {
  const cuda::TemporaryFolder folder;
  const std::filesystem::path machine = folder.path() / "machine.toml";
  write_file(machine, run.machine);
  cuda::ProgramRun program{{run.workload}, {}, machine_of(run), true};
  program.command.insert(program.command.end(), run.parameters.begin(), run.parameters.end());
  program.settings.preset = machine.string();
  program.settings.plugins = libraries_for(*program.machine);
  program.settings.timed = true;
  program.settings.check = tool.check;
  program.interrupted = tool.interrupted;
  const cuda::ProgramOutcome outcome = cuda::run_program(program);
  if (tool.interrupted && *tool.interrupted) throw InterruptedError("interrupted");
  return program_result(outcome);
}

/// Oracle reconvergence on traces, with the machine's warp width.
Json limit(const RunDescription& run, const ToolOptions& tool) {
  LimitOptions options;
  options.warp = machine_of(run)->core.warp;
  options.device = host_device_options(tool.interrupted);
  options.device.print = [](std::string_view) {};
  LimitResult found = limit_study(run_target_of(run), options);
  if (!found.wrong.empty()) return {{"failure", found.wrong}};
  return {{"limit", parse_json(heddle::to_json(found))}};
}

Json watch_lanes(const RunDescription& run, const ToolOptions& tool) {
  return watch(run_target_of(run), machine_of(run), tool.interrupted);
}

constexpr auto kTools = std::to_array<Tool>({
    {"simulate", "cycle by cycle on the variant's machine", simulate},
    {kProgramTool, "a CUDA program, launch by launch on the variant's machine", run_cuda, false,
     false},
    {"limit", "oracle reconvergence against the stack (docs/limit.md)", limit},
    {"watch", "line by line and lane by lane, for the pages of a report", watch_lanes, true},
});

}  // namespace

const Tool* find_tool(std::string_view name) {
  auto found = std::ranges::find(kTools, name, &Tool::name);
  return found == kTools.end() ? nullptr : &*found;
}

Json execute(const RunDescription& run, const ToolOptions& options) {
  const Tool* tool = find_tool(run.tool);
  if (!tool) throw UsageError(fmt::format("there is no tool '{}'", run.tool));
  try {
    return tool->run(run, options);
  } catch (const KernelError& e) {
    return {{"failure", e.what()}};
  }
}

}  // namespace heddle::study
