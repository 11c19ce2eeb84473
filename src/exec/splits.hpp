// The paths of one warp in functional execution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle {

struct Split {
  uint32_t pc = 0;
  uint32_t depth = 0;
  uint32_t mask = 0;
};

inline bool goes_before(const Split& a, const Split& b) {
  return a.depth != b.depth ? a.depth > b.depth : a.pc < b.pc;
}

/// The paths of one warp that can execute.
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
  /// Threads that can execute.
  uint32_t mask() const {
    uint32_t all = 0;
    for (const Split& s : list_) all |= s.mask;
    return all;
  }
  const std::vector<Split>& list() const { return list_; }
  Split take_first() { return take(std::ranges::min_element(list_, goes_before)); }
  /// The one after the first added: with `add`, a round-robin.
  Split take_oldest() { return take(list_.begin()); }
  /// Where a path at `pc` would meet another: it stops there to merge.
  uint32_t next_meeting(uint32_t pc, uint32_t depth) const {
    uint32_t meeting = ~0u;
    for (const Split& s : list_)
      if (s.depth == depth && s.pc > pc) meeting = std::min(meeting, s.pc);
    return meeting;
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
