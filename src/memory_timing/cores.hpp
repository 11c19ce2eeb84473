// The CoreSides of all cores. Each sleeps until its next cycle with work.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "memory_timing/core_side.hpp"

namespace heddle {

class Cores {
 public:
  Cores(const MachineConfig& config, Outlet& outlet) : due_(config.sms, kNeverCycle) {
    cores_.reserve(config.sms);
    for (uint32_t sm = 0; sm < config.sms; ++sm) cores_.emplace_back(config, sm, outlet);
  }

  uint32_t count() const { return static_cast<uint32_t>(cores_.size()); }
  bool accept(uint32_t sm, const MemoryRequest& request, Cycle now) {
    if (!cores_[sm].accept(request)) return false;
    wake(sm, now);
    return true;
  }
  void reply(const NetworkPacket& packet, Cycle now) {
    cores_[packet.sm].reply(packet, now);
    wake(packet.sm, now);
  }
  /// Ticks the core again in cycle `when`, because something it may wait for has happened.
  void wake(uint32_t sm, Cycle when) { due_[sm] = std::min(due_[sm], when); }
  /// Returns the new next().
  Cycle tick(Cycle now) {
    Cycle next = kNeverCycle;
    for (uint32_t sm = 0; sm < due_.size(); ++sm) {
      if (due_[sm] <= now) due_[sm] = cores_[sm].tick(now);
      next = std::min(next, due_[sm]);
    }
    return next;
  }
  Cycle next() const {
    Cycle next = kNeverCycle;
    for (Cycle due : due_) next = std::min(next, due);
    return next;
  }
  bool idle() const {
    return std::all_of(cores_.begin(), cores_.end(), [](const CoreSide& c) { return c.idle(); });
  }
  void report_only_ends() {
    for (CoreSide& core : cores_) core.report_only_ends();
  }
  CoreSide& operator[](uint32_t sm) { return cores_[sm]; }
  const CoreSide& operator[](uint32_t sm) const { return cores_[sm]; }
  void reset_counters() {
    for (CoreSide& core : cores_) core.reset_counters();
  }
  void flush() {
    for (CoreSide& core : cores_) core.flush();
  }

 private:
  std::vector<CoreSide> cores_;
  std::vector<Cycle> due_;
};

}  // namespace heddle
