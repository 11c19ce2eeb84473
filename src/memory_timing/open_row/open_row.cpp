// Replies to row hits may overtake those to conflicts in other banks.
#include "memory_timing/open_row/open_row.hpp"

#include <algorithm>
#include <bit>

#include "memory_timing/bandwidth.hpp"
#include "memory_timing/cores.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {
namespace {

constexpr uint64_t kNoRow = ~uint64_t{0};

class OpenRowMemory final : public SharedMemory {
 public:
  explicit OpenRowMemory(const MachineConfig& config)
      : row_hit_(std::max(config.memory.row_hit, 1u)),
        row_conflict_(std::max(config.memory.row_conflict, 1u)),
        hit_latency_(config.memory.l1.bytes == 0 ? ~0u : config.memory.l1.hit_latency),
        row_(config.memory.row),
        bank_(config.memory.banks),
        banks_(config.memory.banks),
        path_(config.memory.bytes_per_cycle),
        cores_(config, told_) {}

  MemoryPort& port(uint32_t sm) override { return cores_[sm]; }
  uint32_t ports() const override { return cores_.count(); }
  /// Packets start in the cycle in which they are sent.
  Cycle reach(Cycle ports) const override { return ports; }
  void advance(Cycle end) override {
    told_.clear();
    for (Cycle now; (now = next_shared()) < end; reached_ = now + 1) {
      cores_.take_in_order(now, [&](const NetworkPacket& packet) { enqueue(packet); });
      while (start_oldest(now)) {
      }
    }
    reached_ = std::max(reached_, end);
    cores_.know_until(reached_ + 1);  // what departs in a cycle is missing in the next one
  }
  Cycle horizon(Cycle quiet) const override {
    return std::max(quiet, reached_) + std::min(row_hit_, row_conflict_);
  }
  Cycle next_shared() const override {
    Cycle next = cores_.first_sent();
    if (waiting_ != 0) next = std::min(next, std::max(startable(), reached_));
    return next;
  }
  uint32_t least_latency() const override {
    return 1 + std::min({hit_latency_, row_hit_, row_conflict_});
  }
  bool idle() const override { return waiting_ == 0 && cores_.idle(); }
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
    Cycle ready;  // when its row is open
    Ring<Waiting> queue;
  };

  void enqueue(const NetworkPacket& packet) {
    uint64_t bank = bank_.remainder(row_.quotient(packet.address));
    banks_[bank].queue.push({order_++, packet});
    waiting_ |= uint64_t{1} << bank;
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
    CoreSide& core = cores_[packet.sm];
    if (packet.kind == PacketKind::Write) {
      ++memory_.dram_writes;
    } else {
      ++memory_.dram_reads;
      core.reply({now + (hit ? row_hit_ : row_conflict_), reply_order_++, packet});
    }
    core.departed(now + 1);
  }

  uint32_t row_hit_, row_conflict_, hit_latency_;
  Divisor row_, bank_;
  std::vector<Bank> banks_;
  uint64_t waiting_ = 0;  // banks with packets
  Bandwidth path_;
  Cores cores_;
  Cycle reached_;  // the next cycle to run
  uint64_t order_ = 0, reply_order_ = 0;
  MemoryCounters memory_;
};

}  // namespace

std::unique_ptr<SharedMemory> make_open_row_memory(const MachineConfig& config) {
  return std::make_unique<OpenRowMemory>(config);
}

}  // namespace heddle
