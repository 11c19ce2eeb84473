// Groups as everywhere else, and single threads on the lanes that they leave idle (mimd, the upper
// bound).
//
// First the schedulers choose, as they do without single threads. A slot holds the threads of one
// warp: what its packet leaves of that, and the slots that have none, take single threads of the
// scheduler's warps, in turns, each of which finds an idle lane of its unit. Where packets leave
// nothing for long, single threads come first for once: packets may be waiting for them, in a loop.
#pragma once

#include <vector>

#include "sm/issue/one_packet.hpp"

namespace heddle {

class AnyLaneIssue : public OnePacket {
 public:
  static constexpr bool kReplays = true;

  AnyLaneIssue(const MachineConfig& config, uint32_t /*sm*/, uint32_t /*groups*/)
      : warp_(config.core.warp),
        schedulers_(config.core.schedulers, Issued(config.core.issue_per_scheduler)) {}

  template <class P>
  void issue(P& core) {
    auto slots = core.ready_.slots();
    for (uint32_t n = 0; n < slots.size(); n++) {
      Issued& issued = schedulers_[n];
      issued.used = 0;
      issued.replays = slots[n].replays > 0;
      if (issued.replays) {  // the slots are taken, as under pdom
        slots[n].replays--;
        core.accounts_.charge(Cause::Replay, core.issue_width_);
        continue;
      }
      issued.turn = issued.starved >= kPatience;
      if (issued.turn) issue_singles(core, n);
      while (issued.used < core.issue_width_ && issue_from(core, slots[n])) continue;
      if (issued.used < core.issue_width_) issued.idle_cause = idle_cause(core, slots[n]);
    }
    for (uint32_t n = 0; n < slots.size(); n++) {
      Issued& issued = schedulers_[n];
      if (issued.replays) continue;
      if (!issued.turn) issue_singles(core, n);
      issued.starved = issued.alone || core.ready_.singles()[n].waiting.units() == 0
                           ? 0
                           : issued.starved + (issued.used > 0);
      if (issued.used > 0) core.accounts_.charge(Cause::Issued, issued.used);
      if (issued.used < core.issue_width_)
        core.accounts_.charge(issued.idle_cause, core.issue_width_ - issued.used);
    }
  }

  /// A packet has a slot to itself, unless it is a single thread that finds room beside others.
  void count(const Packet& p, uint32_t threads, CoreCounters& counters) {
    Issued& issued = schedulers_[p.scheduler];
    if (Slot* beside = joining_ ? issued.room(warp_) : nullptr) {
      counters.count_joined(threads, beside->threads);
      beside->add(threads);
    } else {
      counters.count_packet(threads);
      issued.slots[issued.used] = {};
      issued.slots[issued.used++].add(threads);
    }
  }

 private:
  /// Slots that are taken from packets in this way are less than one in a hundred.
  static constexpr uint32_t kPatience = 128;

  /// A slot in which something has issued.
  struct Slot {
    uint32_t taken = 0;    // of its width, also by a thread whose guard is false
    uint32_t threads = 0;  // that execute
    void add(uint32_t more) {
      taken += std::max(1u, more);
      threads += more;
    }
  };
  /// What a scheduler has issued in this cycle.
  struct Issued {
    explicit Issued(uint32_t width) : slots(width) {}
    Slot* room(uint32_t warp) {
      for (uint32_t n = 0; n < used; n++)
        if (slots[n].taken < warp) return &slots[n];
      return nullptr;
    }
    std::vector<Slot> slots;
    uint32_t used = 0;
    uint32_t starved = 0;  // cycles in which packets issued, and no single thread that could have
    bool turn = false;     // it has been so long enough
    bool alone = false;    // a single thread has issued
    bool replays = false;  // a load of a packet is replayed
    Cause idle_cause = Cause::IdleNoWarp;  // of those that are not
    GroupId next{};                        // whose turn it is, of the single threads
  };

  template <class P>
  void issue_singles(P& core, uint32_t scheduler) {
    const IssueSlot& singles = core.ready_.singles()[scheduler];
    Issued& issued = schedulers_[scheduler];
    issued.alone = false;
    candidates_.assign({});
    for (uint32_t wanted = singles.waiting.units(); wanted != 0; wanted &= wanted - 1) {
      auto u = static_cast<size_t>(std::countr_zero(wanted));
      if (issued.turn || core.units_.has_idle_lane(static_cast<Unit>(u), core.now_))
        candidates_ |= singles.eligible[u];
    }
    const GroupId first = issued.next;
    joining_ = true;
    for (GroupId g = candidates_.next(first); g != kNoGroup; g = candidates_.next(g + 1))
      issue_single(core, issued, g);
    for (GroupId g = candidates_.next(GroupId{0}); g < first; g = candidates_.next(g + 1))
      issue_single(core, issued, g);
    joining_ = false;
  }
  template <class P>
  void issue_single(P& core, Issued& issued, GroupId g) {
    const GroupStatus& status = core.ready_[g];  // what issued before may have changed it
    if (status.state != GroupState::Eligible) return;
    if (!issued.turn && !core.units_.has_idle_lane(status.unit, core.now_)) return;
    if (issued.used == core.issue_width_ && issued.room(warp_) == nullptr) return;
    core.issue_group(g);
    issued.next = g + 1;
    issued.alone = true;
  }

  uint32_t warp_;
  std::vector<Issued> schedulers_;
  bool joining_ = false;  // single threads issue
  GroupSet candidates_;
};

}  // namespace heddle
