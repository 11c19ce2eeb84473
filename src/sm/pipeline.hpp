// The core as a template on its divergence mechanism: each mechanism instantiates it in a file of
// its own, so that nothing on the way of a packet is an indirect call but the scheduler's choice.
#pragma once

#include <array>

#include "energy/register_layout.hpp"
#include "exec/control.hpp"
#include "sm/core.hpp"
#include "sm/datapath.hpp"
#include "sm/dependence/dependence.hpp"
#include "sm/divergence/divergence.hpp"
#include "sm/event_wheel.hpp"
#include "sm/front_end.hpp"
#include "sm/group_coverage.hpp"
#include "sm/hazard_oracle.hpp"
#include "sm/lane_banks.hpp"
#include "sm/lane_map.hpp"
#include "sm/lane_occupancy.hpp"
#include "sm/lane_registers.hpp"
#include "sm/load_store.hpp"
#include "sm/observer.hpp"
#include "sm/packet.hpp"
#include "sm/register_file.hpp"
#include "sm/resources.hpp"
#include "sm/scalar_oracle.hpp"
#include "sm/schedule/best_fit.hpp"
#include "sm/schedule/scheduler.hpp"
#include "sm/temporal_lanes.hpp"

namespace heddle {

template <Divergence D>
class Pipeline final : public Core {
 public:
  Pipeline(const MachineConfig& config, uint32_t sm, MemorySystem& memory, CoreOptions options);

  void start(TimedCodePtr code, const Launch& launch) override;
  bool has_room() const override { return resources_.has_room(); }
  void forget() override { front_end_.flush(); }
  void take(std::unique_ptr<ResidentBlock> block, Cycle now) override;
  std::vector<std::unique_ptr<ResidentBlock>>& ended() override { return ended_; }
  bool tick(Cycle now) override;
  Cycle next_wake() const override { return wake_; }
  bool empty() const override { return resident_ == 0; }
  bool looks_at_loads() const override;
  void catch_up(Cycle now) override;
  CoreCounters& counters() override { return counters_; }
  const std::vector<BranchCounters>& branches() const override { return branches_; }
  void watch_spinning(bool on) override;
  void find_spinning(SpinFindings& found) const override;
  void check_groups() override;
  void check_slots(uint64_t cycles) const override {
    check_accounts(counters_, cycles, slots_.size() * issue_width_);
  }
  void describe(DeadlockReport& report) const override;

  const D& divergence() const { return divergence_; }

 private:
  /// Where a group stands on its way to issue.
  enum class State : uint8_t { Absent, Held, Fetching, Blocked, Eligible };
  struct Group {
    State state = State::Absent;
    Cause cause = Cause::IdleNoWarp;  // that it would be charged with
    Unit unit = Unit::Sp;
    uint8_t scheduler = 0;
    bool at_barrier = false;
    Cause held_for = Cause::ReconvergenceWait;  // while it is held
    uint32_t waits_at = 0;                      // Blocked: the tile whose completions wake it
  };
  struct Event {
    enum class Kind : uint8_t { Complete, Chained, Resolve, Release, Fetched, Filled, Popped };
    Kind kind;
    uint32_t what;       // packet, release or group; Filled: the address, low half
    uint32_t epoch = 0;  // Filled: the address, high half
  };
  /// Of a group whose instructions issue as several packets: the one that issued last, or still
  /// does.
  struct Packing {
    Outcome outcome;           // of a control instruction's packets
    uint32_t instruction = 0;  // its number, by which completions of earlier ones are told apart
    uint32_t packets = 0;
    uint32_t unresolved = 0;  // packets
    bool begun = false;       // some of its threads have issued, others have not
    bool first_done = true;   // one of its packets has completed
    bool known = false;       // what it did for all its threads
    bool from_memory = false;
  };
  struct Slot {                               // one scheduler with its groups
    std::array<uint32_t, kCauses> waiting{};  // groups by cause
    uint32_t in_flight = 0;                   // packets
    bool watches_stalls = false;              // the scheduler looks at `stalled`
    std::unique_ptr<Scheduler> scheduler;
    std::unique_ptr<Scheduler> secondary;  // chooses beside it, where there is one
    uint32_t reserved = GroupSet::kMax;    // its choice for the next cycle, then
    bool substitutes = false;              // that was dropped: the secondary one chooses instead
    uint32_t breaking =
        GroupSet::kMax;  // the group whose packets it issues until there are no more
    std::array<GroupSet, static_cast<size_t>(Unit::Count)> eligible;  // by the unit they want
    GroupSet resident, stalled;
    uint32_t issued = 0;  // threads in this cycle, where they issue one by one

    /// Some group could issue if it found this unit free: only then it waits for that.
    bool wants(Unit unit) const { return waiting[static_cast<size_t>(structural(unit))] > 0; }
  };
  static constexpr uint32_t kNoTile = ~0u;
  struct PendingRelease {
    Threads threads;
    Place place;
  };

  // retire.hpp
  void retire(Cycle now);
  void complete(uint32_t packet);
  void write_back(uint32_t packet);
  void resolve(uint32_t packet);
  void apply(uint32_t g, const Outcome& outcome);
  void missed(uint32_t packet);
  void release(uint32_t number);
  void look_for_spin(const Packet& p);
  bool spin(const Threads& threads) const;
  bool spins(uint32_t g) const;
  void memory_events();
  void load_returned(uint32_t packet, uint64_t lanes);
  void split_group(uint32_t g, const Packet& load);
  void end_block_if_done(uint32_t block);
  void leave_flight(Packet& p);
  void wake_waiters(const Threads& threads);

  // issue.hpp
  void issue(Cycle now);
  bool issue_from(Slot& slot);
  uint32_t choose_from(Slot& slot);
  void charge_issued(const Slot& slot, uint32_t issued);
  void issue_group(uint32_t g);
  void enter_flight(Packet& p);
  void count_registers(const Packet& p, const TimedOp& timed);
  uint32_t guarded(Part part, const Op& op);
  void leave_instruction(uint32_t g, uint32_t pc, const TimedOp& timed);
  void issue_simple(uint32_t g, uint32_t packet, const Op& op, const TimedOp& timed);
  void go_on(uint32_t g);
  void hold_until_complete(uint32_t g, Packet& p);
  void issue_memory(uint32_t packet, const Op& op, const TimedOp& timed, uint32_t delay);
  void execute(Packet& p, const Op& op);
  uint32_t reserve(uint32_t packet, const TimedOp& timed);
  void check_scalars(const Packet& p, bool executed);
  void check_lanes(uint32_t packet, const OpTiming& timing, const Datapath::Taken& taken,
                   bool once);
  template <class Position>
  void take_lanes(uint32_t packet, const LaneOccupancy::Row& row, const Threads& threads,
                  Position position);
  bool unit_is_free(Unit unit) const;
  void lose_cycle();
  void count_cycles(uint64_t cycles);

  // any_lane.hpp
  void issue_threads();
  void issue_followers();
  bool issue_thread(uint32_t g);
  bool issue_warp(Slot& slot);

  // control.hpp
  void issue_control(uint32_t g, uint32_t packet, const Op& op, const TimedOp& timed);
  void branch_outcome(Packet& p, const Threads& all);
  void count_branch(uint32_t pc, const Outcome& outcome);
  bool may_part(const Op& op) const;
  void rendezvous_outcome(Packet& p, const Threads& all);
  void name_tiles(size_t from, const ResidentBlock& block);
  void queue_releases();

  // interweave.hpp
  uint32_t issue_pair(Slot& slot);
  uint32_t first_of_pair(Slot& slot);
  uint32_t second_of_pair(Slot& slot, uint32_t first);
  void reserve_next(Slot& slot, uint32_t second);
  template <class May>
  uint32_t choose(Slot& slot, Scheduler& scheduler, May may);
  bool issue_one_of_pair(uint32_t g);
  bool fits_beside(uint32_t g, uint32_t first) const;
  uint64_t* kind_of_pair(uint32_t first, uint32_t second);
  uint64_t lanes_of(const Threads& threads, uint32_t g);
  void part_load(uint32_t g, const Op& op, const TimedOp& timed);

  // temporal.hpp
  const GroupSet* on_free_lanes(const GroupSet& candidates);
  uint32_t reserve_lane(uint32_t packet, const TimedOp& timed);
  const Threads& turns(const Packet& p, const TimedOp& timed) const;
  uint32_t turn(const Packet& p, const TimedOp& timed, Part part, uint32_t thread) const;
  void plan_results(uint32_t packet, const TimedOp& timed, uint32_t delay);
  void chain(uint32_t packet);
  uint32_t cycles_to_banks() const;
  void pass_banks(uint32_t packet, const TimedOp& timed, uint32_t delay);
  void free_warps(const Threads& exited);
  Cycle next_lane(Unit unit) const;
  void count_homes(uint64_t cycles);
  void move_in_home(uint32_t g, State state, Cause cause);

  // packing.hpp
  bool issues_in_one_slot(const Op& op) const;
  Verdict find_packable(uint32_t g, const Op& op, const TimedOp& timed);
  void begin_packet(uint32_t g, Packet& p, const Op& op, const TimedOp& timed);
  bool end_packet(uint32_t g);
  void end_instruction(uint32_t g);
  bool waits_for_threads(uint32_t g, const TimedOp& timed);
  const Outcome* known_outcome(uint32_t g, uint32_t pc);
  const Outcome* gather(const Packet& p);

  // bookkeeping.hpp
  void update(uint32_t g);
  void set_state(uint32_t g, State state, Cause cause, Unit unit = Unit::Sp);
  void turn_to_others();
  void look_at_changed();
  void look_at_paths();
  bool waits_for_half(uint32_t g);
  Issuer issuer(uint32_t g) const;
  void count_rejoined(Cycle from);
  bool waits_long(uint32_t g) const;

  // accounts.hpp
  void fetch(Cycle now);
  auto plan_fetched();
  void drop_fetched(uint32_t g);
  void charge_idle(Slot& slot, uint64_t cycles);
  Cause idle_cause(const Slot& slot) const;
  void plan_wake();
  Cycle next_issue(Unit unit) const;

  /// Calls f(observer) in a core that has one.
  template <class F>
  void observe(F f) {
    if (options_.observer) [[unlikely]]
      f(*options_.observer);
  }
  bool lanes_are_watched() const {
    return options_.check || (options_.observer && options_.observer->watches_lanes());
  }
  void observe_issue(uint32_t packet, Unit unit);

  uint32_t stages_before_execution() const {
    // Of cascaded schedulers, the first takes one of their cycles before the second issues both.
    uint32_t before = secondary_ == Secondary::BestFit ? 2 : 1;
    return std::max(config_.core.scheduler_latency, before) - before + config_.core.extra_stages +
           config_.registers.read_latency + (config_.fetch.ahead ? 0 : config_.fetch.latency);
  }
  /// A scalar instruction may have a unit of its own.
  const OpTiming& timing(const TimedOp& op) const {
    return (op.scalar ? scalar_timing_ : config_.core.timing)[static_cast<size_t>(op.cls)];
  }
  /// It executes beside those of all lanes, with registers of another file.
  bool leaves_lanes(const TimedOp& op) const { return op.scalar && config_.arch.scalar_units; }
  ResidentBlock& block_of(uint32_t tile) { return *blocks_[block_at_tile_[tile]]; }
  uint32_t warp_in_block(uint32_t tile) { return tile - block_of(tile).first_tile; }

  const MachineConfig& config_;
  uint32_t sm_;
  MemorySystem& memory_;
  CoreOptions options_;
  D divergence_;
  std::unique_ptr<Dependence> dependence_;
  HazardOracle oracle_;
  ScalarOracle scalars_;
  GroupCoverage coverage_;
  LaneOccupancy lanes_;
  Cycle next_look_ = 0;  // at the groups
  FrontEnd front_end_;
  RegisterFile register_file_;
  RegisterLayout register_layout_;
  Datapath datapath_;
  LaneMap lane_map_;
  TemporalLanes temporal_;
  LaneRegisters lane_registers_;
  LaneBanks lane_banks_;
  HomeGroups homes_;
  LoadStoreUnit load_store_;
  Resources resources_;
  TimedCodePtr code_;
  OpTiming scalar_timing_[kOpClasses];
  uint32_t issue_width_ = 1;      // packets per scheduler and cycle
  bool looks_at_groups_ = false;  // the schedulers do
  uint32_t writeback_ports_ = 0;  // results per cycle

  Cycle now_ = 0, wake_ = 0, charged_ = 0;
  std::vector<Group> groups_;
  std::vector<uint64_t> age_;
  std::vector<uint32_t> warp_;
  std::vector<GroupView> view_;
  std::vector<uint32_t> team_;
  std::vector<Slot> slots_;
  std::vector<std::vector<uint32_t>> waiters_;  // per tile: groups blocked on a completion there
  std::vector<uint32_t> woken_;
  std::vector<uint32_t> followers_;  // chosen threads that wait for a lane, in order of choice
  uint32_t first_slot_ = 0;          // the scheduler that chooses first, where they compete for lanes
  std::vector<Packing> packing_;  // per group, of mechanisms that pack
  bool barrel_ = false;  // a group that packs goes on when one of its packets has completed
  Secondary secondary_ = Secondary::None;
  uint32_t stages_ = 0;  // cycles between issue and execution when operands do not conflict
  Cycle parted_ =
      0;  // the last cycle in which threads parted, of mechanisms that do so once in each
  std::vector<uint32_t> missed_;  // per tile: threads whose load has left the L1
  EventWheel<Event> wheel_;
  PacketPool packets_;
  std::vector<PendingRelease> releases_;
  std::vector<uint32_t> free_releases_;
  std::vector<uint32_t> unresolved_;  // per tile: threads whose arrival has not resolved yet
  uint32_t ports_left_ = 0;           // of write-back, in this cycle
  bool port_missing_ = false;         // a result found none
  uint32_t regrouping_ = 0;  // cycles that the outcome of a branch with many targets still takes

  std::vector<std::unique_ptr<ResidentBlock>> blocks_;
  std::vector<uint32_t> block_at_tile_;
  std::vector<std::unique_ptr<ResidentBlock>> ended_;
  uint32_t resident_ = 0;
  bool watching_ = false;
  std::vector<SpinRecord> spin_;  // per thread, while watching
  uint64_t arrivals_ = 0;

  std::vector<Release> released_;
  ControlOutcome tile_outcome_;
  Threads scratch_;
  GroupSet candidates_;
  static constexpr GroupSet kNoGroups{};
  uint32_t issued_threads_ = 0;  // in this cycle
  uint32_t lanes_waiting_ = 0;   // temporal lanes that a scheduler could issue to
  uint32_t lanes_left_ = 0;      // those that schedulers did not, at the end of this cycle
  bool made_room_ = false;       // in this cycle, for a block
  CoreCounters counters_;
  std::vector<BranchCounters> branches_;
};

}  // namespace heddle

#include "sm/pipeline_accounts.hpp"
#include "sm/pipeline_any_lane.hpp"
#include "sm/pipeline_bookkeeping.hpp"
#include "sm/pipeline_control.hpp"
#include "sm/pipeline_interweave.hpp"
#include "sm/pipeline_issue.hpp"
#include "sm/pipeline_packing.hpp"
#include "sm/pipeline_retire.hpp"
#include "sm/pipeline_temporal.hpp"
