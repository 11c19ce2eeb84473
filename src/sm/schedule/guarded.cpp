#include "sm/schedule/guarded.hpp"

#include <fmt/format.h>

#include "extension/guarded.hpp"

namespace heddle {

namespace {

/// A scheduler may wait for a better choice, but not for ever: nothing else would end the run.
constexpr uint32_t kLongestRefusal = 1 << 20;

class GuardedScheduler final : public Scheduler {
 public:
  GuardedScheduler(const Extended<SchedulerExtension>& scheduler, std::unique_ptr<Scheduler> inner)
      : scheduler_(scheduler), inner_(std::move(inner)) {}

  GroupId choose(const SchedulerView& view) override {
    const GroupId chosen = guarded(scheduler_, [&] { return inner_->choose(view); });
    if (chosen == kNoGroup) {
      if (!view.candidates.empty() && ++refusals_ == kLongestRefusal) refuse_to_wait();
      return chosen;
    }
    if (!view.candidates.has(chosen)) refuse(chosen);
    refusals_ = 0;
    return chosen;
  }
  void issued(GroupId group) override {
    guarded(scheduler_, [&] { inner_->issued(group); });
  }
  bool looks_at_groups() const override { return ask(&Scheduler::looks_at_groups); }
  bool looks_at_stalls() const override { return ask(&Scheduler::looks_at_stalls); }
  bool ranks_instructions() const override { return ask(&Scheduler::ranks_instructions); }
  void waits(GroupId group, const GroupView& view) override {
    guarded(scheduler_, [&] { inner_->waits(group, view); });
  }
  void left(GroupId group) override {
    guarded(scheduler_, [&] { inner_->left(group); });
  }
  void count_in(ScheduleCounters& counters) override {
    guarded(scheduler_, [&] { inner_->count_in(counters); });
  }

 private:
  bool ask(bool (Scheduler::*question)() const) const {
    return guarded(scheduler_, [&] { return (inner_.get()->*question)(); });
  }
  [[noreturn]] void refuse(GroupId chosen) const {
    throw PluginError(fmt::format("{} chose group {}, which is not one of the candidates",
                                  title_of(scheduler_), chosen.value()));
  }
  [[noreturn]] void refuse_to_wait() const {
    throw PluginError(
        fmt::format("{} has chosen nothing in {} decisions in a row, although it had candidates",
                    title_of(scheduler_), kLongestRefusal));
  }

  Extended<SchedulerExtension> scheduler_;
  std::unique_ptr<Scheduler> inner_;
  uint32_t refusals_ = 0;  // in a row
};

}  // namespace

std::unique_ptr<Scheduler> make_guarded_scheduler(const Extended<SchedulerExtension>& scheduler,
                                                  const MachineConfig& config) {
  auto inner = guarded(scheduler, [&] { return scheduler->make(config); });
  if (!inner) throw PluginError(fmt::format("{} made no scheduler", title_of(scheduler)));
  return std::make_unique<GuardedScheduler>(scheduler, std::move(inner));
}

}  // namespace heddle
