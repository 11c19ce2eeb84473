#include "program/analysis/loops.hpp"

#include <algorithm>
#include <functional>
#include <queue>

#include "program/analysis/components.hpp"

namespace heddle {

namespace {

/// Splits a set of blocks into strongly connected parts, in an order in which each part comes after
/// those that lead to it, and otherwise by code order.
class Splitter {
 public:
  explicit Splitter(const Cfg& cfg) : cfg_(cfg), finder_(cfg), inside_(cfg.size(), 0) {}

  std::vector<std::vector<uint32_t>> split(const std::vector<uint32_t>& part) {
    const uint32_t count = finder_.run(part);
    now_++;
    std::vector<std::vector<uint32_t>> members(count);
    for (uint32_t b : part) {
      inside_[b] = now_;
      members[finder_.of(b)].push_back(b);
    }
    std::vector<uint32_t> waiting(count, 0);
    std::vector<std::vector<uint32_t>> leads_to(count);
    for (uint32_t b : part)
      for (uint32_t s : cfg_[b].successors)
        if (s != cfg_.exit() && inside_[s] == now_ && finder_.of(s) != finder_.of(b)) {
          leads_to[finder_.of(b)].push_back(finder_.of(s));
          waiting[finder_.of(s)]++;
        }
    using Ready = std::pair<uint32_t, uint32_t>;  // first block in the code, component
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
    for (uint32_t c = 0; c < count; c++) {
      std::sort(members[c].begin(), members[c].end());
      if (waiting[c] == 0) ready.push({members[c].front(), c});
    }
    std::vector<std::vector<uint32_t>> sequence;
    while (!ready.empty()) {
      const uint32_t c = ready.top().second;
      ready.pop();
      for (uint32_t next : leads_to[c])
        if (--waiting[next] == 0) ready.push({members[next].front(), next});
      sequence.push_back(std::move(members[c]));
    }
    return sequence;
  }

 private:
  const Cfg& cfg_;
  ComponentFinder finder_;
  std::vector<uint32_t> inside_;
  uint32_t now_ = 0;
};

bool is_loop(const Cfg& cfg, const std::vector<uint32_t>& part) {
  if (part.size() > 1) return true;
  const auto& successors = cfg[part.front()].successors;
  return std::find(successors.begin(), successors.end(), part.front()) != successors.end();
}

/// The entries of a component: blocks with a reachable predecessor outside, and the function's own
/// entry. `member` tells who is inside. In code order.
std::vector<uint32_t> entries_of(const Cfg& cfg, const std::vector<uint32_t>& part,
                                 std::vector<uint8_t>& member) {
  for (uint32_t b : part) member[b] = 1;
  std::vector<uint32_t> entries;
  for (uint32_t b : part) {
    bool from_outside = b == cfg.entry();
    for (uint32_t p : cfg[b].predecessors) from_outside |= cfg.reachable(p) && !member[p];
    if (from_outside) entries.push_back(b);
  }
  for (uint32_t b : part) member[b] = 0;
  return entries;
}

}  // namespace

LoopNest::LoopNest(const Cfg& cfg)
    : innermost_(cfg.size() + 1, kNoLoop), position_(cfg.size() + 1, cfg.size()) {
  decompose(cfg);
  for (Loop& loop : loops_) describe(cfg, loop);
}

/// Nested parts are kept on a stack of work rather than in recursion; a part taken from the stack
/// is placed completely before the next one, which is what makes loops contiguous.
void LoopNest::decompose(const Cfg& cfg) {
  struct Work {
    std::vector<uint32_t> blocks;  // strongly connected, or a whole to be split
    uint32_t loop;                 // around it
    bool split;
  };
  Splitter splitter(cfg);
  std::vector<uint8_t> member(cfg.size(), 0);
  std::vector<Work> work;
  std::vector<uint32_t> all;
  for (uint32_t b = 0; b < cfg.size(); b++)
    if (cfg.reachable(b)) all.push_back(b);
  work.push_back({std::move(all), kNoLoop, true});
  while (!work.empty()) {
    Work w = std::move(work.back());
    work.pop_back();
    if (w.split) {
      auto parts = splitter.split(w.blocks);
      for (auto it = parts.rbegin(); it != parts.rend(); ++it)
        work.push_back({std::move(*it), w.loop, false});
      continue;
    }
    uint32_t first = w.blocks.front();
    if (is_loop(cfg, w.blocks)) {
      Loop loop;
      loop.entries = entries_of(cfg, w.blocks, member);
      loop.header = first = loop.entries.front();
      loop.parent = w.loop;
      loop.depth = w.loop == kNoLoop ? 1 : loops_[w.loop].depth + 1;
      loop.begin = static_cast<uint32_t>(order_.size());
      loop.end = loop.begin + static_cast<uint32_t>(w.blocks.size());
      w.loop = static_cast<uint32_t>(loops_.size());
      loops_.push_back(std::move(loop));
      std::erase(w.blocks, first);
      if (!w.blocks.empty()) work.push_back({std::move(w.blocks), w.loop, true});
    }
    innermost_[first] = w.loop;
    order_.push_back(first);
  }
  for (uint32_t b = 0; b < cfg.size(); b++)
    if (!cfg.reachable(b)) order_.push_back(b);
  for (uint32_t i = 0; i < order_.size(); i++) position_[order_[i]] = i;
}

void LoopNest::describe(const Cfg& cfg, Loop& loop) const {
  for (uint32_t p : cfg[loop.header].predecessors)
    if (position_[p] >= loop.begin && position_[p] < loop.end &&
        std::find(loop.latches.begin(), loop.latches.end(), p) == loop.latches.end())
      loop.latches.push_back(p);
}

bool LoopNest::is_back_edge(uint32_t from, uint32_t to) const {
  for (uint32_t l = innermost_[to]; l != kNoLoop; l = loops_[l].parent)
    if (loops_[l].header == to && contains(l, from)) return true;
  return false;
}

bool LoopNest::reducible() const {
  return std::none_of(loops_.begin(), loops_.end(), [](const Loop& l) { return l.irreducible(); });
}

}  // namespace heddle
