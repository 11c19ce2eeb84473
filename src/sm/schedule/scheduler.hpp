// Chooses which group issues next.
//
// One scheduler object serves one issue slot of a core and sees only the groups of its own warps.
// The core calls `choose` once per decision with the candidates that could issue now; it returns
// one of them, or kNoGroup when it prefers to issue none. `issued` follows when the choice
// has issued. `stalled` is the set of groups that wait for a long-latency operation, for policies
// that look at it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/machine.hpp"
#include "cost/cost.hpp"
#include "counters/counters.hpp"
#include "sm/threads.hpp"

namespace heddle {

/// What some policies want to know of a group that can issue.
struct GroupView {
  LinkedPc pc;
  uint32_t threads = 0;
  uint64_t passed = 0;  // post-dominators, of the thread that has passed the fewest
  uint64_t lanes = 0;   // that it takes, where two packets may share a row
};

struct SchedulerView {
  const GroupSet& candidates;
  const GroupSet& resident;  // groups that exist
  const GroupSet& stalled;
  const IndexedBy<GroupId, uint64_t>& age;     // lower is older
  const IndexedBy<GroupId, WarpId>& warp;      // its hardware warp
  const IndexedBy<GroupId, GroupView>& group;  // kept when the policy looks at it
  /// The warp, or the warps that wait for each other; null: the warp.
  const IndexedBy<GroupId, WarpId>* team = nullptr;
};

class Scheduler {
 public:
  virtual ~Scheduler() = default;
  virtual GroupId choose(const SchedulerView& view) = 0;
  virtual void issued(GroupId group) = 0;
  /// Of a policy that does, `waits` is called when a group becomes a possible candidate, and
  /// whenever its place or its threads change while it is one; `left` when it is one no more.
  virtual bool looks_at_groups() const { return false; }
  virtual void waits(GroupId /*group*/, const GroupView& /*view*/) {}
  virtual void left(GroupId /*group*/) {}
  /// Then `choose` is called also when there are no candidates.
  virtual bool looks_at_stalls() const { return false; }
  /// Then `age` is that of a group's next instruction: when it was fetched or, without buffers,
  /// when the group came to it.
  virtual bool ranks_instructions() const { return false; }
  /// Where it counts from now on.
  virtual void count_in(ScheduleCounters& counters) { counts_ = &counters; }

 protected:
  ScheduleCounters& counts() { return *counts_; }

 private:
  ScheduleCounters own_;
  ScheduleCounters* counts_ = &own_;
};

struct SchedulerInfo {
  const char* name;
  const char* sentence;
  std::unique_ptr<Scheduler> (*make)(const MachineConfig& config);
  CostAdder* cost = nullptr;  // null: it stores nothing
};

/// All built-in policies, one line each. Those of extensions come with the machine.
std::span<const SchedulerInfo> schedulers();
/// The machine's policy, for one issue slot. Throws UsageError for an unknown name, PluginError if
/// an extension makes none.
std::unique_ptr<Scheduler> make_scheduler(const MachineConfig& config);
/// Adds what the machine's policy stores.
void add_scheduler_cost(const MachineConfig& config, HardwareCost& cost);

}  // namespace heddle
