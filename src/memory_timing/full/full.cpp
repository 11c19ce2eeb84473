// Connects the parts of the full model.
#include "memory_timing/full/full.hpp"

#include <algorithm>

#include "memory_timing/cores.hpp"
#include "memory_timing/full/crossbar.hpp"
#include "memory_timing/full/l2_partition.hpp"

namespace heddle {
namespace {

Crossbar::Spec crossbar_spec(const MemoryConfig& m, uint32_t inputs, uint32_t outputs) {
  return {inputs, outputs, m.queue, m.flit, m.network_latency, m.matching_iterations};
}

void add(CacheCounters& sum, const CacheCounters& c) {
  sum.reads += c.reads;
  sum.writes += c.writes;
  sum.read_misses += c.read_misses;
  sum.write_misses += c.write_misses;
  sum.mshr_merges += c.mshr_merges;
  sum.mshr_full += c.mshr_full;
  sum.evictions += c.evictions;
  sum.write_backs += c.write_backs;
  sum.bytes += c.bytes;
  sum.fills += c.fills;
}

class FullMemory final : public MemorySystem, private Outlet {
 public:
  explicit FullMemory(const MachineConfig& config)
      : network_(config.clock.interconnect, config.clock.core),
        dram_(config.clock.memory, config.clock.core),
        map_(config.memory.partitions, config.memory.interleave),
        requests_(crossbar_spec(config.memory, config.sms, config.memory.partitions),
                  RandomStream(config.seed, 4, 0)),
        replies_(crossbar_spec(config.memory, config.memory.partitions, config.sms),
                 RandomStream(config.seed, 5, 0)),
        cores_(config, *this),
        dram_due_(config.memory.partitions, kNeverTick) {
    for (uint32_t p = 0; p < config.memory.partitions; ++p) partitions_.emplace_back(config, p);
  }

  bool accept(uint32_t sm, const MemoryRequest& request, Cycle now) override {
    advance(now);
    if (!cores_.accept(sm, request, now)) return false;
    next_ = std::min(next_, now);
    return true;
  }

  void report_only_ends() override { cores_.report_only_ends(); }
  void tick(Cycle now) override {
    advance(now);
    tick_channels();
    while (network_due_ <= network_at_.tick) tick_network(network_due_);
    next_ = cores_.tick(now);
    next_ = std::min({next_, network_.cycle_of(network_due_), dram_.cycle_of(dram_next())});
  }

  Cycle next_event() const override { return next_; }
  std::vector<MemoryEvent>& events(uint32_t sm) override { return cores_[sm].events(); }
  bool idle() const override {
    return cores_.idle() && requests_.idle() && replies_.idle() &&
           std::all_of(partitions_.begin(), partitions_.end(),
                       [](const L2Partition& p) { return p.idle(); });
  }
  MemoryCounters counters(uint32_t sm) const override;
  void reset_counters() override;
  void flush() override {
    cores_.flush();
    for (L2Partition& partition : partitions_) partition.flush();
  }

 private:
  bool room(uint32_t sm) const override { return requests_.room(sm); }
  void send(const NetworkPacket& packet) override {
    bool carries = packet.kind == PacketKind::Write || packet.kind == PacketKind::Atomic;
    requests_.send(packet.sm, map_.partition(packet.address), packet, carries ? packet.bytes() : 0);
    network_due_ = std::min(network_due_, network_at_.tick + 1);
  }

  void advance(Cycle now) {
    if (now == now_) return;
    now_ = now;
    network_at_ = network_.advance(network_at_, now);
    dram_at_ = dram_.advance(dram_at_, now);
  }
  uint64_t dram_next() const {
    uint64_t next = kNeverTick;
    for (uint64_t due : dram_due_) next = std::min(next, due);
    return next;
  }

  void tick_channels() {
    uint64_t last = dram_at_.tick;
    for (uint32_t p = 0; p < partitions_.size(); ++p) {
      for (; dram_due_[p] <= last; dram_due_[p] = partitions_[p].channel().due()) {
        partitions_[p].channel().tick(dram_due_[p], [&](uint64_t tag) {
          uint64_t tick = partitions_[p].deliver(tag, network_.first_at(now_));
          network_due_ = std::min(network_due_, tick);
        });
      }
    }
  }

  void tick_network(uint64_t tick) {
    requests_.tick(tick, [&](uint32_t sm) { cores_.wake(sm, now_); });
    replies_.tick(tick, [](uint32_t) {});
    network_due_ = kNeverTick;
    for (uint64_t o = replies_.occupied(); o != 0; o &= o - 1) {
      auto sm = static_cast<uint32_t>(std::countr_zero(o));
      for (; replies_.arrived(sm, tick); replies_.pop(sm)) cores_.reply(replies_.front(sm), now_);
    }
    uint64_t memory_from = dram_at_.tick + 1;
    uint64_t next = kNeverTick;
    for (uint32_t p = 0; p < partitions_.size(); ++p) {
      next = std::min(next, partitions_[p].tick(tick, memory_from, requests_, replies_));
      dram_due_[p] = partitions_[p].channel().due();
    }
    next = std::min({next, requests_.next(tick), replies_.next(tick), network_due_});
    network_due_ = std::max(next, tick + 1);
  }

  Cycle now_ = 0, next_ = kNeverCycle;
  ClockDomain network_, dram_;
  ClockDomain::Position network_at_, dram_at_;  // of now_
  PartitionMap map_;
  Crossbar requests_, replies_;
  Cores cores_;
  std::vector<L2Partition> partitions_;
  uint64_t network_due_ = kNeverTick;
  std::vector<uint64_t> dram_due_;  // by channel
  uint64_t counted_from_ = 0;       // memory tick at which the counters were last reset
};

MemoryCounters FullMemory::counters(uint32_t sm) const {
  MemoryCounters result = cores_[sm].counters();
  for (const L2Partition& partition : partitions_) {
    add(result.l2, partition.cache().counters());
    const DramCounters& dram = partition.channel().counters();
    result.dram_reads += dram.reads;
    result.dram_writes += dram.writes;
    result.dram_bytes += dram.bytes;
    result.row_hits += dram.row_hits;
    result.row_misses += dram.row_misses;
    result.row_conflicts += dram.row_conflicts;
    result.dram_busy_cycles += dram.busy;
  }
  result.network_flits_up = requests_.flits();
  result.network_flits_down = replies_.flits();
  result.dram_cycles = (dram_at_.tick - counted_from_) * partitions_.size();
  return result;
}

void FullMemory::reset_counters() {
  cores_.reset_counters();
  requests_.reset_counters();
  replies_.reset_counters();
  for (L2Partition& partition : partitions_) {
    partition.cache().reset_counters();
    partition.channel().reset_counters();
  }
  counted_from_ = dram_at_.tick;
}

}  // namespace

std::unique_ptr<MemorySystem> make_full_memory(const MachineConfig& config) {
  return std::make_unique<FullMemory>(config);
}

}  // namespace heddle
