// One core with its port of the memory hierarchy, which keeps its own time.
//
// An SM runs up to a limit and skips cycles without work. It stops earlier if it has room for a
// block, has no threads left, depends on a part of the shared memory that has not been simulated
// yet, or an instruction failed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include "memory_timing/memory_system.hpp"
#include "sm/core.hpp"

namespace heddle {

class alignas(64) Sm {  // host threads that run neighbours do not share cache lines
 public:
  Sm(std::unique_ptr<Core> core, MemoryPort& port)
      : core_(std::move(core)), port_(port), effects_(core_->effects()) {}

  Core& core() { return *core_; }
  const Core& core() const { return *core_; }

  const MemoryPort& port() const { return port_; }

  /// All cycles before this one have been run.
  Cycle time() const { return time_; }
  /// There is nothing to do before this cycle.
  void skip_to(Cycle time) { time_ = std::max(time_, time); }
  /// The core does nothing before, unless its port has events.
  Cycle wake() const { return wake_; }
  /// Starts again at this cycle, with everything that was under way.
  void start(Cycle now) {
    time_ = now;
    room_at_ = kNeverCycle;
    wake_ = core_->next_wake();
  }
  /// The first cycle, not before `time`, in which something may happen here by itself.
  Cycle next() const {
    if (room_at_ != kNeverCycle || failure_) return time_;
    return std::max(time_, std::min(wake_, port_.next_event()));
  }
  bool empty() const { return empty_; }
  /// The core has been given a block.
  void admitted() {
    wake_ = core_->next_wake();
    empty_ = false;
  }
  /// Its accesses of device memory that have not taken effect in the order of all cores.
  EffectLog& effects() { return effects_; }
  /// The cycle of the oldest of them; kNeverCycle: none. Known after a run, and after
  /// `look_at_effects`.
  Cycle oldest_effect() const { return oldest_effect_; }
  Cycle look_at_effects() {
    oldest_effect_ = effects_.empty() ? kNeverCycle : Cycle(effects_.oldest());
    return oldest_effect_;
  }
  /// Runs the cycles before `limit`. Stops behind the cycle in which there is room for a block, if
  /// `wants_blocks`, and behind the one in which the core has run out of threads. False: there was
  /// nothing to do in these cycles.
  bool run(Cycle limit, bool wants_blocks);

  /// The cycle in which it stopped for a block; kNeverCycle: it did not.
  Cycle room_at() const { return room_at_; }
  void go_on() { room_at_ = kNeverCycle; }
  /// What an instruction in cycle `time` has thrown.
  const std::exception_ptr& failure() const { return failure_; }
  /// The last cycle in which a block ended.
  Cycle last_end() const { return last_end_; }
  /// Blocks have ended since they were last taken from the core.
  bool blocks_ended() const { return blocks_ended_; }
  std::vector<std::unique_ptr<ResidentBlock>>& take_ended() {
    blocks_ended_ = false;
    return core_->ended();
  }
  /// Counts the changes of memory that its threads have made.
  uint64_t& changes() { return changes_; }

 private:
  void run_cycle(Cycle now, bool wants_blocks);

  std::unique_ptr<Core> core_;
  MemoryPort& port_;
  EffectLog& effects_;
  Cycle time_;
  Cycle room_at_ = kNeverCycle;
  Cycle last_end_;
  Cycle wake_;  // of the core
  Cycle oldest_effect_ = kNeverCycle;
  bool empty_ = true, blocks_ended_ = false;
  std::exception_ptr failure_;
  uint64_t changes_ = 0;
};

inline bool Sm::run(Cycle limit, bool wants_blocks) {
  bool had_threads = !empty_, ran = false;
  while (room_at_ == kNeverCycle && !failure_) {
    if (had_threads && empty_) break;
    Cycle now = next(), bound = std::min(limit, port_.known_until());
    if (now >= bound) {
      time_ = std::max(time_, bound);
      break;
    }
    ran = true;
    try {
      run_cycle(now, wants_blocks);
    } catch (...) {
      time_ = now;
      failure_ = std::current_exception();
    }
  }
  look_at_effects();
  return ran;
}

inline void Sm::run_cycle(Cycle now, bool wants_blocks) {
  if (port_.next_event() <= now) port_.tick(now);
  bool room = false;
  if (wake_ <= now || !port_.events().empty()) {
    room = core_->tick(now);
    wake_ = core_->next_wake();
  }
  time_ = now + 1;
  if (!room) return;
  blocks_ended_ = true;
  empty_ = core_->empty();
  last_end_ = now;
  if (wants_blocks && core_->has_room()) room_at_ = now;
}

}  // namespace heddle
