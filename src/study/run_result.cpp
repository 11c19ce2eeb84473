#include "study/run_result.hpp"

#include <fmt/format.h>

#include "cost/cost_json.hpp"
#include "sm/cost.hpp"
#include "stats/statistics_json.hpp"

namespace heddle::study {

Json result_of(const RunStatistics& statistics) {
  Scope scope{statistics.config, statistics.config.sms};
  Json result;
  result["total"] = counters_json(statistics.total, scope);
  for (const KernelStatistics& k : by_kernel(statistics))
    result["kernels"][k.kernel] = {{"launches", k.launches},
                                   {"total", counters_json(k.total, scope)}};
  for (const KernelStatistics& k : by_kernel_and_block(statistics)) {
    Json& kernel = result["kernels"][k.kernel];
    if (kernel["launches"] == k.launches) {
      kernel["block"] = k.block;
      continue;
    }
    kernel["blocks"][std::to_string(k.block)] = {{"launches", k.launches},
                                                 {"total", counters_json(k.total, scope)}};
  }
  for (const LaunchStatistics& launch : statistics.launches)
    if (Json& kernel = result["kernels"][launch.kernel];
        launch.samples && !kernel.contains("samples"))
      kernel["samples"] = samples_json(*launch.samples);
  return result;
}

Json program_result(const cuda::ProgramOutcome& outcome) {
  Json counted = result_of(outcome.statistics);
  for (const cuda::KernelTotals& k : cuda::kernel_totals(outcome.records)) {
    if (k.timed == 0) continue;
    Json& kernel = counted["kernels"][k.name];
    kernel["largest_launch"] = k.largest_launch;
    if (k.failed > 0) kernel["failed"] = k.failed;
  }
  const size_t launches = outcome.records.launches.size();
  counted["launches"] = launches;
  counted["cost"] = cost_json(hardware_cost(outcome.statistics.config));
  if (outcome.status == 0 && !outcome.partial()) return counted;
  Json result;
  if (outcome.status == 0) {
    result["failure"] = "a kernel of the program failed";
  } else {
    result["failure"] = fmt::format("the program ended with status {}", outcome.status);
    result["status"] = outcome.status;
  }
  result["launches"] = launches;
  result["counted"] = std::move(counted);
  return result;
}

}  // namespace heddle::study
