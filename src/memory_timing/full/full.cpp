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

class FullMemory final : public MemorySystem {
 public:
  explicit FullMemory(const MachineConfig& config)
      : network_(config.clock.interconnect, config.clock.core),
        dram_(config.clock.memory, config.clock.core),
        latency_(config.memory.network_latency),
        hit_latency_(config.memory.l1.bytes == 0 ? ~0u : config.memory.l1.hit_latency),
        block_(config.memory.transaction),
        map_(config.memory.partitions, config.memory.interleave),
        requests_(crossbar_spec(config.memory, config.sms, config.memory.partitions),
                  RandomStream(config.seed, 4, 0)),
        replies_(crossbar_spec(config.memory, config.memory.partitions, config.sms),
                 RandomStream(config.seed, 5, 0)),
        cores_(config),
        partition_due_(config.memory.partitions, kNeverTick),
        dram_due_(config.memory.partitions, kNeverTick) {
    for (uint32_t p = 0; p < config.memory.partitions; ++p) partitions_.emplace_back(config, p);
  }

  MemoryPort& port(uint32_t sm) override { return cores_[sm]; }
  uint32_t ports() const override { return cores_.count(); }
  /// The network runs before the cores of the same cycle.
  Cycle reach(Cycle ports) const override { return ports + 1; }
  void advance(Cycle end) override;
  Cycle horizon(Cycle quiet) const override {
    return network_.cycle_of(network_.first_at(std::max(quiet, reached_)) + latency_);
  }
  Cycle next_shared() const override { return next_after(cores_.first_sent()); }
  uint32_t least_latency() const override {
    // There and back, in cycles of the core, rounded down.
    uint64_t way = network_.cycle_of(2 * uint64_t{latency_}) - Cycle{0};
    return 1 + static_cast<uint32_t>(std::min<uint64_t>(hit_latency_, way));
  }

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
  void warm(const MemoryRequest& request) override;

 private:
  /// The cycle in which the network sees what was sent in this one.
  Cycle after_network(Cycle sent) const {
    return sent == kNeverCycle ? sent : network_.cycle_of(network_.last_at(sent) + 1);
  }
  /// The next cycle with work if the first packet that has not been taken was sent in `sent`.
  Cycle next_after(Cycle sent) const {
    return std::min(
        {after_network(sent), network_.cycle_of(network_due_), dram_.cycle_of(dram_next_)});
  }
  /// The last memory tick in the cycles that have been run.
  uint64_t last_dram_tick() const { return reached_ == Cycle{0} ? 0 : dram_.last_at(reached_ - 1); }
  void run(Cycle now);
  void take_requests(Cycle now);
  void tick_channels();
  void tick_network(uint64_t tick);

  Cycle reached_;  // the next cycle to run
  Cycle now_;      // the cycle that runs
  ClockDomain network_, dram_;
  ClockDomain::Position network_at_, dram_at_;  // of now_
  uint32_t latency_, hit_latency_, block_;
  PartitionMap map_;
  Crossbar requests_, replies_;
  Cores cores_;
  std::vector<L2Partition> partitions_;
  std::vector<uint64_t> partition_due_;  // the network tick in which each has work
  uint64_t network_due_ = kNeverTick;
  std::vector<uint64_t> dram_due_;  // by channel
  uint64_t dram_next_ = kNeverTick;
  uint64_t counted_from_ = 0;  // memory tick at which the counters were last reset
  Coalesced warming_;
};

void FullMemory::advance(Cycle end) {
  cores_.gather(end);
  for (Cycle now; (now = next_after(cores_.first_gathered())) < end;) run(now);
  if (end <= reached_) return;
  reached_ = end;
  cores_.know_until(end);
}

/// What the cores have sent before this cycle is in the network's buffers when it begins.
void FullMemory::run(Cycle now) {
  network_at_ = network_.advance(network_at_, now);
  dram_at_ = dram_.advance(dram_at_, now);
  now_ = now;
  take_requests(now);
  if (dram_next_ <= dram_at_.tick) tick_channels();
  while (network_due_ <= network_at_.tick) tick_network(network_due_);
}

void FullMemory::take_requests(Cycle now) {
  cores_.take_gathered(now, [&](const NetworkPacket& packet, Cycle sent) {
    bool carries = packet.kind == PacketKind::Write || packet.kind == PacketKind::Atomic;
    requests_.send(packet.sm, map_.partition(packet.address), packet, carries ? packet.bytes() : 0);
    network_due_ = std::min(network_due_, network_.last_at(sent) + 1);
  });
}

void FullMemory::tick_channels() {
  uint64_t last = dram_at_.tick;
  dram_next_ = kNeverTick;
  for (uint32_t p = 0; p < partitions_.size(); ++p) {
    for (; dram_due_[p] <= last; dram_due_[p] = partitions_[p].channel().due()) {
      partitions_[p].channel().tick(dram_due_[p], [&](uint64_t tag) {
        uint64_t tick = partitions_[p].deliver(tag, network_.first_at(now_));
        partition_due_[p] = std::min(partition_due_[p], tick);
        network_due_ = std::min(network_due_, tick);
      });
    }
    dram_next_ = std::min(dram_next_, dram_due_[p]);
  }
}

void FullMemory::tick_network(uint64_t tick) {
  requests_.tick(tick, [&](uint32_t sm, uint32_t p, uint64_t arrival, const NetworkPacket&) {
    cores_[sm].departed(now_);
    partition_due_[p] = std::min(partition_due_[p], arrival);
  });
  replies_.tick(tick, [&](uint32_t, uint32_t sm, uint64_t arrival, const NetworkPacket& packet) {
    cores_[sm].reply({network_.cycle_of(arrival), 0, packet});
  });
  replies_.occupied().for_each([&](uint32_t sm) {
    while (replies_.arrived(sm, tick)) replies_.pop(sm);
  });
  uint64_t memory_from = dram_at_.tick + 1, next = kNeverTick;
  for (uint32_t p = 0; p < partitions_.size(); ++p) {
    if (partition_due_[p] <= tick) {
      partition_due_[p] = partitions_[p].tick(tick, memory_from, requests_, replies_);
      dram_due_[p] = partitions_[p].channel().due();
      dram_next_ = std::min(dram_next_, dram_due_[p]);
    }
    next = std::min(next, partition_due_[p]);
  }
  network_due_ = std::max(std::min({next, requests_.next(tick), replies_.next(tick)}), tick + 1);
}

void FullMemory::warm(const MemoryRequest& request) {
  coalesce(request, block_, warming_);
  for (const Transaction& t : warming_.transactions) {
    Cache& cache = partitions_[map_.partition(t.base)].cache();
    if (cache.exists())
      cache.warm(cache.locate(map_.local(t.base), t.pieces(), t.whole_pieces()), request.type);
  }
}

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
  result.dram_cycles = (last_dram_tick() - counted_from_) * partitions_.size();
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
  counted_from_ = last_dram_tick();
}

}  // namespace

std::unique_ptr<MemorySystem> make_full_memory(const MachineConfig& config) {
  return std::make_unique<FullMemory>(config);
}

}  // namespace heddle
