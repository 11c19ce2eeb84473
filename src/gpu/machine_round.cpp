// A round of the machine: SMs run by themselves, then follows what involves several of them.
#include <algorithm>
#include <chrono>
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

/// The same, by what is on the board.
Cycle Machine::quiet_until() const {
  const Cycle next = board_.next_of_all();
  return next <= board_.slowest() ? next : std::min(next, memory_->next_shared());
}

void Machine::look_at_all() {
  for (uint32_t n = 0; n < sms_.size(); n++) board_.look_at(n, sms_[n]);
}

/// From now on, SMs themselves know where they are.
void Machine::leave_board() {
  for (uint32_t n = 0; n < sms_.size(); n++) sms_[n].skip_to(board_.time(n));
}

void Machine::advance_memory(Cycle end) {
  memory_->advance(end);
  for (uint32_t n : memory_->told()) board_.look_at_port(n, sms_[n]);
}

/// Cores can run independently up to, but not including, the returned cycle.
Cycle Machine::limit_of_round(const Grid& grid, Cycle quiet) {
  if (grid.in_turn) return std::min(quiet + 1, grid.sample_at);
  // Accesses take effect at the end of a round, so no result may be due within the round.
  Cycle oldest = std::min(quiet, board_.oldest_effect());
  return std::min({memory_->horizon(quiet), oldest + grid.result_latency, grid.sample_at});
}

void Machine::sort_cores() {
  busy_.clear();
  idle_.clear();
  for (uint32_t n = 0; n < sms_.size(); n++) (sms_[n].empty() ? idle_ : busy_).push_back(n);
  sorted_ = true;
}

/// SMs that wait for the shared memory advance a few cycles in every round. The others would soon
/// be held up by these, so they wait until they can run longer: changing from one SM to another,
/// and from round to round, costs the host more than some cycles of an SM.
void Machine::choose_cores(const Grid& grid, Cycle limit) {
  const Cycle slowest = board_.slowest();
  Cycle from = limit;
  if (!grid.in_turn && slowest < limit) from = std::max(slowest, limit - (limit - slowest) * 3 / 4);
  chosen_.clear();
  for (uint32_t n : busy_)
    if (board_.time(n) <= from && board_.has_work(n, limit, sms_[n])) chosen_.push_back(n);
}

void Machine::run_cores(const Grid& grid, Cycle limit) {
  if (!sorted_) sort_cores();
  choose_cores(grid, limit);
  tally_.clear();
  if (options_.times == nullptr) {
    run_chosen(grid, limit);
  } else {
    const auto begin = std::chrono::steady_clock::now();
    run_chosen(grid, limit);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    options_.times->rounds++;
    options_.times->runs += chosen_.size();
    options_.times->shared_seconds += took.count();
  }
  if (tally_.emptied) sort_cores();
  run_idle_cores(grid, limit);
}

void Machine::run_chosen(const Grid& grid, Cycle limit) {
  const Stretch stretch{limit, grid.has_more()};
  if (threads_ && !grid.in_turn)
    run_on_threads(stretch);
  else
    run_one_by_one(grid, stretch);
}

inline void Machine::run_core(uint32_t number, const Stretch& stretch, RoundTally& tally) {
  Sm& sm = sms_[number];
  sm.skip_to(board_.time(number));
  sm.run(stretch.limit, stretch.wants_blocks);
  board_.look_at(number, sm);
  tally.add(number, sm);
}

void Machine::run_one_by_one(const Grid& grid, const Stretch& stretch) {
  for (uint32_t n : chosen_) {
    run_core(n, stretch, tally_);
    if (grid.in_turn && sms_[n].failure()) std::rethrow_exception(sms_[n].failure());
  }
}

void Machine::run_on_threads(const Stretch& stretch) {
  if (chosen_.empty()) return;
  for (RoundTally& tally : tallies_) tally.clear();
  auto run = [&](uint32_t n, uint32_t thread) { run_core(n, stretch, tallies_[thread]); };
  const auto sms = static_cast<uint32_t>(sms_.size());
  threads_->run(chosen_, sms, std::ref(run));  // by reference: a round allocates nothing
  for (const RoundTally& tally : tallies_) tally_.merge(tally);
}

/// The furthest cycle that a core with threads has reached, or in which one lost them.
Cycle Machine::furthest() const {
  Cycle reached;
  for (uint32_t n : busy_) reached = std::max(reached, board_.time(n));
  for (uint32_t n : idle_) reached = std::max(reached, sms_[n].last_end());
  return reached;
}

/// A core without threads may still have stores to send. It must not run past the end of the
/// launch, which is no earlier than the furthest cycle that a core with threads has reached.
void Machine::run_idle_cores(const Grid& grid, Cycle limit) {
  Cycle reached;
  for (uint32_t n : idle_) {
    const bool asleep = board_.sleeps(n);
    if (!asleep) {
      if (reached == Cycle{0}) reached = furthest();
      sms_[n].skip_to(board_.time(n));
      sms_[n].run(std::min(limit, reached + 1), grid.has_more());
      board_.look_at(n, sms_[n]);
    }
    board_.count_in(n, !asleep);
  }
}

/// The accesses before cycle `end` take effect, by (cycle, SM, issue).
void Machine::finish_effects(Cycle end) {
  constexpr size_t kMany = 8;  // that other host threads run faster
  waiting_.clear();
  for (uint32_t n = 0; n < sms_.size(); n++)
    if (board_.effect(n) != kNeverCycle) waiting_.push_back(n);
  written_.clear();
  for (uint32_t n : waiting_) sms_[n].effects().add_writes(end.value(), written_);
  // Loads that no write concerns are done. Each SM has its own.
  auto finish_loads = [&](uint32_t n, uint32_t) {
    EffectLog& log = sms_[n].effects();
    if (!written_.empty()) log.repeat_loads(written_);
    log.next_in_turn(end.value());
    sms_[n].look_at_effects();
    board_.look_at_effects(n, sms_[n]);
  };
  if (threads_ && waiting_.size() >= kMany) {
    threads_->run(waiting_, static_cast<uint32_t>(sms_.size()), std::ref(finish_loads));
  } else {
    for (uint32_t n : waiting_) finish_loads(n, 0);
  }
  effects_.clear();
  for (uint32_t n : waiting_)
    if (board_.effect(n) < end) effects_.emplace_back(board_.effect(n).value(), n);
  std::ranges::make_heap(effects_, std::greater{});
  while (!effects_.empty()) {
    std::ranges::pop_heap(effects_, std::greater{});
    auto& [time, n] = effects_.back();
    EffectLog& log = sms_[n].effects();
    log.finish(time);
    time = log.next_in_turn(end.value());
    if (time != EffectLog::kNone) {
      std::ranges::push_heap(effects_, std::greater{});
    } else {
      sms_[n].look_at_effects();
      board_.look_at_effects(n, sms_[n]);
      effects_.pop_back();
    }
  }
}

/// If an instruction has failed and no other can fail before it, that is the end.
void Machine::check_failures() {
  Cycle failed = kNeverCycle, sound = kNeverCycle;
  for (uint32_t n = 0; n < sms_.size(); n++) {
    if (sms_[n].empty()) continue;
    Cycle& time = sms_[n].failure() ? failed : sound;
    time = std::min(time, board_.time(n));
  }
  if (failed < sound) raise_failure(failed);
}

/// An instruction has failed: earlier accesses take effect, later ones do not.
void Machine::raise_failure(Cycle time) {
  finish_effects(time);
  for (Sm& sm : sms_) {
    sm.effects().finish(time.value());
    if (sm.failure() && sm.time() == time) std::rethrow_exception(sm.failure());
  }
}

/// Does what involves several cores, after a round.
void Machine::settle(Grid& grid) {
  const Cycle time = board_.slowest(), room = board_.room();
  failed_ |= tally_.failed;
  if (failed_) check_failures();
  if (!tally_.ended.empty()) collect(grid);
  finish_effects(time);
  if (!grid.ended()) advance_memory(std::min(memory_->reach(time), grid.sample_at));
  if (room < time) dispatch(grid, room + 1, room);
}

}  // namespace heddle
