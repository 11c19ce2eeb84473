// The ports of all cores, as the models with caches share them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "memory_timing/core_side.hpp"

namespace heddle {

class Cores {
 public:
  /// `told`: where cores are noted that hear from the shared part.
  Cores(const MachineConfig& config, std::vector<uint32_t>& told)
      : first_sent_(config.sms, kNeverCycle) {
    cores_.reserve(config.sms);
    for (uint32_t sm = 0; sm < config.sms; ++sm)
      cores_.emplace_back(config, sm, first_sent_[sm], known_until_, told);
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
  /// Notes which cores have packets that were sent before cycle `end`. Until all of these are
  /// taken, no port may run.
  void gather(Cycle end) {
    gathered_.clear();
    for (uint32_t sm = 0; sm < count(); ++sm)
      if (first_sent_[sm] < end) gathered_.push_back(sm);
  }
  /// The cycle of the first packet of the gathered cores; kNeverCycle: none.
  Cycle first_gathered() const {
    Cycle first = kNeverCycle;
    for (uint32_t sm : gathered_) first = std::min(first, first_sent_[sm]);
    return first;
  }
  /// Takes the packets of gathered cores that were sent before cycle `end`: calls
  /// take(packet, cycle), those of a core in order.
  template <class Take>
  void take_gathered(Cycle end, Take&& take) {
    for (size_t n = 0; n < gathered_.size();) {
      uint32_t sm = gathered_[n];
      if (first_sent_[sm] < end)
        cores_[sm].link().take_before(
            end, [&](const Link::Sent& sent) { take(sent.packet, sent.cycle); });
      if (first_sent_[sm] != kNeverCycle) {
        ++n;
      } else {
        gathered_[n] = gathered_.back();
        gathered_.pop_back();
      }
    }
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
  std::vector<uint32_t> gathered_;
};

}  // namespace heddle
