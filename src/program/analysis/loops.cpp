#include "program/analysis/loops.hpp"

#include <algorithm>

#include "program/analysis/ancestors.hpp"
#include "program/analysis/loop_forest.hpp"

namespace heddle {

namespace {

/// Orders the blocks of each loop, and outside all loops, topologically. At each level a loop
/// inside counts as one block, its header; the header of the level's own loop comes first.
class BlockOrder {
 public:
  BlockOrder(const Cfg& cfg, const LoopForest& forest, Interrupt interrupt)
      : cfg_(cfg),
        forest_(forest),
        interrupt_(interrupt),
        node_(cfg.size(), 0),
        lowest_(cfg.size()),
        waiting_(cfg.size(), 0),
        leads_to_(cfg.size()),
        inside_(cfg.size() + 1) {}

  /// Calls `block(b)` for each block in order, `open(header)` before the first block of a loop and
  /// `close()` after its last.
  template <class Open, class Block, class Close>
  void run(Open&& open, Block&& block, Close&& close) {
    prepare();
    const auto later = [&](uint32_t a, uint32_t b) { return lowest_[a] > lowest_[b]; };
    std::vector<std::vector<uint32_t>> levels;  // each a heap of the blocks that may come next
    const auto enter = [&](uint32_t level) {
      auto& ready = levels.emplace_back();
      for (uint32_t b : inside_[level])
        if (waiting_[b] == 0) ready.push_back(b);
      std::make_heap(ready.begin(), ready.end(), later);
    };
    enter(cfg_.size());
    while (!levels.empty()) {
      interrupt_.check();
      auto& ready = levels.back();
      if (ready.empty()) {
        levels.pop_back();
        if (!levels.empty()) close();
        continue;
      }
      std::pop_heap(ready.begin(), ready.end(), later);
      const uint32_t b = ready.back();
      ready.pop_back();
      for (uint32_t next : leads_to_[b])
        if (--waiting_[next] == 0) {
          ready.push_back(next);
          std::push_heap(ready.begin(), ready.end(), later);
        }
      if (forest_.is_header[b]) open(b);
      block(b);
      if (forest_.is_header[b]) enter(b);
    }
  }

 private:
  void prepare() {
    // Headers come before their loops in preorder.
    for (uint32_t b : forest_.preorder) {
      inside_[forest_.around[b] == kNoBlock ? cfg_.size() : forest_.around[b]].push_back(b);
      if (!forest_.is_header[b]) continue;
      header_.push_back(b);
      node_[b] = loops_.add(forest_.around[b] == kNoBlock ? 0 : node_[forest_.around[b]]);
    }
    for (uint32_t b : forest_.preorder) {
      lowest_[b] = b;
      if (!forest_.is_header[b] && forest_.around[b] != kNoBlock)
        node_[b] = node_[forest_.around[b]];
    }
    for (auto it = forest_.preorder.rbegin(); it != forest_.preorder.rend(); ++it)
      if (const uint32_t around = forest_.around[*it]; around != kNoBlock)
        lowest_[around] = std::min(lowest_[around], lowest_[*it]);
    for (uint32_t b : forest_.preorder)
      for (uint32_t s : cfg_[b].successors)
        if (s != cfg_.exit()) constrain(b, s);
  }

  /// An edge orders the two blocks that represent its ends in the innermost loop around both.
  void constrain(uint32_t from, uint32_t to) {
    const uint32_t level = loops_.common(node_[from], node_[to]);
    const auto stands_for = [&](uint32_t b) {
      if (node_[b] == level) return b;
      return header_[loops_.at_depth(node_[b], loops_.depth(level) + 1) - 1];
    };
    const uint32_t a = stands_for(from), b = stands_for(to);
    if (level != 0 && (header_[level - 1] == a || header_[level - 1] == b)) return;
    leads_to_[a].push_back(b);
    waiting_[b]++;
  }

  const Cfg& cfg_;
  const LoopForest& forest_;
  const Interrupt interrupt_;
  AncestorTree loops_;             // node 0: outside all loops
  std::vector<uint32_t> header_;   // per node of it, less one
  std::vector<uint32_t> node_;     // per block: of its innermost loop
  std::vector<uint32_t> lowest_;   // block of the loop, for headers
  std::vector<uint32_t> waiting_;  // edges from blocks that have not come yet
  std::vector<std::vector<uint32_t>> leads_to_;
  std::vector<std::vector<uint32_t>> inside_;  // per header, and outside all loops: what is ordered
};

/// Marks the loops that some edge enters other than at the header. An edge enters all loops around
/// its target but those around its source, so marks are passed outwards.
void mark_side_entries(const Cfg& cfg, std::span<const uint32_t> innermost,
                       std::vector<Loop>& loops) {
  AncestorTree tree;
  for (const Loop& l : loops) tree.add(l.parent == kNoLoop ? 0 : l.parent + 1);
  // The depth of the innermost loop around both ends, for all edges that enter other than at a
  // header.
  std::vector<uint32_t> from_depth(loops.size(), kNoLoop);
  const auto note = [&](uint32_t loop, uint32_t depth) {
    if (loop != kNoLoop) from_depth[loop] = std::min(from_depth[loop], depth);
  };
  const auto note_entry = [&](uint32_t to, uint32_t depth) {
    const uint32_t loop = innermost[to];
    if (loop != kNoLoop) note(loops[loop].header == to ? loops[loop].parent : loop, depth);
  };
  if (cfg.size() > 0) note_entry(cfg.entry(), 0);
  for (uint32_t b = 0; b < cfg.size(); b++) {
    if (!cfg.reachable(b)) continue;
    const uint32_t from = innermost[b] == kNoLoop ? 0 : innermost[b] + 1;
    for (uint32_t s : cfg[b].successors) {
      if (s == cfg.exit() || innermost[s] == kNoLoop) continue;
      note_entry(s, tree.depth(tree.common(from, innermost[s] + 1)));
    }
  }
  for (size_t l = loops.size(); l-- > 0;) {
    loops[l].has_side_entry = from_depth[l] < loops[l].depth;
    if (loops[l].has_side_entry) note(loops[l].parent, from_depth[l]);
  }
}

}  // namespace

LoopNest::LoopNest(const Cfg& cfg, Interrupt interrupt)
    : innermost_(cfg.size() + 1, kNoLoop), position_(cfg.size() + 1, cfg.size()) {
  uint32_t loop = kNoLoop;
  const LoopForest forest = find_loops(cfg, interrupt);
  BlockOrder(cfg, forest, interrupt)
      .run(
          [&](uint32_t header) {
            Loop l;
            l.header = l.lowest = l.highest = header;
            l.parent = loop;
            l.depth = loop == kNoLoop ? 1 : loops_[loop].depth + 1;
            l.begin = static_cast<uint32_t>(order_.size());
            loop = static_cast<uint32_t>(loops_.size());
            loops_.push_back(std::move(l));
          },
          [&](uint32_t block) {
            innermost_[block] = loop;
            order_.push_back(block);
            if (loop == kNoLoop) return;
            loops_[loop].lowest = std::min(loops_[loop].lowest, block);
            loops_[loop].highest = std::max(loops_[loop].highest, block);
          },
          [&] {
            Loop& l = loops_[loop];
            l.end = static_cast<uint32_t>(order_.size());
            if ((loop = l.parent) == kNoLoop) return;
            loops_[loop].lowest = std::min(loops_[loop].lowest, l.lowest);
            loops_[loop].highest = std::max(loops_[loop].highest, l.highest);
          });
  for (uint32_t b = 0; b < cfg.size(); b++)
    if (!cfg.reachable(b)) order_.push_back(b);
  for (uint32_t i = 0; i < order_.size(); i++) position_[order_[i]] = i;
  for (uint32_t l = 0; l < loops_.size(); l++)
    for (uint32_t p : cfg[loops_[l].header].predecessors)  // the same one several times in a row
      if (contains(l, p) && (loops_[l].latches.empty() || loops_[l].latches.back() != p))
        loops_[l].latches.push_back(p);
  mark_side_entries(cfg, innermost_, loops_);
}

std::vector<uint32_t> LoopNest::entries(const Cfg& cfg, uint32_t loop) const {
  std::vector<uint32_t> found;
  for (uint32_t b : blocks(loops_[loop])) {
    const auto& from = cfg[b].predecessors;
    if (b == loops_[loop].header || b == cfg.entry() ||
        std::any_of(from.begin(), from.end(),
                    [&](uint32_t p) { return cfg.reachable(p) && !contains(loop, p); }))
      found.push_back(b);
  }
  std::sort(found.begin() + 1, found.end());  // blocks begin with the header
  return found;
}

bool LoopNest::reducible() const {
  return std::none_of(loops_.begin(), loops_.end(), [](const Loop& l) { return l.irreducible(); });
}

}  // namespace heddle
