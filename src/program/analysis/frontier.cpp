#include "program/analysis/frontier.hpp"

#include <algorithm>
#include <boost/unordered_set.hpp>
#include <tuple>

namespace heddle {

ThreadFrontiers::ThreadFrontiers(const Cfg& cfg, const LoopNest& nest, Interrupt interrupt)
    : priority_(cfg.size()), sets_(cfg.size()) {
  for (uint32_t b = 0; b < cfg.size(); b++) priority_[b] = nest.position(b);
  find_pairs(cfg, interrupt);
}

void ThreadFrontiers::find_pairs(const Cfg& cfg, Interrupt interrupt) {
  boost::unordered_set<uint64_t> seen;
  std::vector<std::pair<uint32_t, uint32_t>> work;  // the first runs, the second waits
  const auto add = [&](uint32_t a, uint32_t b) {
    if (a == b || a == cfg.exit() || b == cfg.exit()) return;
    if (priority_[a] > priority_[b]) std::swap(a, b);
    if (seen.insert(uint64_t{a} << 32 | b).second) work.push_back({a, b});
  };
  for (uint32_t b = 0; b < cfg.size(); b++) {
    if (!cfg.reachable(b)) continue;
    const auto& out = cfg[b].successors;
    for (size_t i = 0; i < out.size() && seen.size() <= kPairLimit; i++) {
      interrupt.check();
      for (size_t j = i + 1; j < out.size(); j++) add(out[i], out[j]);
    }
  }
  while (!work.empty() && seen.size() <= kPairLimit) {
    interrupt.check();
    const auto [running, waiting] = work.back();
    work.pop_back();
    sets_[running].push_back(waiting);
    for (uint32_t next : cfg[running].successors) add(next, waiting);
  }
  complete_ = seen.size() <= kPairLimit;
  for (auto& set : sets_) {
    if (!complete_) set.clear();
    std::sort(set.begin(), set.end(),
              [&](uint32_t a, uint32_t b) { return priority_[a] < priority_[b]; });
  }
}

namespace {

/// Blocks of others between those of each loop.
void check_loops(const Cfg& cfg, const LoopNest& nest, Interrupt interrupt,
                 std::vector<LayoutIssue>& issues) {
  uint64_t scanned = 0;
  for (uint32_t l = 0; l < nest.loops().size() && scanned < kScanLimit; l++) {
    const Loop& loop = nest.loops()[l];
    if (loop.highest - loop.lowest == loop.end - loop.begin - 1) continue;
    interrupt.check();
    for (uint32_t b = loop.lowest; b < loop.highest; b++, scanned++)
      if (cfg.reachable(b) && !nest.contains(l, b))
        issues.push_back({LayoutIssue::Kind::BlockInsideLoop, loop.header, b});
  }
}

}  // namespace

std::vector<LayoutIssue> layout_issues(const Cfg& cfg, const LoopNest& nest,
                                       const Reconvergence& reconvergence, Interrupt interrupt) {
  std::vector<LayoutIssue> issues;
  for (uint32_t b = 0; b < cfg.size(); b++) {
    if (!cfg.reachable(b)) continue;
    for (uint32_t s : cfg[b].successors)
      if (s != cfg.exit() && s <= b && !nest.is_back_edge(b, s))
        issues.push_back({LayoutIssue::Kind::BackwardEdge, b, s});
    const Pc divergence = reconvergence.divergence_point(cfg[b].first);
    if (divergence != kNoPc && divergence > cfg[b].first)
      issues.push_back({LayoutIssue::Kind::PointBelow, cfg.block_of(divergence), b});
  }
  check_loops(cfg, nest, interrupt, issues);
  std::stable_sort(issues.begin(), issues.end(), [](const LayoutIssue& a, const LayoutIssue& b) {
    return std::tie(a.kind, a.from, a.to) < std::tie(b.kind, b.from, b.to);
  });
  const auto same = [](const LayoutIssue& a, const LayoutIssue& b) {
    return a.kind == b.kind && a.from == b.from && a.to == b.to;
  };
  issues.erase(std::unique(issues.begin(), issues.end(), same), issues.end());
  return issues;
}

}  // namespace heddle
