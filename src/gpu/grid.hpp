// A launch on its way through the machine.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/machine.hpp"
#include "gpu/spin_watch.hpp"

namespace heddle {

struct Machine::Grid {
  const Executable& kernel;
  const Launch& launch;
  Environment& environment;
  std::vector<std::byte> constants;
  Cycle begin;
  uint64_t dispatched = 0, total = 0, done = 0;
  std::vector<std::unique_ptr<ResidentBlock>> spare = {};  // blocks that ended, to be used again
  uint32_t next_sm = 0;
  std::vector<uint64_t> next_on = {};  // each SM's next block, where blocks do not go to any SM
  std::vector<uint64_t> last_on = {};  // the last blocks under way on each SM, where SMs share them
  uint64_t last = total;               // the first of the last blocks
  bool in_turn = false;                // core after core, cycle by cycle
  uint64_t result_latency = 0;  // cycles from an access of device memory to its result, at least
  Cycle sample_at = kNeverCycle;
  Cycle checked = begin;  // when limits were checked last
  Cycle counted = begin;  // when counters are added up next
  uint64_t rounds = 0;
  SpinWatch watch{begin};

  bool has_more() const { return dispatched < total; }
  bool has_more_for(uint32_t sm) const {
    return next_on.empty() ? has_more() : next_on[sm] < total;
  }
  /// Only last blocks are left, and the SM is running its share of them.
  bool has_share(uint32_t sm) const {
    return !last_on.empty() && dispatched >= last && last_on[sm] >= share();
  }
  uint64_t take_for(uint32_t sm) {
    uint64_t block = dispatched++;
    if (!next_on.empty()) block = std::exchange(next_on[sm], next_on[sm] + next_on.size());
    if (!last_on.empty() && block >= last) last_on[sm]++;
    return block;
  }
  void has_ended(uint64_t block, uint32_t sm) {
    done++;
    if (!last_on.empty() && block >= last) last_on[sm]--;
  }
  /// All SMs are full. The last blocks are those that will not fill all of them once more.
  void share_last(size_t sms) {
    last_on.assign(sms, 0);
    last = total - (total - dispatched) % dispatched;
  }
  /// Of the last blocks, an SM's.
  uint64_t share() const { return (total - last + last_on.size() - 1) / last_on.size(); }
  bool ended() const { return done == total; }
};

}  // namespace heddle
