// What the machine knows of its SMs between their rounds.
//
// An SM's state lies in the caches of the host core that ran it last. The machine looks at all SMs
// in every round, so what it looks at lies together here: by SM, one list per property. Whoever has
// run an SM notes its state. SMs that have nothing to do only move on here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gpu/sm.hpp"

namespace heddle {

class SmBoard {
 public:
  void resize(size_t sms) {
    for (auto* list : {&time_, &counts_, &wake_, &due_, &room_, &effect_})
      list->assign(sms, kNeverCycle);
    stopped_.assign(sms, false);
    waits_.assign(sms, false);
  }
  /// After the SM has run, or has been given a block.
  void look_at(uint32_t n, const Sm& sm) {
    time_[n] = sm.time();
    counts_[n] = sm.empty() ? kNeverCycle : sm.time();
    wake_[n] = sm.wake();
    room_[n] = sm.room_at();
    effect_[n] = sm.oldest_effect();
    const bool stopped = sm.room_at() != kNeverCycle || sm.failure();
    if (stopped_[n] != stopped) stopped_[n] = stopped;
    look_at_port(n, sm);
  }
  /// After the shared memory has told its port something.
  void look_at_port(uint32_t n, const Sm& sm) {
    due_[n] = sm.port().next_event();
    const bool waits = sm.port().known_until() != kNeverCycle;
    if (waits_[n] != waits) waits_[n] = waits;
  }
  void look_at_effects(uint32_t n, const Sm& sm) { effect_[n] = sm.oldest_effect(); }
  /// An SM without threads holds others up, or does not.
  void count_in(uint32_t n, bool on) { counts_[n] = on ? time_[n] : kNeverCycle; }

  Cycle time(uint32_t n) const { return time_[n]; }
  Cycle next(uint32_t n) const {
    return stopped_[n] ? time_[n] : std::max(time_[n], std::min(wake_[n], due_[n]));
  }
  /// The cycle of the oldest access that has not taken effect.
  Cycle effect(uint32_t n) const { return effect_[n]; }
  bool sleeps(uint32_t n) const {
    return !stopped_[n] && wake_[n] == kNeverCycle && due_[n] == kNeverCycle &&
           effect_[n] == kNeverCycle;
  }
  /// Whether the SM has something to do before `limit`; if not, it moves on.
  bool has_work(uint32_t n, Cycle limit, const Sm& sm) {
    if (stopped_[n]) return false;
    const Cycle bound = waits_[n] ? std::min(limit, sm.port().known_until()) : limit;
    if (next(n) < bound) return true;
    time_[n] = counts_[n] = std::max(time_[n], bound);
    return false;
  }

  /// Of the slowest SM that counts.
  Cycle slowest() const { return least(counts_); }
  /// The first cycle in which an SM has stopped for a block.
  Cycle room() const { return least(room_); }
  Cycle oldest_effect() const { return least(effect_); }
  /// Nothing happens in an SM before, unless the shared memory causes it.
  Cycle next_of_all() const {
    Cycle result = kNeverCycle;
    for (uint32_t n = 0; n < time_.size(); n++) result = std::min(result, next(n));
    return result;
  }

 private:
  using List = std::vector<Cycle>;
  static Cycle least(const List& list) {
    Cycle result = kNeverCycle;
    for (Cycle cycle : list) result = std::min(result, cycle);
    return result;
  }

  List time_;                     // all cycles before have been run
  List counts_;                   // the same, or never: the SM does not hold others up
  List wake_;                     // of the core
  List due_;                      // of the port
  List room_;                     // the cycle in which it stopped for a block; never: it did not
  List effect_;                   // of the oldest access that has not taken effect
  std::vector<uint8_t> stopped_;  // for a block, or because an instruction has failed
  std::vector<uint8_t> waits_;    // the port has to know what the shared memory does
};

}  // namespace heddle
