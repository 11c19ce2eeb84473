// What the machine must know of its SMs after a round.
//
// The host threads that run SMs each keep a tally, and the machine merges them. So it does not look
// at every SM after every round: their state lies in the caches of other host cores.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gpu/sm.hpp"

namespace heddle {

struct alignas(64) RoundTally {
  Cycle time = kNeverCycle;       // of the slowest SM
  Cycle ahead = kNeverCycle;      // of the slowest SM that has reached the limit
  Cycle next = kNeverCycle;       // nothing happens in an SM before, unless a reply causes it
  Cycle failed = kNeverCycle;     // of the slowest in which an instruction has failed
  Cycle sound = kNeverCycle;      // of the slowest of the others
  Cycle room = kNeverCycle;       // the first in which an SM has stopped for a block
  Cycle reached;                  // of the fastest with threads, or the last in which one lost them
  uint32_t active = 0;            // SMs that had anything to do
  bool emptied = false;           // some SM has run out of threads
  std::vector<uint32_t> effects;  // SMs with accesses that have not taken effect
  std::vector<uint32_t> ended;    // SMs with blocks that have ended

  void clear() {
    time = ahead = next = failed = sound = room = kNeverCycle;
    reached = Cycle{0};
    active = 0;
    emptied = false;
    effects.clear();
    ended.clear();
  }
  /// An SM that had threads before the round. One that has none left has not finished the round.
  /// `limit`: of the round.
  void add_busy(uint32_t number, const Sm& sm, Cycle limit) {
    if (sm.empty()) {
      emptied = true;
      reached = std::max(reached, sm.last_end());
    } else {
      reached = std::max(reached, sm.time());
      if (sm.time() >= limit) ahead = std::min(ahead, sm.time());
      add(number, sm);
    }
  }
  void add(uint32_t number, const Sm& sm) {
    time = std::min(time, sm.time());
    next = std::min(next, sm.next());
    Cycle& own = sm.failure() ? failed : sound;
    own = std::min(own, sm.time());
    room = std::min(room, sm.room_at());
    if (sm.oldest_effect() != kNeverCycle) effects.push_back(number);
    if (sm.blocks_ended()) ended.push_back(number);
  }
  void merge(const RoundTally& other) {
    time = std::min(time, other.time);
    ahead = std::min(ahead, other.ahead);
    next = std::min(next, other.next);
    failed = std::min(failed, other.failed);
    sound = std::min(sound, other.sound);
    room = std::min(room, other.room);
    reached = std::max(reached, other.reached);
    active += other.active;
    emptied |= other.emptied;
    effects.insert(effects.end(), other.effects.begin(), other.effects.end());
    ended.insert(ended.end(), other.ended.begin(), other.ended.end());
  }
};

}  // namespace heddle
