// Two queues: packets that wait for the data path, and replies in flight. All replies have the same
// latency, so they stay in order.
#include "memory_timing/fixed/fixed.hpp"

#include <algorithm>

#include "memory_timing/arrival_queue.hpp"
#include "memory_timing/bandwidth.hpp"
#include "memory_timing/cores.hpp"

namespace heddle {
namespace {

class FixedMemory final : public MemorySystem {
 public:
  explicit FixedMemory(const MachineConfig& config)
      : latency_(std::max(config.memory.latency, 1u)),
        queue_(config.sms, config.memory.queue),
        path_(config.memory.bytes_per_cycle),
        cores_(config, queue_) {}

  bool accept(uint32_t sm, const MemoryRequest& request, Cycle now) override {
    if (!cores_.accept(sm, request, now)) return false;
    next_ = std::min(next_, now);
    return true;
  }

  void report_only_ends() override { cores_.report_only_ends(); }
  void tick(Cycle now) override {
    for (; !replies_.empty() && replies_.front().due <= now; replies_.pop())
      cores_.reply(replies_.front().packet, now);
    cores_.tick(now);
    while (!queue_.empty() && path_.free_at() <= now) start(queue_.pop(), now);
    next_ = cores_.next();
    if (!replies_.empty()) next_ = std::min(next_, replies_.front().due);
    if (!queue_.empty()) next_ = std::min(next_, path_.free_at());
  }

  Cycle next_event() const override { return next_; }
  std::vector<MemoryEvent>& events(uint32_t sm) override { return cores_[sm].events(); }
  bool idle() const override { return replies_.empty() && queue_.empty() && cores_.idle(); }
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
  struct Reply {
    Cycle due = 0;
    NetworkPacket packet;
  };

  void start(const NetworkPacket& packet, Cycle now) {
    path_.start(now, packet.bytes());
    bytes_ += packet.bytes();
    if (packet.kind == PacketKind::Write) {
      ++writes_;
    } else {
      ++reads_;
      replies_.push({now + latency_, packet});
    }
    cores_.wake(packet.sm, now + 1);  // its queue has room again
  }

  Cycle latency_;
  ArrivalQueue queue_;
  Bandwidth path_;
  Cores cores_;
  Ring<Reply> replies_;
  Cycle next_ = kNeverCycle;
  uint64_t reads_ = 0, writes_ = 0, bytes_ = 0;
};

}  // namespace

std::unique_ptr<MemorySystem> make_fixed_memory(const MachineConfig& config) {
  return std::make_unique<FixedMemory>(config);
}

}  // namespace heddle
