#include "watch/watch.hpp"

#include <fmt/format.h>

#include "config/schema.hpp"
#include "runner/timed_run.hpp"
#include "watch/watcher.hpp"

namespace heddle {

namespace {

std::vector<BranchCounters> branches_of(const RunStatistics& statistics, const WatchedKernel& k) {
  std::vector<BranchCounters> branches;
  for (size_t i : k.launches) add_branches(branches, statistics.launches[i].branches);
  return branches;
}

/// Several instructions may be on one line. All threads of a packet execute a branch, including
/// those that do not take it because their guard is false.
Json lines_json(const WatchedKernel& k, const std::vector<BranchCounters>& branches) {
  IndexedBy<LinkedPc, WatchedKernel::Count> counts = k.counts;
  for (const BranchCounters& b : branches) counts[LinkedPc(b.pc)].threads = b.taken + b.not_taken;
  std::map<uint32_t, WatchedKernel::Count> by_line;
  for (LinkedPc pc; pc < counts.end_id(); ++pc) {
    by_line[k.lines[pc]].packets += counts[pc].packets;
    by_line[k.lines[pc]].threads += counts[pc].threads;
  }
  Json lines = Json::array();
  for (const auto& [line, count] : by_line)
    if (count.packets > 0) lines.push_back({line, count.packets, count.threads});
  return lines;
}

Json branches_json(const std::vector<BranchCounters>& branches) {
  Json list = Json::array();
  for (const BranchCounters& b : branches)
    list.push_back({b.line, b.executed, b.diverged, b.taken, b.not_taken});
  return list;
}

std::string slices_text(const WatchedKernel& k) {
  std::string text;
  for (const Slice& s : k.launch.slices) {
    text += fmt::format("{} {}{} {} {}", s.from, s.in_turn ? "-" : "", s.cycles, k.lines[s.pc],
                        s.runs.size());
    for (const LaneRun& r : s.runs) text += fmt::format(" {} {} {}", r.row, r.thread, r.count);
    text += '\n';
  }
  return text;
}

/// A text per lane with a digit per bin: the share of cycles in which the lane worked, in 1/63.
Json timeline_json(const WatchedLaunch& launch) {
  constexpr std::string_view kDigits =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
  uint64_t bin = launch.timeline.bin();
  Json lanes = Json::array();
  for (const auto& counts : launch.timeline.counts(launch.cycles)) {
    std::string text;
    for (uint64_t count : counts)
      text += kDigits[std::min<uint64_t>(63, (count * 63 + bin / 2) / bin)];
    bool idle = text.find_first_not_of('0') == text.npos;
    lanes.push_back(idle ? std::string() : std::move(text));
  }
  return {{"bin", bin}, {"lanes", std::move(lanes)}};
}

Json kernel_json(const WatchedKernel& k, const Watcher& watcher, const RunStatistics& statistics) {
  Json lanes = Json::array();
  for (size_t u = 0; u < kUnits; u++)
    lanes.push_back({unit_name(static_cast<Unit>(u)), watcher.lanes()[u]});
  std::vector<BranchCounters> branches = branches_of(statistics, k);
  return {{"source", k.module->source->text()},
          {"graph", parse_json(k.graph)},
          {"launches", k.launches.size()},
          {"width", k.width},
          {"lines", lines_json(k, branches)},
          {"branches", branches_json(branches)},
          {"launch", k.launch.number},
          {"cycles", k.launch.cycles},
          {"block_threads", k.launch.block_threads},
          {"lanes", std::move(lanes)},
          {"slices", slices_text(k)},
          {"timeline", timeline_json(k.launch)}};
}

/// "k", or "k (2)" if an earlier module has a kernel of that name.
std::string unused_name(const std::string& name, const Json& kernels) {
  std::string unused = name;
  for (size_t i = 2; kernels.contains(unused); i++) unused = fmt::format("{} ({})", name, i);
  return unused;
}

}  // namespace

Json watch(const RunTargetChoice& target, const ValidMachine& config,
           const std::atomic<bool>* interrupted) {
  Watcher watcher(config, kWatchedCycles);
  TimedRunOptions options;
  options.quiet = true;
  options.interrupted = interrupted;
  options.observer = &watcher;
  TimedRun timed(target, config, options);
  timed.run();
  if (std::string difference = timed.difference(); !difference.empty())
    return {{"failure", difference}};
  Json kernels = Json::object();
  for (const WatchedKernel& k : watcher.kernels())
    kernels[unused_name(k.name, kernels)] = kernel_json(k, watcher, timed.statistics());
  return {{"kernels", std::move(kernels)}};
}

}  // namespace heddle
