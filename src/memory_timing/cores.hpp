// The ports of all cores, as the models with caches share them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "memory_timing/core_side.hpp"

namespace heddle {

class Cores {
 public:
  explicit Cores(const MachineConfig& config) : first_sent_(config.sms, kNeverCycle) {
    cores_.reserve(config.sms);
    for (uint32_t sm = 0; sm < config.sms; ++sm)
      cores_.emplace_back(config, sm, first_sent_[sm], known_until_);
  }
  Cores(const Cores&) = delete;
  Cores& operator=(const Cores&) = delete;

  uint32_t count() const { return static_cast<uint32_t>(cores_.size()); }
  CoreSide& operator[](uint32_t sm) { return cores_[sm]; }
  const CoreSide& operator[](uint32_t sm) const { return cores_[sm]; }

  /// The cycle of the first packet that the shared part has not taken; kNeverCycle: none.
  Cycle first_sent() const {
    Cycle first = kNeverCycle;
    for (Cycle cycle : first_sent_) first = std::min(first, cycle);
    return first;
  }
  /// Takes the packets that were sent before cycle `end`: calls take(packet, cycle), core by core.
  template <class Take>
  void take_before(Cycle end, Take&& take) {
    for (uint32_t sm = 0; sm < count(); ++sm)
      if (first_sent_[sm] < end)
        cores_[sm].link().take_before(
            end, [&](const Link::Sent& sent) { take(sent.packet, sent.cycle); });
  }
  /// Takes those of one cycle, which is the first with any, in the order in which a memory with one
  /// queue sees them: what replies have caused, by reply, then core by core.
  template <class Take>
  void take_in_order(Cycle cycle, Take&& take) {
    taken_.clear();
    for (uint32_t sm = 0; sm < count(); ++sm)
      if (first_sent_[sm] == cycle)
        cores_[sm].link().take_before(cycle + 1,
                                      [&](const Link::Sent& sent) { taken_.push_back(sent); });
    auto earlier = [](const Link::Sent& a, const Link::Sent& b) { return a.order < b.order; };
    if (!std::ranges::is_sorted(taken_, earlier)) std::ranges::stable_sort(taken_, earlier);
    for (const Link::Sent& sent : taken_) take(sent.packet);
  }
  /// The shared part has decided which packets depart before cycle `end`.
  void know_until(Cycle end) { known_until_ = end; }

  bool idle() const {
    return std::all_of(cores_.begin(), cores_.end(), [](const CoreSide& c) { return c.idle(); });
  }
  void reset_counters() {
    for (CoreSide& core : cores_) core.reset_counters();
  }
  void flush() {
    for (CoreSide& core : cores_) core.flush();
  }

 private:
  std::vector<Cycle> first_sent_;  // by core
  Cycle known_until_;
  std::vector<CoreSide> cores_;
  std::vector<Link::Sent> taken_;
};

}  // namespace heddle
