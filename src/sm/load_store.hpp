// The load-store unit: takes memory packets in order of issue, spends the conflicts of those that
// go to the banks of shared or private memory, and hands the others to the memory hierarchy.
//
// Private memory (narasiman2011, Table 1) is on the chip and holds the first `private_bytes` /
// `max_threads` bytes of each thread's .local; a packet that reaches behind them goes to the
// hierarchy.
//
// Single threads (mimd, the upper bound) each have a way of their own: what they send in a cycle is
// taken in that cycle, without conflicts of banks, and no other packet waits for it. The lanes of
// the unit and the memory hierarchy are the limit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "config/machine.hpp"
#include "counters/counters.hpp"
#include "exec/op.hpp"
#include "memory_timing/divisor.hpp"
#include "memory_timing/memory_system.hpp"
#include "memory_timing/ring.hpp"
#include "sm/core_port.hpp"
#include "sm/resources.hpp"
#include "sm/units/lane_banks.hpp"

namespace heddle {

class LoadStoreUnit {
 public:
  LoadStoreUnit(const MachineConfig& config, CorePort& port)
      : config_(config),
        port_(port),
        in_order_(!config.arch.temporal()),
        threads_(Warps::tile_limit(config.core) * 32),
        private_bytes_(config.core.private_bytes / config.core.max_threads),
        last_word_(std::max(config.core.shared_banks, config.core.private_banks)),
        words_(last_word_.size()) {}

  /// Memory packets that wait for their first access. Those still on their way to it, in the stages
  /// of the pipeline, take no room.
  static constexpr uint32_t kQueue = 4;
  bool has_room(Cycle now) const {
    return queue_.size() < kQueue || entries_[queue_[kQueue - 1]]->ready > now;
  }

  /// A packet's accesses. Its addresses are there `delay` cycles from now. `is_single`: those of
  /// one cycle and kind travel as one.
  void add(PacketId packet, AccessType type, bool shared, Cycle now, uint32_t delay,
           bool is_single = false);
  /// The packet added last waits for its turn: behind those before it, or where several lanes send
  /// addresses, behind those whose addresses are there before its own.
  void enqueue();
  /// Whether it goes to the banks of shared memory.
  bool added_to_banks() const { return added_->shared; }
  struct BankAccess {
    LaneBanks::Accesses addresses;
    uint32_t latency;
  };
  /// Takes it, instead: until the next is added, this is what it accesses.
  BankAccess take_banked(CoreCounters& counters);
  /// Adds the addresses of one tile's threads to the packet added last. `alone`: it has no others.
  void add_addresses(const Access& access, Space space, const Resources& resources, TileId tile,
                     uint32_t lane_base, bool alone);

  /// Works for one cycle. Calls banks_done(packet, delay) for packets to banks, whose data arrives
  /// `delay` cycles from now.
  template <class F>
  void tick(Cycle now, CoreCounters& counters, F banks_done);
  /// The packets of a request of the memory system; they are forgotten.
  template <class F>
  void done(uint32_t token, F f) {
    for (PacketId p : entries_[token]->packets) f(p);
    recycle(token);
  }
  /// The packets of a request that is on its way.
  const std::vector<PacketId>& packets(uint32_t token) const { return entries_[token]->packets; }
  /// The memory system, which has refused a packet, has room.
  void memory_has_room() { refused_ = false; }
  /// When the first packet of the queue can be worked on, unless room in the memory system comes
  /// first.
  Cycle next_work() const {
    Cycle next = kNeverCycle;
    if (refused_) return next;
    if (!queue_.empty()) next = std::max(busy_until_, entries_[queue_.front()]->ready);
    if (!singles_.empty()) next = std::min(next, entries_[singles_.front()]->ready);
    return next;
  }

 private:
  struct Entry {
    AccessType type = AccessType::Load;
    bool shared = false;   // in the banks of shared memory
    bool on_chip = false;  // in those of private memory
    bool is_single = false;
    Cycle issued, ready;
    uint32_t bytes = 4;
    uint32_t threads = 0;
    uint32_t bank_cycles = 0;  // of the banks; 0: not known before its turn
    std::vector<PacketId> packets;
    // Of the threads. They keep the size of the widest packet that was here, so that nothing is
    // cleared before it is written.
    std::vector<Address> address_of;
    std::vector<uint8_t> lane_of;

    std::span<const Address> addresses() const { return {address_of.data(), threads}; }
    std::span<const uint8_t> lanes() const { return {lane_of.data(), threads}; }
    /// Makes room for the addresses of `count` more threads; returns the place of the first.
    uint32_t add_threads(uint32_t count) {
      uint32_t first = threads;
      threads += count;
      if (threads > address_of.size()) {
        address_of.resize(threads);
        lane_of.resize(threads);
      }
      return first;
    }
  };

  static constexpr uint32_t kNoEntry = ~0u;

  uint32_t take_entry();
  /// The entry of single threads of this cycle and kind; null when there is none yet.
  Entry* bundle_of(AccessType type, bool shared, Cycle now);
  void recycle(uint32_t e) { free_.push_back(e); }
  uint32_t bank_latency(const Entry& e) const {
    if (e.type == AccessType::Store) return 1;  // nobody waits for a value
    return e.shared ? config_.core.shared_latency : config_.core.private_latency;
  }
  /// An access of banks, apart from its conflicts.
  static void count(const Entry& e, CoreCounters& counters) {
    (e.shared ? counters.shared_accesses : counters.private_accesses)++;
    (e.shared ? counters.shared_words : counters.private_words) +=
        uint64_t{e.threads} * ((e.bytes + 3) / 4);
  }
  /// The first packet of a queue can be worked on.
  bool has_work(const Ring<uint32_t>& queue, Cycle now) const {
    return !queue.empty() && !refused_ && now >= entries_[queue.front()]->ready;
  }
  /// Takes that packet, unless the memory refuses it.
  template <class F>
  void take_first(Ring<uint32_t>& queue, Cycle now, CoreCounters& counters, F banks_done);
  /// Cycles that many banks need for one access of all threads.
  uint32_t bank_cycles(const Entry& e, uint32_t count);
  /// The same where each thread reads or writes one word, and equal words are served together.
  uint32_t cycles_of_words(const Entry& e, Divisor banks);
  /// Adds addresses, reduced to the bits of `keep`.
  static void append(Entry& e, const Access& access, Address keep, uint32_t lane_base);
  Address local(uint32_t thread, Address offset) const;

  const MachineConfig& config_;
  CorePort& port_;
  std::vector<std::unique_ptr<Entry>> entries_;
  std::vector<uint32_t> free_;
  Ring<uint32_t> queue_, singles_;
  Entry* added_ = nullptr;   // of the packet added last; entries stay where they are
  uint32_t new_ = kNoEntry;  // its number, unless it joined another packet's
  Cycle busy_until_;
  bool in_order_;           // of issue
  bool refused_ = false;    // the memory system has not taken the first packet
  uint64_t threads_;        // that local memory has room for
  uint32_t private_bytes_;  // of a thread
  // Of the access that is looked at: by bank, and the words that wait for a bank.
  std::vector<Address> last_word_, left_;
  std::vector<std::vector<Address>> words_;
};

template <class F>
void LoadStoreUnit::tick(Cycle now, CoreCounters& counters, F banks_done) {
  if (now >= busy_until_ && has_work(queue_, now)) take_first(queue_, now, counters, banks_done);
  while (has_work(singles_, now)) take_first(singles_, now, counters, banks_done);
}

template <class F>
void LoadStoreUnit::take_first(Ring<uint32_t>& queue, Cycle now, CoreCounters& counters,
                               F banks_done) {
  uint32_t token = queue.front();
  Entry& e = *entries_[token];
  if (e.shared || e.on_chip) {
    const CoreConfig& core = config_.core;
    uint32_t cycles = e.is_single ? 1 : e.bank_cycles;
    if (cycles == 0) cycles = bank_cycles(e, e.shared ? core.shared_banks : core.private_banks);
    uint32_t latency = bank_latency(e);
    count(e, counters);
    (e.shared ? counters.shared_conflicts : counters.private_conflicts) += cycles - 1;
    if (!e.is_single) busy_until_ = now + cycles;
    for (PacketId p : e.packets) banks_done(p, latency + cycles - 1);
    queue.pop();
    recycle(token);
    return;
  }
  MemoryRequest request{token, e.type, e.bytes, e.addresses(), e.lanes()};
  refused_ = !port_.send(request, now);
  if (!refused_) queue.pop();
}

}  // namespace heddle
