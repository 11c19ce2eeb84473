#include "limit/limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/error.hpp"
#include "limit/capture.hpp"
#include "limit/merge.hpp"
#include "limit/replay.hpp"

namespace heddle {

namespace {

double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void check(const LimitOptions& o) {
  auto within = [](const char* what, uint64_t value, uint64_t least, uint64_t most) {
    if (value < least || value > most)
      throw UsageError(fmt::format("{} is {}; it must be from {} to {}", what, value, least, most));
  };
  within("the warp width", o.warp, 1, 64);
  within("the number of threads", o.threads, 1, 1 << 20);
  within("the cap", o.cap, 1, 1 << 16);
}

/// Instructions issued by a warp whose threads reconverge where an oracle decides.
uint64_t oracle(limit::WarpTrace warp, const limit::Replay& replay,
                std::span<const uint32_t> weights, const std::atomic<bool>* interrupted) {
  uint64_t total = 0;
  limit::Positions begin(warp.size(), 0);
  std::vector<limit::Sequence> traces(warp.size());
  for (const limit::Piece& piece : replay.pieces) {
    for (size_t t = 0; t < warp.size(); t++)
      traces[t] = limit::Sequence(warp[t].steps).subspan(begin[t], piece.end[t] - begin[t]);
    begin = piece.end;
    auto columns = limit::merge_traces(traces, weights, interrupted);
    total += std::min(limit::issued(columns, weights), piece.issued);
  }
  return total;
}

LimitCounts count(const limit::LaunchTrace& trace, const LimitOptions& o) {
  LimitCounts counts;
  counts.launches = 1;
  counts.threads = trace.threads.size();
  std::vector<uint32_t> weights = trace.weights();
  counts.shortest = trace.threads.front().steps.size();
  for (const limit::ThreadTrace& t : trace.threads) {
    counts.shortest = std::min<uint64_t>(counts.shortest, t.steps.size());
    counts.longest = std::max<uint64_t>(counts.longest, t.steps.size());
    counts.steps += t.steps.size();
    counts.cut_threads += t.cut;
    for (uint32_t kind : t.steps) counts.thread_instructions += weights[kind];
  }
  for (limit::WarpTrace warp : limit::warps_of(trace, o.warp)) {
    limit::Replay replay = limit::replay_pdom(trace, warp, o.cap);
    counts.warps++;
    counts.capped_warps += replay.capped;
    counts.pdom_instructions += replay.issued;
    counts.oracle_instructions += oracle(warp, replay, weights, o.device.interrupted);
  }
  return counts;
}

}  // namespace

void LimitCounts::add(const LimitCounts& more) {
  shortest = launches == 0 ? more.shortest : std::min(shortest, more.shortest);
  longest = std::max(longest, more.longest);
  launches += more.launches;
  threads += more.threads;
  warps += more.warps;
  steps += more.steps;
  capped_warps += more.capped_warps;
  cut_threads += more.cut_threads;
  thread_instructions += more.thread_instructions;
  pdom_instructions += more.pdom_instructions;
  oracle_instructions += more.oracle_instructions;
}

double LimitCounts::mean_steps() const { return ratio(steps, threads); }

double LimitCounts::gain() const {
  return oracle_instructions == 0 ? 0 : ratio(pdom_instructions, oracle_instructions) - 1;
}

double LimitCounts::pdom_efficiency(uint32_t warp) const {
  return ratio(thread_instructions, pdom_instructions * warp);
}

double LimitCounts::oracle_efficiency(uint32_t warp) const {
  return ratio(thread_instructions, oracle_instructions * warp);
}

namespace {

/// `run_launches` runs the launches on a device and describes what is wrong with their results.
LimitResult study_launches(LimitResult result, const LimitOptions& options,
                           const std::function<std::string(Device&)>& run_launches) {
  check(options);
  limit::CaptureLimits limits;
  limits.threads = options.threads;
  result.warp = options.warp;
  result.threads = options.threads;
  result.cap = options.cap;
  result.kept = limits.steps;
  DeviceOptions device_options = options.device;
  device_options.engine =
      std::make_shared<limit::TracingEngine>(limits, [&](const limit::LaunchTrace& trace) {
        const std::string name(trace.code->kernel->entry->name);
        auto known = std::find_if(result.kernels.begin(), result.kernels.end(),
                                  [&](const LimitKernel& k) { return k.name == name; });
        if (known == result.kernels.end()) known = result.kernels.insert(known, {name, {}});
        known->counts.add(count(trace, options));
      });
  Device device(device_options);
  result.wrong = run_launches(device);
  for (const LimitKernel& k : result.kernels) result.total.add(k.counts);
  return result;
}

LimitResult result_named(std::string name, std::optional<workload::Choice> choice) {
  LimitResult result;
  result.workload = std::move(name);
  result.choice = std::move(choice);
  return result;
}

}  // namespace

LimitResult limit_study(const workload::Entry& entry, const workload::Choice& choice,
                        const LimitOptions& options) {
  return study_launches(result_named(std::string(entry.name), choice), options,
                        [&](Device& device) {
                          auto driver = workload::make_driver(entry, device, choice);
                          driver->run();
                          return driver->verify();
                        });
}

LimitResult limit_study(const RunTargetChoice& choice, const LimitOptions& options) {
  if (!is_description(choice.name, choice.extensions))
    return limit_study(workload::require_workload(choice.name, choice.extensions.get()),
                       choice.workload, options);
  return study_launches(result_named(choice.name, {}), options, [&](Device& device) {
    auto target = make_run_target(choice, device);
    target->run();
    for (const RunTarget::Finding& f : target->findings())
      if (!f.good) return fmt::format("{} differs from {}", f.what, f.detail);
    return std::string();
  });
}

}  // namespace heddle
