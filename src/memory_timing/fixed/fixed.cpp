// Packets wait for the data path in one queue, in the order in which they were sent.
#include "memory_timing/fixed/fixed.hpp"

#include <algorithm>

#include "memory_timing/bandwidth.hpp"
#include "memory_timing/cores.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {
namespace {

class FixedMemory final : public SharedMemory {
 public:
  explicit FixedMemory(const MachineConfig& config)
      : latency_(std::max(config.memory.latency, 1u)),
        hit_latency_(config.memory.l1.bytes == 0 ? latency_ : config.memory.l1.hit_latency),
        path_(config.memory.bytes_per_cycle),
        cores_(config, told_) {}

  MemoryPort& port(uint32_t sm) override { return cores_[sm]; }
  uint32_t ports() const override { return cores_.count(); }
  /// Packets start in the cycle in which they are sent.
  Cycle reach(Cycle ports) const override { return ports; }
  void advance(Cycle end) override {
    told_.clear();
    for (Cycle now; (now = next_shared()) < end;) {
      cores_.take_in_order(now, [&](const NetworkPacket& packet) { queue_.push(packet); });
      for (; !queue_.empty() && path_.free_at() <= now; queue_.pop()) start(queue_.front(), now);
      reached_ = now + 1;
    }
    reached_ = std::max(reached_, end);
    cores_.know_until(reached_ + 1);  // what departs in a cycle is missing in the next one
  }
  Cycle horizon(Cycle quiet) const override { return std::max(quiet, reached_) + latency_; }
  Cycle next_shared() const override {
    Cycle next = cores_.first_sent();
    if (!queue_.empty()) next = std::min(next, std::max(path_.free_at(), reached_));
    return next;
  }
  uint32_t least_latency() const override { return 1 + std::min(hit_latency_, latency_); }
  bool idle() const override { return queue_.empty() && cores_.idle(); }
  MemoryCounters counters(uint32_t sm) const override {
    MemoryCounters result = cores_[sm].counters();
    result.dram_reads = reads_;
    result.dram_writes = writes_;
    result.dram_bytes = bytes_;
    return result;
  }
  void reset_counters() override {
    cores_.reset_counters();
    reads_ = writes_ = bytes_ = 0;
  }
  void flush() override { cores_.flush(); }

 private:
  void start(const NetworkPacket& packet, Cycle now) {
    path_.start(now, packet.bytes());
    bytes_ += packet.bytes();
    CoreSide& core = cores_[packet.sm];
    if (packet.kind == PacketKind::Write) {
      ++writes_;
    } else {
      ++reads_;
      core.reply({now + latency_, order_++, packet});
    }
    core.departed(now + 1);
  }

  uint32_t latency_, hit_latency_;
  Ring<NetworkPacket> queue_;
  Bandwidth path_;
  Cores cores_;
  Cycle reached_;  // the next cycle to run
  uint64_t order_ = 0;
  uint64_t reads_ = 0, writes_ = 0, bytes_ = 0;
};

}  // namespace

std::unique_ptr<SharedMemory> make_fixed_memory(const MachineConfig& config) {
  return std::make_unique<FixedMemory>(config);
}

}  // namespace heddle
