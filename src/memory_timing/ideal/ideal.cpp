// One queue: all requests have the same latency, so they complete in order.
#include "memory_timing/ideal/ideal.hpp"

#include "memory_timing/ring.hpp"

namespace heddle {
namespace {

class IdealMemory final : public MemorySystem {
 public:
  explicit IdealMemory(const MachineConfig& config)
      : latency_(config.memory.latency), events_(config.sms), counters_(config.sms) {}

  bool accept(uint32_t sm, const MemoryRequest& request, Cycle now) override {
    uint64_t lanes = 0;
    for (uint8_t lane : request.lanes) lanes |= uint64_t{1} << (lane & 63);
    waiting_.push({now + latency_, sm, {request.token, MemoryEvent::Kind::Done, lanes}});
    ++counters_[sm].requests;
    ++counters_[sm].transactions;
    counters_[sm].threads += request.addresses.size();
    return true;
  }
  void tick(Cycle now) override {
    for (; !waiting_.empty() && waiting_.front().due <= now; waiting_.pop())
      events_[waiting_.front().sm].push_back(waiting_.front().event);
  }
  Cycle next_event() const override {
    return waiting_.empty() ? kNeverCycle : waiting_.front().due;
  }
  std::vector<MemoryEvent>& events(uint32_t sm) override { return events_[sm]; }
  bool idle() const override { return waiting_.empty(); }
  MemoryCounters counters(uint32_t sm) const override { return counters_[sm]; }
  void reset_counters() override { counters_.assign(counters_.size(), {}); }
  void flush() override {}

 private:
  struct Waiting {
    Cycle due = 0;
    uint32_t sm = 0;
    MemoryEvent event;
  };
  Cycle latency_;
  Ring<Waiting> waiting_;
  std::vector<std::vector<MemoryEvent>> events_;
  std::vector<MemoryCounters> counters_;
};

}  // namespace

std::unique_ptr<MemorySystem> make_ideal_memory(const MachineConfig& config) {
  return std::make_unique<IdealMemory>(config);
}

}  // namespace heddle
