// Replies to row hits may overtake those to conflicts in other banks, so replies wait in a heap,
// ordered by cycle and then by start.
#include "memory_timing/open_row/open_row.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "memory_timing/bandwidth.hpp"
#include "memory_timing/cores.hpp"
#include "memory_timing/packet.hpp"

namespace heddle {
namespace {

constexpr uint64_t kNoRow = ~uint64_t{0};

class OpenRowMemory final : public MemorySystem, private Outlet {
 public:
  explicit OpenRowMemory(const MachineConfig& config)
      : row_hit_(std::max(config.memory.row_hit, 1u)),
        row_conflict_(std::max(config.memory.row_conflict, 1u)),
        row_(config.memory.row),
        bank_(config.memory.banks),
        banks_(config.memory.banks),
        capacity_(config.memory.queue),
        held_(config.sms, 0),
        path_(config.memory.bytes_per_cycle),
        cores_(config, *this) {}

  bool accept(uint32_t sm, const MemoryRequest& request, Cycle now) override {
    if (!cores_.accept(sm, request, now)) return false;
    next_ = std::min(next_, now);
    return true;
  }

  void report_only_ends() override { cores_.report_only_ends(); }
  void tick(Cycle now) override {
    while (!replies_.empty() && replies_.front().due <= now) {
      std::pop_heap(replies_.begin(), replies_.end(), std::greater<>());
      cores_.reply(replies_.back().packet, now);
      replies_.pop_back();
    }
    cores_.tick(now);
    while (start_oldest(now)) {
    }
    next_ = cores_.next();
    if (!replies_.empty()) next_ = std::min(next_, replies_.front().due);
    if (waiting_ != 0) next_ = std::min(next_, startable());
  }

  Cycle next_event() const override { return next_; }
  std::vector<MemoryEvent>& events(uint32_t sm) override { return cores_[sm].events(); }
  bool idle() const override { return replies_.empty() && waiting_ == 0 && cores_.idle(); }
  MemoryCounters counters(uint32_t sm) const override {
    MemoryCounters result = cores_[sm].counters();
    result.dram_reads = memory_.dram_reads;
    result.dram_writes = memory_.dram_writes;
    result.dram_bytes = memory_.dram_bytes;
    result.row_hits = memory_.row_hits;
    result.row_misses = memory_.row_misses;
    result.row_conflicts = memory_.row_conflicts;
    return result;
  }
  void reset_counters() override {
    cores_.reset_counters();
    memory_ = {};
  }
  void flush() override {
    cores_.flush();
    for (Bank& bank : banks_) bank.row = kNoRow;
  }

 private:
  struct Waiting {
    uint64_t order = 0;
    NetworkPacket packet;
  };
  struct Bank {
    uint64_t row = kNoRow;
    Cycle ready = 0;  // when its row is open
    Ring<Waiting> queue;
  };
  struct Reply {
    Cycle due = 0;
    uint64_t order = 0;
    NetworkPacket packet;
    bool operator>(const Reply& other) const {
      return due != other.due ? due > other.due : order > other.order;
    }
  };

  bool room(uint32_t sm) const override { return held_[sm] < capacity_; }
  void send(const NetworkPacket& packet) override {
    uint64_t bank = bank_.remainder(row_.quotient(packet.address));
    banks_[bank].queue.push({order_++, packet});
    waiting_ |= uint64_t{1} << bank;
    ++held_[packet.sm];
  }

  /// The first cycle in which some packet can start.
  Cycle startable() const {
    Cycle ready = kNeverCycle;
    for (uint64_t b = waiting_; b != 0; b &= b - 1)
      ready = std::min(ready, banks_[static_cast<size_t>(std::countr_zero(b))].ready);
    return std::max(ready, path_.free_at());
  }

  bool start_oldest(Cycle now) {
    if (path_.free_at() > now) return false;
    Bank* oldest = nullptr;
    for (uint64_t b = waiting_; b != 0; b &= b - 1) {
      Bank& bank = banks_[static_cast<size_t>(std::countr_zero(b))];
      if (bank.ready > now) continue;
      if (oldest == nullptr || bank.queue.front().order < oldest->queue.front().order)
        oldest = &bank;
    }
    if (oldest == nullptr) return false;
    NetworkPacket packet = oldest->queue.front().packet;
    oldest->queue.pop();
    if (oldest->queue.empty()) waiting_ &= ~(uint64_t{1} << (oldest - banks_.data()));
    start(packet, *oldest, now);
    return true;
  }

  void start(const NetworkPacket& packet, Bank& bank, Cycle now) {
    uint64_t row = bank_.quotient(row_.quotient(packet.address));
    bool hit = bank.row == row;
    ++(hit ? memory_.row_hits : bank.row == kNoRow ? memory_.row_misses : memory_.row_conflicts);
    if (!hit) {
      bank.row = row;
      bank.ready = now + row_conflict_ - row_hit_;
    }
    path_.start(now, packet.bytes());
    memory_.dram_bytes += packet.bytes();
    if (packet.kind == PacketKind::Write) {
      ++memory_.dram_writes;
    } else {
      ++memory_.dram_reads;
      replies_.push_back({now + (hit ? row_hit_ : row_conflict_), reply_order_++, packet});
      std::push_heap(replies_.begin(), replies_.end(), std::greater<>());
    }
    --held_[packet.sm];
    cores_.wake(packet.sm, now + 1);  // its queue has room again
  }

  Cycle row_hit_, row_conflict_;
  Divisor row_, bank_;
  std::vector<Bank> banks_;
  uint64_t waiting_ = 0;  // banks with packets
  uint32_t capacity_;
  std::vector<uint32_t> held_;  // by core: its waiting packets
  Bandwidth path_;
  Cores cores_;
  std::vector<Reply> replies_;
  uint64_t order_ = 0, reply_order_ = 0;
  Cycle next_ = kNeverCycle;
  MemoryCounters memory_;
};

}  // namespace

std::unique_ptr<MemorySystem> make_open_row_memory(const MachineConfig& config) {
  return std::make_unique<OpenRowMemory>(config);
}

}  // namespace heddle
