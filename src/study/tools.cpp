#include "study/tools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "config/load.hpp"
#include "runner/timed_run.hpp"
#include "stats/report_json.hpp"

namespace heddle::study {

namespace {

MachineConfig machine_of(const RunDescription& run) {
  return parse_preset(std::make_shared<Source>("machine", run.machine), "machine");
}

workload::Choice choice_of(const RunDescription& run) {
  return {run.size, run.parameters, run.seed};
}

Json simulate(const RunDescription& run, const std::atomic<bool>* interrupted) {
  TimedRunOptions options;
  options.quiet = true;
  options.interrupted = interrupted;
  MachineConfig config = machine_of(run);
  TimedRun timed({run.workload, choice_of(run), true, false}, config, options);
  timed.run();
  if (std::string difference = timed.difference(); !difference.empty())
    return {{"failure", difference}};
  Json result;
  result["total"] = counters_json(timed.report().total, {config, config.sms});
  for (const KernelReport& k : by_kernel(timed.report()))
    result["kernels"][k.kernel] = {{"launches", k.launches},
                                   {"total", counters_json(k.total, {config, config.sms})}};
  return result;
}

constexpr auto kTools = std::to_array<Tool>({
    {"simulate", "cycle by cycle on the variant's machine", simulate},
});

}  // namespace

const Tool* find_tool(std::string_view name) {
  auto found = std::ranges::find(kTools, name, &Tool::name);
  return found == kTools.end() ? nullptr : &*found;
}

Json execute(const RunDescription& run, const std::atomic<bool>* interrupted) {
  const Tool* tool = find_tool(run.tool);
  if (!tool) throw UsageError(fmt::format("there is no tool '{}'", run.tool));
  try {
    return tool->run(run, interrupted);
  } catch (const ExecutionError& e) {
    return {{"failure", e.what()}};
  } catch (const DeadlockError& e) {
    return {{"failure", e.what()}};
  }
}

}  // namespace heddle::study
