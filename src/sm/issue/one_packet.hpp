// What the issue policies have in common whose instructions issue as one packet each.
//
// A policy says what the schedulers of a core issue in a cycle (`issue`), and is asked on the way
// of every instruction: which of a group's threads can issue (`find_ready`), which of them the
// packet takes (`begin_packet`), whether that was all of the instruction (`end_packet`), and when
// its outcome is known (`gather`). Only a policy that packs sub-warps (packed.hpp) has more to say
// than what follows.
#pragma once

#include "sm/pipeline.hpp"

namespace heddle {

class OnePacket {
 public:
  static constexpr bool kOnePacket = true;
  static constexpr bool kSharesLanes = false;
  static constexpr bool kReplays = false;  // loads take the slots of their replays

  static uint32_t packets_per_scheduler(const CoreConfig& core) { return core.issue_per_scheduler; }

  /// Some packets of the group's instruction have issued, others have not.
  bool has_begun(GroupId) const { return false; }
  bool is_first(GroupId) const { return true; }
  /// The threads with which the group's next instruction can issue. False: the group waits, and its
  /// state says for what.
  template <class P>
  bool find_ready(P& core, GroupId g, LinkedPc pc, Threads& threads) const {
    core.divergence_.threads(g, threads);
    Answer answer = core.dependence_.check(
        core.now_, [&] { return core.issuer(g); }, threads, core.code_->ops[pc]);
    if (answer.verdict == Verdict::Free) return true;
    core.block_on(g, answer);
    return false;
  }
  template <class P>
  void begin_packet(P& core, Issuing& i, Packet& p) const {
    core.divergence_.threads(i.group, i.threads);
    core.blocks_.template enter_flight<P::kMixesBlocks>(p, i.threads);
  }
  void count(const Packet&, uint32_t threads, CoreCounters& counters) const {
    counters.count_packet(threads);
  }
  template <class P>
  bool end_packet(P&, GroupId) const {
    return true;
  }
  void completed(const Packet&) const {}
  void add_outcome(const Packet&) const {}
  /// What a control instruction did for all its threads; null until that is known.
  template <class P>
  const Outcome* gather(P&, const Packet& p) const {
    return &p.outcome;
  }
  template <class P>
  Cause idle_cause(const P& core, const IssueSlot& slot) const {
    return core.ready_.idle_cause(slot, core.units_.has_collector(core.now_));
  }

 protected:
  /// The group that the scheduler chooses; false: it chooses none.
  template <class P>
  [[gnu::always_inline]] static bool issue_from(P& core, IssueSlot& slot) {
    GroupId g = core.choose_from(slot);
    if (g == kNoGroup) return false;
    core.issue_group(g);
    slot.scheduler->issued(g);
    return true;
  }
};

}  // namespace heddle
