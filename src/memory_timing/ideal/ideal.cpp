// One queue per core: all requests have the same latency, so they complete in order.
#include "memory_timing/ideal/ideal.hpp"

#include <algorithm>

#include "memory_timing/ring.hpp"

namespace heddle {
namespace {

class IdealPort final : public MemoryPort {
 public:
  explicit IdealPort(uint32_t latency) : latency_(latency) {}

  bool accept(const MemoryRequest& request, Cycle now) override {
    uint64_t lanes = 0;
    for (uint8_t lane : request.lanes) lanes |= uint64_t{1} << (lane & 63);
    waiting_.push({now + latency_, {request.token, MemoryEvent::Kind::Done, lanes}});
    due_ = waiting_.front().due;
    ++counters_.requests;
    ++counters_.transactions;
    counters_.threads += request.addresses.size();
    return true;
  }
  void tick(Cycle now) override {
    for (; !waiting_.empty() && waiting_.front().due <= now; waiting_.pop())
      events_.push_back(waiting_.front().event);
    due_ = waiting_.empty() ? kNeverCycle : waiting_.front().due;
  }
  bool idle() const override { return waiting_.empty(); }
  const MemoryCounters& counters() const { return counters_; }
  void reset_counters() { counters_ = {}; }

 private:
  struct Waiting {
    Cycle due;
    MemoryEvent event;
  };
  uint32_t latency_;
  Ring<Waiting> waiting_;
  MemoryCounters counters_;
};

/// The cores share nothing.
class IdealMemory final : public SharedMemory {
 public:
  explicit IdealMemory(const MachineConfig& config)
      : latency_(config.memory.latency), ports_(config.sms, IdealPort(latency_)) {}

  MemoryPort& port(uint32_t sm) override { return ports_[sm]; }
  uint32_t ports() const override { return static_cast<uint32_t>(ports_.size()); }
  Cycle reach(Cycle ports) const override { return ports; }
  void advance(Cycle) override {}
  Cycle horizon(Cycle) const override { return kNeverCycle; }
  Cycle next_shared() const override { return kNeverCycle; }
  uint32_t least_latency() const override { return std::max(latency_, 1u); }
  bool idle() const override {
    return std::ranges::all_of(ports_, [](const IdealPort& p) { return p.idle(); });
  }
  MemoryCounters counters(uint32_t sm) const override { return ports_[sm].counters(); }
  void reset_counters() override {
    for (IdealPort& p : ports_) p.reset_counters();
  }
  void flush() override {}

 private:
  uint32_t latency_;
  std::vector<IdealPort> ports_;
};

}  // namespace

std::unique_ptr<SharedMemory> make_ideal_memory(const MachineConfig& config) {
  return std::make_unique<IdealMemory>(config);
}

}  // namespace heddle
