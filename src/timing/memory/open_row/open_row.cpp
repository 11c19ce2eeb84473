// Hits overtake conflicts of other banks on the way back, so answers wait in a heap, ordered by
// cycle and then by start.
#include "timing/memory/open_row/open_row.hpp"

#include <algorithm>
#include <functional>

#include "timing/memory/arrival_queue.hpp"
#include "timing/memory/bandwidth.hpp"
#include "timing/memory/cores.hpp"

namespace heddle {
namespace {

constexpr uint64_t kNoRow = ~uint64_t{0};

class OpenRowMemory final : public MemorySystem {
 public:
  explicit OpenRowMemory(const MachineConfig& config)
      : row_hit_(std::max(config.memory.row_hit, 1u)),
        row_conflict_(std::max(config.memory.row_conflict, 1u)),
        row_(config.memory.row),
        bank_(config.memory.banks),
        banks_(config.memory.banks),
        queue_(config.sms, config.memory.queue),
        path_(config.memory.bytes_per_cycle),
        cores_(config, queue_) {}

  bool accept(uint32_t sm, const MemoryRequest& request, Cycle now) override {
    if (!cores_.accept(sm, request, now)) return false;
    next_ = std::min(next_, now);
    return true;
  }

  void tick(Cycle now) override {
    while (!answers_.empty() && answers_.front().due <= now) {
      std::pop_heap(answers_.begin(), answers_.end(), std::greater<>());
      cores_.reply(answers_.back().packet, now);
      answers_.pop_back();
    }
    cores_.tick(now);
    while (!queue_.empty() && startable() <= now) start(queue_.pop(), now);
    next_ = cores_.next();
    if (!answers_.empty()) next_ = std::min(next_, answers_.front().due);
    if (!queue_.empty()) next_ = std::min(next_, startable());
  }

  Cycle next_event() const override { return next_; }
  std::vector<MemoryEvent>& events(uint32_t sm) override { return cores_[sm].events(); }
  bool idle() const override { return answers_.empty() && queue_.empty() && cores_.idle(); }
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
  struct Bank {
    uint64_t row = kNoRow;
    Cycle ready = 0;  // its row is open
  };
  struct Answer {
    Cycle due = 0;
    uint64_t order = 0;
    Packet packet;
    bool operator>(const Answer& other) const {
      return due != other.due ? due > other.due : order > other.order;
    }
  };

  Bank& bank_of(const Packet& packet) {
    return banks_[bank_.remainder(row_.quotient(packet.address))];
  }
  Cycle startable() { return std::max(path_.free_at(), bank_of(queue_.front()).ready); }

  void start(const Packet& packet, Cycle now) {
    Bank& bank = bank_of(packet);
    uint64_t row = bank_.quotient(row_.quotient(packet.address));
    bool hit = bank.row == row;
    ++(hit ? memory_.row_hits : bank.row == kNoRow ? memory_.row_misses : memory_.row_conflicts);
    if (!hit) bank = {row, now + row_conflict_ - row_hit_};
    path_.start(now, packet.bytes());
    memory_.dram_bytes += packet.bytes();
    if (packet.kind == PacketKind::Write) {
      ++memory_.dram_writes;
    } else {
      ++memory_.dram_reads;
      answers_.push_back({now + (hit ? row_hit_ : row_conflict_), order_++, packet});
      std::push_heap(answers_.begin(), answers_.end(), std::greater<>());
    }
    cores_.wake(packet.sm, now + 1);  // its queue has room again
  }

  Cycle row_hit_, row_conflict_;
  Divisor row_, bank_;
  std::vector<Bank> banks_;
  ArrivalQueue queue_;
  Bandwidth path_;
  Cores cores_;
  std::vector<Answer> answers_;
  uint64_t order_ = 0;
  Cycle next_ = kNeverCycle;
  MemoryCounters memory_;
};

}  // namespace

std::unique_ptr<MemorySystem> make_open_row_memory(const MachineConfig& config) {
  return std::make_unique<OpenRowMemory>(config);
}

}  // namespace heddle
