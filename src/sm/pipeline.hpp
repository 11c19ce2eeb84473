// The core: a pipeline made of owners, each with a small interface of its own.
//
//   D  the divergence mechanism: which threads form a group (divergence/)
//   U  the units: who executes, with which registers (units/)
//   I  the issue policy: what the schedulers issue in a cycle (issue/)
//
// All three are template arguments, so nothing on the way of a packet is an indirect call except
// the scheduler's choice and the dependence check. `tick` is the pipeline; each stage is a file of
// pipeline/ named after it. The walk of one instruction:
//
//   fetch.hpp    its group's buffer gets it from the instruction cache
//   update.hpp   its group is found able to issue
//   issue.hpp    a scheduler chooses the group; values are computed, a unit is reserved
//   control.hpp  of branches and barriers: where each thread goes
//   retire.hpp   the outcome resolves, the result is written back, the packet completes
#pragma once

#include <memory>
#include <vector>

#include "sm/branch_unit.hpp"
#include "sm/check/core_checker.hpp"
#include "sm/core.hpp"
#include "sm/core_port.hpp"
#include "sm/dependence/dependence_unit.hpp"
#include "sm/divergence/capabilities.hpp"
#include "sm/event_wheel.hpp"
#include "sm/front_end.hpp"
#include "sm/load_store.hpp"
#include "sm/packet.hpp"
#include "sm/ready_groups.hpp"
#include "sm/register_traffic.hpp"
#include "sm/rendezvous_unit.hpp"
#include "sm/resident_blocks.hpp"
#include "sm/slot_accounts.hpp"
#include "sm/spin_detector.hpp"
#include "sm/units/reserved.hpp"
#include "sm/writeback.hpp"

namespace heddle {

/// The instruction that a group is issuing.
struct Issuing {
  // A constructor, because an aggregate would be cleared as a whole, all parts of `threads` too.
  Issuing(GroupId of_group, Place at, const Op& an_op, const TimedOp& its_timing)
      : group(of_group), place(at), op(an_op), timed(its_timing) {}

  GroupId group;
  Place place;
  const Op& op;
  const TimedOp& timed;
  PacketId packet;           // its number
  Packet* record = nullptr;  // and what is kept of it
  Threads threads;           // of the group that issue now, whether their guards are true or not
};

template <Divergence D, class U, class I>
class Pipeline final : public Core {
 public:
  Pipeline(const MachineConfig& config, uint32_t sm, MemoryPort& memory, CoreOptions options);

  void put_off_effects(bool on) override { port_.put_off_effects(on); }
  EffectLog& effects() override { return port_.effects(); }
  void start(TimedCodePtr code, const Launch& launch) override;
  bool has_room() const override { return blocks_.resources().has_room(); }
  void flush_caches() override { front_end_.flush(); }
  void admit(std::unique_ptr<ResidentBlock> block, Cycle now) override;
  std::vector<std::unique_ptr<ResidentBlock>>& ended() override { return blocks_.ended(); }
  bool tick(Cycle now) override;
  Cycle next_wake() const override { return wake_; }
  bool empty() const override { return blocks_.empty(); }
  bool looks_at_loads() const override;
  void catch_up(Cycle now) override;
  CoreCounters& counters() override {
    bring_counters();
    return counters_;
  }
  const IndexedBy<LinkedPc, BranchCounters>& branches() const override {
    return branches_.counters();
  }
  void watch_spinning(bool on) override { spin_.watch(on); }
  void find_spinning(SpinFindings& found) const override;
  void check_groups() override;
  void check_slots(uint64_t cycles) const override {
    check_accounts(counters_, cycles, ready_.slots().size() * issue_width_);
  }
  void describe(DeadlockReport& report) const override;

  const D& divergence() const { return divergence_; }

 private:
  friend I;
  friend class OnePacket;  // what most issue policies have in common

  template <Capability C>
  static constexpr bool kCan = kHas<D, C>;
  static constexpr bool kFetches = D::kMechanism.fetches();
  static constexpr bool kAnyLane = kCan<Capability::IssuesOnAnyLane>;
  /// One thread, which takes only what others leave.
  bool is_single([[maybe_unused]] GroupId g) const {
    if constexpr (kAnyLane)
      return divergence_.is_single(g);
    else
      return false;
  }
  static constexpr bool kMixesBlocks = kCan<Capability::RegroupsAtCompletion>;

  struct Event {
    enum class Kind : uint8_t { Complete, Chained, Resolve, Release, Fetched, Filled, Popped };
    Kind kind;
    uint32_t what;       // packet, release or group; Filled: the address, low half
    uint32_t epoch = 0;  // Filled: the address, high half

    PacketId packet() const { return PacketId(what); }
    GroupId group() const { return GroupId(what); }
  };
  [[gnu::always_inline]] void schedule(uint32_t delay, Event event) {
    events_.schedule(now_, delay, event);
  }

  // pipeline/retire.hpp
  [[gnu::always_inline]] inline void retire();
  [[gnu::noinline]] void take_answers();
  void load_missed(PacketId packet);
  void load_returned(PacketId packet, uint64_t lanes);
  void split_group(GroupId g, const Packet& load);
  [[gnu::always_inline]] inline void write_back(PacketId packet);
  void complete(PacketId packet);
  void chain(PacketId packet);
  void wake_waiters(const Threads& threads, const TimedOp& op);
  void resolve(PacketId packet);
  void apply(GroupId g, const Outcome& outcome);
  void release(uint32_t number);

  // pipeline/issue.hpp
  [[gnu::always_inline]] inline void issue();
  [[gnu::noinline]] void issue_group(GroupId g);
  uint32_t served_at_once(const Op& op, TileMask part);
  bool may_be_replayed(const Op& op, const TimedOp& timed) const;
  void split_load(GroupId g, const Op& op, const TimedOp& timed);
  void replay_load(GroupId g, const Op& op, const TimedOp& timed);
  [[gnu::always_inline]] inline void begin_packet(Issuing& i);
  [[gnu::always_inline]] inline void count_packet(const Packet& p);
  [[gnu::always_inline]] inline void leave_instruction(GroupId g, LinkedPc pc,
                                                       const TimedOp& timed);
  [[gnu::always_inline]] inline uint32_t reserve(const Issuing& i);
  uint32_t reserve_single(const Issuing& i);
  void watch_lanes(const Issuing& i, const LaneOccupancy::Row& row);
  /// An operation after which a mechanism may turn to another group.
  bool takes_long(OpClass cls) const {
    const DualPathConfig& paths = config_.dual_path;
    return is_long(cls) || paths.turns_always ||
           (cls == OpClass::Shared && paths.turns_after_shared);
  }
  void tell_lane(const Issuing& i, const LaneOccupancy::Row& row, uint32_t lane,
                 const LaneOccupancy::Use& use);
  [[gnu::always_inline]] inline void issue_simple(const Issuing& i);
  void issue_memory(const Issuing& i, uint32_t delay);
  [[gnu::always_inline]] inline void execute(const Packet& p, const Op& op, const TimedOp& timed);
  [[gnu::always_inline]] inline void plan_results(PacketId packet, const TimedOp& timed,
                                                  uint32_t delay);
  [[gnu::always_inline]] inline void advance(GroupId g);
  void hold_until_complete(GroupId g, Packet& p);

  // pipeline/control.hpp
  [[gnu::noinline]] void issue_control(const Issuing& i);

  // pipeline/fetch.hpp
  [[gnu::always_inline]] inline void fetch();
  auto fetch_events();
  void drop_fetched(GroupId g);

  // pipeline/update.hpp
  [[gnu::noinline]] void update(GroupId g);
  [[gnu::always_inline]] inline void set_state(GroupId g, GroupState state, Cause cause,
                                               Unit unit = Unit::Sp);
  [[gnu::always_inline]] inline void block_on(GroupId g, const Answer& answer);
  bool waits_for_half(GroupId g);
  uint64_t lanes_of(const Threads& threads, GroupId g);
  Issuer issuer(GroupId g) const;
  [[gnu::always_inline]] inline void update_changed();
  [[gnu::always_inline]] inline void update_paths();
  void turn_to_others();

  // pipeline/diagnose.hpp
  bool spins(const Threads& threads, Place place) const;

  // pipeline/idle.hpp
  void bring_counters();
  bool unit_is_free(Unit unit) const {
    return (unit != Unit::Lsu || load_store_.has_room(now_)) && units_.is_free(unit, now_);
  }
  [[gnu::always_inline]] inline GroupId choose_from(IssueSlot& slot);
  void charge_issued(const IssueSlot& slot, uint32_t issued);
  void lose_cycle();
  [[gnu::always_inline]] inline void count_cycles(uint64_t cycles);
  [[gnu::always_inline]] inline void plan_wake();

  const MachineConfig& config_;
  CoreCounters counters_;
  SlotAccounts accounts_;
  CorePort port_;
  CoreChecker checker_;
  D divergence_;
  I issue_;
  U units_;
  ResidentBlocks blocks_;
  ReadyGroups ready_;
  DependenceUnit dependence_;
  FrontEnd front_end_;
  LoadStoreUnit load_store_;
  BranchUnit branches_;
  RendezvousUnit rendezvous_;
  SpinDetector spin_;
  RegisterTraffic register_traffic_;
  WritebackPorts writeback_;
  TimedCodePtr code_;
  PacketPool packets_;
  EventWheel<Event> events_;
  uint32_t issue_width_;         // packets per scheduler and cycle
  uint32_t regrouping_ = 0;      // cycles that outcomes with many destinations still take
  uint32_t issued_threads_ = 0;  // in this cycle
  Cycle last_split_;             // of mechanisms that split at most one group per cycle
  GroupSet candidates_;          // of the choice that is being made
  Cycle now_, wake_, charged_;
};

template <Divergence D, class U, class I>
bool Pipeline<D, U, I>::tick(Cycle now) {
  if (now > charged_) catch_up(now);
  now_ = now;
  retire();
  load_store_.tick(now, counters_, [&](PacketId packet, uint32_t delay) {
    schedule(delay, {Event::Kind::Complete, packet.value()});
  });
  issue();
  fetch();
  if (checker_.is_due(now)) check_groups();
  charged_ = now + 1;
  plan_wake();
  return blocks_.made_room();
}

}  // namespace heddle

#include "sm/pipeline/control.hpp"
#include "sm/pipeline/diagnose.hpp"
#include "sm/pipeline/fetch.hpp"
#include "sm/pipeline/idle.hpp"
#include "sm/pipeline/issue.hpp"
#include "sm/pipeline/retire.hpp"
#include "sm/pipeline/start.hpp"
#include "sm/pipeline/update.hpp"
