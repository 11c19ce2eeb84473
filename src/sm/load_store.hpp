// The load-store unit: takes memory packets in order of issue, spends their shared-memory
// conflicts, and hands the others to the memory hierarchy.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "config/machine.hpp"
#include "exec/op.hpp"
#include "stats/counters.hpp"
#include "timing/memory_system.hpp"

namespace heddle {

class LoadStoreUnit {
 public:
  LoadStoreUnit(const MachineConfig& config, uint32_t sm, MemorySystem& memory)
      : config_(config), sm_(sm), memory_(memory), bank_(config.core.shared_banks) {}

  static constexpr uint32_t kQueue = 4;  // memory packets between issue and the first access
  bool has_room() const { return queue_.size() < kQueue; }
  bool busy() const { return !queue_.empty(); }

  /// A packet's accesses. With `bundle`, packets of one cycle and kind travel as one.
  /// Its addresses are there `delay` cycles from now.
  void add(uint32_t packet, AccessType type, bool shared, Cycle now, uint32_t delay, bool bundle);
  /// Adds the addresses of one tile's threads to the packet added last.
  void add_addresses(const Access& access, Space space, uint32_t tile, uint32_t lane_base);

  /// Works for one cycle. Calls shared_done(packet, delay) for shared-memory packets whose data
  /// arrives `delay` cycles from now.
  template <class F>
  void tick(Cycle now, CoreCounters& counters, F shared_done);
  /// The packets of a request of the memory system; they are forgotten.
  template <class F>
  void done(uint32_t token, F f) {
    Entry& e = entries_[token];
    for (uint32_t p : e.packets) f(p);
    recycle(token);
  }
  /// When the first packet of the queue can be worked on.
  Cycle next_work() const {
    return queue_.empty() ? kNeverCycle : std::max(busy_until_, entries_[queue_.front()].ready);
  }

 private:
  struct Entry {
    AccessType type = AccessType::Load;
    bool shared = false;
    Cycle issued = 0, ready = 0;
    uint32_t bytes = 4;
    std::vector<uint32_t> packets;
    std::vector<Address> addresses;
    std::vector<uint8_t> lanes;
  };

  uint32_t take_entry();
  void recycle(uint32_t e) { free_.push_back(e); }
  /// Cycles the banks need for one access of all threads.
  uint32_t shared_cycles(const Entry& e);
  Address physical(Space space, uint32_t tile, uint32_t lane, Address address) const;

  const MachineConfig& config_;
  uint32_t sm_;
  MemorySystem& memory_;
  std::deque<Entry> entries_;
  std::vector<uint32_t> free_;
  std::deque<uint32_t> queue_;
  Cycle busy_until_ = 0;
  struct BankUse {
    std::vector<Address> words;
  };
  std::vector<BankUse> bank_;
};

template <class F>
void LoadStoreUnit::tick(Cycle now, CoreCounters& counters, F shared_done) {
  if (queue_.empty() || now < busy_until_) return;
  uint32_t token = queue_.front();
  Entry& e = entries_[token];
  if (now < e.ready) return;
  if (e.shared) {
    uint32_t cycles = shared_cycles(e);
    counters.shared_accesses++;
    counters.shared_conflicts += cycles - 1;
    busy_until_ = now + cycles;
    for (uint32_t p : e.packets) shared_done(p, config_.core.shared_latency + cycles - 1);
    queue_.pop_front();
    recycle(token);
    return;
  }
  MemoryRequest request{token, e.type, e.bytes, e.addresses, e.lanes};
  if (memory_.accept(sm_, request, now)) queue_.pop_front();
}

}  // namespace heddle
