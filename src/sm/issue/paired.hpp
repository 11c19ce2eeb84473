// Two instructions per cycle and scheduler, on lanes that the two share (brunie2012).
//
// With `arch.secondary = same-warp` (simultaneous branch interweaving, §3.2) the scheduler chooses
// a warp, and both of its first splits issue. Where the warp has only one, the second front end
// issues for another warp to another group of units: the paper says that its benefit for regular
// programs comes from that, and that the peak is that of all units (§5.1).
//
// With best-fit (simultaneous warp interweaving, §4) two schedulers are cascaded. The primary one
// chooses in one cycle what issues in the next, in which the secondary one chooses what issues
// beside it; meanwhile the primary one chooses again, without knowing of the secondary's choice.
// When both want the same, the primary's copy is dropped, and in the next cycle the secondary
// scheduler chooses instead; likewise when something has come between the primary's choice and its
// turn.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sm/issue/one_packet.hpp"
#include "sm/schedule/best_fit.hpp"

namespace heddle {

class PairedIssue : public OnePacket {
 public:
  static constexpr bool kSharesLanes = true;

  PairedIssue(const MachineConfig& config, uint32_t sm, uint32_t /*groups*/)
      : pairs_(config.core.schedulers) {
    if (secondary_of(config.arch) == Secondary::BestFit)
      for (Pair& pair : pairs_) pair.secondary = make_best_fit(config, sm);
  }

  template <class P>
  void issue(P& core) {
    for (size_t n = 0; n < pairs_.size(); n++) {
      IssueSlot& slot = core.ready_.slots()[n];
      core.charge_issued(slot, issue_pair(core, slot, pairs_[n]));
    }
  }

 private:
  struct Pair {                            // of one scheduler
    std::unique_ptr<Scheduler> secondary;  // chooses beside it, where there is one
    GroupId reserved = kNoGroup;           // the primary's choice for the next cycle
    bool substitutes = false;              // it was dropped: the secondary chooses instead
  };

  template <class P>
  uint32_t issue_pair(P& core, IssueSlot& slot, Pair& pair) {
    GroupId first = choose_first(core, slot, pair);
    GroupId second = choose_second(core, slot, pair, first);
    uint64_t* kind = counter_of(core, first, second);
    uint32_t issued = 0;
    auto issue = [&](GroupId& g) {
      if (g == kNoGroup || !issue_one(core, g)) return;
      slot.scheduler->issued(g);
      g = kNoGroup;
      issued++;
    };
    // Of one warp, the split that is ahead goes first: the other may come to where it was.
    if (kind == &core.counters_.interweave.same_warp &&
        core.divergence_.place(first).pc < core.divergence_.place(second).pc)
      issue(second);
    issue(first);
    if (pair.secondary) reserve_next(core, slot, pair, second);
    issue(second);
    if (issued == 2) ++*kind;
    return issued;
  }

  template <class P>
  GroupId choose_first(P& core, IssueSlot& slot, Pair& pair) {
    if (!pair.secondary) return choose(core, slot, *slot.scheduler, has_free_unit(core));
    GroupId g = std::exchange(pair.reserved, kNoGroup);
    if (g == kNoGroup) return g;
    const GroupStatus& group = core.ready_[g];
    if (group.state == GroupState::Eligible && core.unit_is_free(group.unit)) return g;
    pair.substitutes = true;
    return kNoGroup;
  }

  template <class P>
  GroupId choose_second(P& core, IssueSlot& slot, Pair& pair, GroupId first) {
    const ReadyGroups& ready = core.ready_;
    if (first == kNoGroup) {
      if (!std::exchange(pair.substitutes, false)) return first;
      return choose(core, slot, *pair.secondary, has_free_unit(core));
    }
    if (!pair.secondary) {
      GroupId other = choose(core, slot, *slot.scheduler, [&](GroupId g) {
        return ready.warp(g) == ready.warp(first) && fits_beside(core, g, first);
      });
      if (other != kNoGroup) return other;
      return choose(core, slot, *slot.scheduler, [&](GroupId g) {
        return ready[g].unit != ready[first].unit && core.unit_is_free(ready[g].unit);
      });
    }
    return choose(core, slot, *pair.secondary, [&](GroupId g) {
      return fits_beside(core, g, first) &&
             (ready.warp(g) == ready.warp(first) ||
              in_lookup_set(core.config_, ready.warp(g), ready.warp(first)));
    });
  }

  /// The primary scheduler's choice for the next cycle, made while the secondary one chooses for
  /// this one.
  template <class P>
  void reserve_next(P& core, IssueSlot& slot, Pair& pair, GroupId second) {
    pair.reserved = choose(core, slot, *slot.scheduler, [&](GroupId g) {
      return core.units_.is_free(core.ready_[g].unit, core.now_ + 1);
    });
    if (pair.reserved == kNoGroup || pair.reserved != second) return;
    core.counters_.interweave.conflicts++;
    pair.reserved = kNoGroup;
    pair.substitutes = true;
  }

  template <class P>
  static auto has_free_unit(const P& core) {
    return [&core](GroupId g) { return core.unit_is_free(core.ready_[g].unit); };
  }
  /// Of the groups that could issue if they found room, one of those that `may`.
  template <class P, class May>
  static GroupId choose(P& core, IssueSlot& slot, Scheduler& scheduler, May may) {
    GroupSet& candidates = core.candidates_;
    candidates.assign({});
    bool any = false;
    for (const GroupSet& of_unit : slot.eligible)
      of_unit.for_each([&](GroupId g) {
        if (!may(g)) return;
        candidates.insert(g);
        any = true;
      });
    if (!any) return kNoGroup;
    return core.ready_.choose(slot, scheduler, candidates);
  }

  template <class P>
  static bool fits_beside(const P& core, GroupId g, GroupId first) {
    if (g == first) return false;
    Unit unit = core.ready_[g].unit;
    if (unit != core.ready_[first].unit) return core.unit_is_free(unit);
    if (unit == Unit::Lsu && !core.load_store_.has_room(core.now_)) return false;
    return core.units_.may_share(core.ready_.view(g).lanes, core.ready_.view(first).lanes) ||
           core.units_.has_another(unit, core.now_);
  }

  /// Where the pair is counted, should both issue.
  template <class P>
  static uint64_t* counter_of(P& core, GroupId first, GroupId second) {
    if (first == kNoGroup || second == kNoGroup) return nullptr;
    InterweaveCounters& count = core.counters_.interweave;
    if (core.ready_.warp(first) == core.ready_.warp(second)) return &count.same_warp;
    return core.ready_[first].unit == core.ready_[second].unit ? &count.other_warp
                                                               : &count.other_unit;
  }

  template <class P>
  static bool issue_one(P& core, GroupId g) {
    if (core.ready_[g].state != GroupState::Eligible || !core.units_.has_collector(core.now_))
      return false;
    // The other one of its warp may have taken the last entry of their scoreboard.
    Threads threads;
    core.divergence_.threads(g, threads);
    const TimedOp& op = core.code_->ops[core.divergence_.place(g).pc];
    if (core.dependence_
            .check(
                core.now_, [&] { return core.issuer(g); }, threads, op)
            .verdict != Verdict::Free) {
      core.update(g);
      return false;
    }
    core.issue_group(g);
    return true;
  }

  std::vector<Pair> pairs_;
};

}  // namespace heddle
