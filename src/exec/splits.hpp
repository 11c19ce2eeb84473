// The divergent paths of one warp in functional execution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "exec/op.hpp"

namespace heddle {

struct Split {
  LinkedPc pc;
  uint32_t depth = 0;
  uint32_t mask = 0;
};

inline bool runs_before(const Split& a, const Split& b) {
  return a.depth != b.depth ? a.depth > b.depth : a.pc < b.pc;
}

/// The runnable paths of one warp.
class Splits {
 public:
  bool empty() const { return list_.empty(); }
  void clear() { list_.clear(); }
  void add(Split s) {
    for (Split& known : list_)
      if (known.pc == s.pc && known.depth == s.depth) {
        known.mask |= s.mask;
        return;
      }
    list_.push_back(s);
  }
  /// The runnable threads.
  uint32_t mask() const {
    uint32_t all = 0;
    for (const Split& s : list_) all |= s.mask;
    return all;
  }
  const std::vector<Split>& list() const { return list_; }
  Split take_first() { return take(std::ranges::min_element(list_, runs_before)); }
  /// The path added first: together with `add`, this is round-robin.
  Split take_oldest() { return take(list_.begin()); }
  /// The next instruction where a path at `pc` can merge with another path.
  LinkedPc next_merge_pc(LinkedPc pc, uint32_t depth) const {
    LinkedPc merge_pc = kNoLinkedPc;
    for (const Split& s : list_)
      if (s.depth == depth && s.pc > pc) merge_pc = std::min(merge_pc, s.pc);
    return merge_pc;
  }

 private:
  Split take(std::vector<Split>::iterator at) {
    Split s = *at;
    list_.erase(at);
    return s;
  }
  std::vector<Split> list_;
};

}  // namespace heddle
