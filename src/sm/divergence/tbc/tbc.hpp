// Thread block compaction, which narasiman2011 §5 compares with: the warps of a block share one
// reconvergence stack.
//
// All warps of a block execute the top entry, each at its own pace. At an instruction that may part
// threads (a guarded or indexed branch, a return, a guarded exit) a warp waits until all warps of
// the entry have come; then the threads of each destination are compacted into as few warps as
// possible, each thread in its home lane (one priority encoder per lane), and the stack proceeds as
// that of a warp does. An entry is popped when its last warp has reached the reconvergence point.
// Warps are formed when their entry comes to the top. Unconditional jumps do not diverge, so warps
// do not wait there.
//
// A block here is `tbc.block` consecutive threads of a block of the launch. A group is a warp;
// groups of a block have consecutive numbers, and threads that no warp holds at the moment (those
// of lower entries) count as members of the first.
#pragma once

#include <vector>

#include "sm/divergence/reconvergence_stack.hpp"
#include "sm/divergence/wide_warps.hpp"

namespace heddle {

class Tbc {
 public:
  static constexpr Mechanism kMechanism = mechanism("tbc");
  static constexpr uint32_t kTiles = 64;

  explicit Tbc(const MachineConfig& config);

  void arrive(const Arrival& arrival);
  void advance(GroupId g);
  void hold(GroupId g);
  void resolve(GroupId g, const Outcome& outcome);
  void release(const Threads& threads, Place place);

  uint32_t group_limit() const { return static_cast<uint32_t>(warps_.size()); }
  bool alive(GroupId g) const { return warps_[g].alive; }
  bool ready(GroupId g) const { return warps_[g].ready; }
  Place place(GroupId g) const { return warps_[g].place; }
  void threads(GroupId g, Threads& out) const {
    wide_.threads(warps_[g].block, warps_[g].mask, out);
  }
  void members(GroupId g, Threads& out) const;
  WarpId warp_of(GroupId g) const { return WarpId(g.value()); }
  /// Warps that wait for each other.
  WarpId team_of(GroupId g) const { return warps_[g].block; }
  uint64_t age(GroupId g) const { return blocks_[warps_[g].block].age + g.value(); }
  std::vector<GroupId>& changed() { return changed_; }
  std::vector<SplitPoint>& reconverged() { return reconverged_; }
  uint32_t deepest() const { return deepest_; }

  /// Calls f(place, threads) for those of lower entries, once for a block.
  template <class F>
  void for_each_waiting(GroupId g, F f) const {
    const WarpId block = warps_[g].block;
    if (g != blocks_[block].first) return;
    blocks_[block].stack.for_each_waiting([&](Place place, const WideMask& mask) {
      Threads threads;
      wide_.threads(block, mask, threads);
      f(place, threads);
    });
  }

  bool at_rendezvous(GroupId g) const { return !warps_[g].waiting.empty(); }
  /// Blocks whose warps all wait, some at a rendezvous.
  std::vector<WarpId>& stuck() { return stuck_; }
  template <class Released>
  void turn_to_others(WarpId block, Released released) {
    const Block& b = blocks_[block];
    if (!is_stuck(b)) return;
    Threads waiting;
    for (GroupId g = b.first; g < b.first + b.count; ++g) {
      wide_.threads(block, warps_[g].waiting, waiting);
      if (released(waiting)) return;
    }
    put_aside(block);
  }

  using Stack = ReconvergenceStack<WideMask>;
  const std::vector<Stack::Entry>& stack(WarpId block) const {
    return blocks_[block].stack.entries();
  }
  /// Warps of the top entry that have neither come to a branch nor reached its end.
  uint32_t running(WarpId block) const { return blocks_[block].running; }

 private:
  struct Warp {
    Place place = kNowhere;
    WideMask mask, waiting;  // at a rendezvous
    WarpId block;
    bool alive = false;
    bool ready = false;
    bool held = false;
    bool done = false;  // with its entry, or with its entry's branch: waits for the others
  };
  struct Block {
    Stack stack;
    Outcome outcome;  // of the branch, of the warps that have come to it
    GroupId first;    // of its warps
    uint32_t count = 0;
    uint32_t running = 0;
    uint64_t age = 0;
  };

  /// Makes warps of the top entry's threads.
  void form_warps(WarpId block);
  /// Checks whether the warp has reached the end of its entry.
  void look_at(GroupId g);
  void finish(GroupId g);
  bool is_stuck(const Block& b) const;
  void look_if_stuck(WarpId block);
  void put_aside(WarpId block);
  /// All warps have come: the entry's threads go where the branch sends them.
  void go_on(WarpId block);
  void set_ready(GroupId g);

  uint32_t columns_;
  WideWarps wide_;
  IndexedBy<WarpId, Block> blocks_;
  IndexedBy<GroupId, Warp> warps_;
  std::vector<GroupId> changed_;
  std::vector<SplitPoint> reconverged_;
  std::vector<Stack::Entry> aside_;
  std::vector<WarpId> stuck_;
  uint32_t deepest_ = 0;
};

}  // namespace heddle
