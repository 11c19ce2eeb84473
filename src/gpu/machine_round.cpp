// A round of the machine: SMs run by themselves, then follows what involves several of them.
#include <algorithm>
#include <functional>

#include "gpu/grid.hpp"
#include "gpu/machine.hpp"

namespace heddle {

/// Nothing happens anywhere before this cycle.
Cycle Machine::next_of_all() const {
  Cycle quiet = memory_->next_shared();
  for (const Sm& sm : sms_) quiet = std::min(quiet, sm.next());
  return quiet;
}

/// As next_of_all, or the cycle that the slowest SM has reached if an SM has work there.
Cycle Machine::quiet_until() const {
  if (tally_.next <= tally_.time && tally_.time != kNeverCycle) return tally_.time;
  return next_of_all();
}

/// Cores can run independently up to, but not including, the returned cycle.
Cycle Machine::limit_of_round(const Grid& grid, Cycle quiet) {
  if (grid.in_turn) return std::min(quiet + 1, grid.sample_at);
  // Accesses take effect at the end of a round, so no result may be due within the round.
  Cycle oldest = std::min(quiet, oldest_effect_);
  return std::min({memory_->horizon(quiet), oldest + grid.result_latency, grid.sample_at});
}

void Machine::sort_cores() {
  busy_.clear();
  idle_.clear();
  for (uint32_t n = 0; n < sms_.size(); n++) (sms_[n].empty() ? idle_ : busy_).push_back(n);
  sorted_ = true;
}

/// SMs that wait for the shared memory advance a few cycles in every round. The others would soon
/// be held up by these, so on one host thread they wait until they can run longer: changing from
/// one SM to another costs the host more than some cycles of an SM. Several host threads have time
/// for them at once.
void Machine::run_cores(const Grid& grid, Cycle limit) {
  constexpr uint32_t kFew = 4;  // that other host threads cannot run faster
  if (!sorted_) sort_cores();
  Stretch stretch{limit, tally_.time, 0, grid.has_more()};
  if (!grid.in_turn && !threads_ && stretch.slowest < limit)
    stretch.least = (limit - stretch.slowest) * 3 / 4;
  bool many = tally_.active >= kFew ||
              (tally_.ahead != kNeverCycle && tally_.ahead + stretch.least <= limit);
  tally_.clear();
  if (threads_ && !grid.in_turn && many)
    run_on_threads(stretch);
  else
    run_one_by_one(grid, stretch);
  if (tally_.emptied) sort_cores();
  run_idle_cores(grid, limit);
}

inline void Machine::run_core(uint32_t number, const Stretch& stretch, RoundTally& tally) {
  Sm& sm = sms_[number];
  if (sm.time() <= stretch.slowest || sm.time() + stretch.least <= stretch.limit)
    tally.active += sm.run(stretch.limit, stretch.wants_blocks);
  tally.add_busy(number, sm, stretch.limit);
}

void Machine::run_one_by_one(const Grid& grid, const Stretch& stretch) {
  for (uint32_t n : busy_) {
    run_core(n, stretch, tally_);
    if (grid.in_turn && sms_[n].failure()) std::rethrow_exception(sms_[n].failure());
  }
}

void Machine::run_on_threads(const Stretch& stretch) {
  for (RoundTally& tally : tallies_) tally.clear();
  auto run = [&](uint32_t n, uint32_t thread) { run_core(n, stretch, tallies_[thread]); };
  threads_->run(busy_, std::ref(run));  // by reference: a round allocates nothing
  for (const RoundTally& tally : tallies_) tally_.merge(tally);
}

/// A core without threads may still have stores to send. It must not run past the end of the
/// launch, which is no earlier than the furthest cycle that a core with threads has reached.
void Machine::run_idle_cores(const Grid& grid, Cycle limit) {
  Cycle reached = tally_.reached;
  for (uint32_t n : idle_) reached = std::max(reached, sms_[n].last_end());
  for (uint32_t n : idle_) {
    Sm& sm = sms_[n];
    bool asleep = sm.next() == kNeverCycle && sm.oldest_effect() == kNeverCycle;
    if (asleep && !sm.blocks_ended()) continue;
    sm.run(std::min(limit, reached + 1), grid.has_more());
    tally_.add(n, sm);
  }
}

/// The accesses before cycle `end` of the SMs in the tally take effect, by (cycle, SM, issue).
void Machine::finish_effects(Cycle end) {
  written_.clear();
  for (uint32_t n : tally_.effects) sms_[n].effects().add_writes(end.value(), written_);
  if (!written_.empty())
    for (uint32_t n : tally_.effects) sms_[n].effects().repeat_loads(written_);
  effects_.clear();
  for (uint32_t n : tally_.effects)
    if (uint64_t time = sms_[n].effects().next_in_turn(end.value()); time != EffectLog::kNone)
      effects_.emplace_back(time, n);
  std::ranges::make_heap(effects_, std::greater{});
  while (!effects_.empty()) {
    std::ranges::pop_heap(effects_, std::greater{});
    auto& [time, n] = effects_.back();
    EffectLog& log = sms_[n].effects();
    log.finish(time);
    time = log.next_in_turn(end.value());
    if (time != EffectLog::kNone)
      std::ranges::push_heap(effects_, std::greater{});
    else
      effects_.pop_back();
  }
  oldest_effect_ = kNeverCycle;
  for (uint32_t n : tally_.effects)
    oldest_effect_ = std::min(oldest_effect_, sms_[n].look_at_effects());
}

void Machine::finish_all_effects(Cycle end) {
  tally_.effects.clear();
  for (uint32_t n = 0; n < sms_.size(); n++)
    if (sms_[n].oldest_effect() != kNeverCycle) tally_.effects.push_back(n);
  finish_effects(end);
}

/// An instruction has failed: earlier accesses take effect, later ones do not.
void Machine::raise_failure(Cycle time) {
  finish_all_effects(time);
  for (Sm& sm : sms_) {
    sm.effects().finish(time.value());
    if (sm.failure() && sm.time() == time) std::rethrow_exception(sm.failure());
  }
}

/// Does what involves several cores, after a round.
void Machine::settle(Grid& grid) {
  const Cycle time = tally_.time;
  if (tally_.failed < tally_.sound) raise_failure(tally_.failed);
  if (!tally_.ended.empty()) collect(grid);
  finish_effects(time);
  if (!grid.ended()) memory_->advance(std::min(memory_->reach(time), grid.sample_at));
  if (tally_.room < time) dispatch(grid, tally_.room + 1, tally_.room);
}

}  // namespace heddle
