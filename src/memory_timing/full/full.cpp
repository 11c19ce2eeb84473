// Connects the parts of the full model, and runs them.
//
// The parts have little to tell each other at once, so they run one after the other, each for a few
// ticks: the partitions first, because what arrives there in the next `network_latency` ticks has
// departed already, and their replies leave `hit_latency` ticks later; then the network of requests
// and that of replies, which is ahead of the others.
#include "memory_timing/full/full.hpp"

#include <algorithm>
#include <functional>

#include "memory_timing/cores.hpp"
#include "memory_timing/full/crossbar.hpp"
#include "memory_timing/full/l2_partition.hpp"
#include "memory_timing/full/reply_network.hpp"

namespace heddle {
namespace {

CrossbarSpec crossbar_spec(const MemoryConfig& m, uint32_t inputs, uint32_t outputs) {
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

/// `kWords`: the width of the networks' sets of ports.
template <size_t kWords>
class FullMemory final : public SharedMemory {
 public:
  explicit FullMemory(const MachineConfig& config);

  MemoryPort& port(uint32_t sm) override { return cores_[sm]; }
  uint32_t ports() const override { return cores_.count(); }
  /// The network runs before the cores of the same cycle.
  Cycle reach(Cycle ports) const override { return ports + 1; }
  void advance(Cycle end) override;
  /// What has not departed arrives later.
  Cycle horizon(Cycle quiet) const override {
    const uint64_t departs =
        std::max(replies_.reached(), network_.first_at(std::max(quiet, reached_)));
    return network_.cycle_of(departs + latency_);
  }
  Cycle next_shared() const override;
  uint32_t least_latency() const override {
    // There and back, in cycles of the core, rounded down.
    uint64_t way = network_.cycles_in(2 * uint64_t{latency_} + reply_latency_);
    return 1 + static_cast<uint32_t>(std::min<uint64_t>(hit_latency_, way));
  }

  bool idle() const override {
    return cores_.idle() && !requests_.waiting() && replies_.idle() &&
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
  /// The tick in which the network sees what was sent in this cycle.
  uint64_t tick_after(Cycle sent) const {
    return sent == kNeverCycle ? kNeverTick : network_.last_at(sent) + 1;
  }
  /// The next tick of the network of requests with work, if nobody sends anything else.
  uint64_t next_request(Cycle first_sent) const {
    return requests_.waiting() ? tick_ : std::max(tick_, tick_after(first_sent));
  }
  Cycle next_of_partitions() const { return *std::ranges::min_element(partition_next_); }
  /// The last memory tick in the cycles that have been run.
  uint64_t last_dram_tick() const { return reached_ == Cycle{0} ? 0 : dram_.last_at(reached_ - 1); }
  void skip_to_work(Cycle end, uint64_t last);
  void run_partitions(Cycle end, uint64_t end_tick);
  void run_requests(uint64_t end);
  void run_replies();

  ClockDomain network_, dram_;
  uint32_t latency_, hit_latency_, block_;
  PartitionMap map_;
  Cores cores_;
  Crossbar<kWords> requests_;
  std::vector<L2Partition> partitions_;
  ReplyNetwork<kWords> replies_;
  uint32_t reply_latency_;             // of partitions
  uint64_t stretch_;                   // ticks for which partitions know all that concerns them
  std::vector<Cycle> partition_next_;  // the next event of each
  std::vector<uint32_t> due_;          // partitions with events to run
  Cycle reached_;                      // the next cycle to run
  uint64_t tick_ = 0;                  // the next of the network of requests, and of partitions
  uint64_t counted_from_ = 0;          // memory tick at which the counters were last reset
  Coalesced warming_;
};

template <size_t kWords>
FullMemory<kWords>::FullMemory(const MachineConfig& config)
    : network_(config.clock.interconnect, config.clock.core),
      dram_(config.clock.memory, config.clock.core),
      latency_(config.memory.network_latency),
      hit_latency_(config.memory.l1.bytes == 0 ? ~0u : config.memory.l1.hit_latency),
      block_(config.memory.transaction),
      map_(config.memory.partitions, config.memory.interleave),
      cores_(config, told_),
      requests_(crossbar_spec(config.memory, config.sms, config.memory.partitions),
                RandomStream(config.seed, 4, 0)),
      replies_(crossbar_spec(config.memory, config.memory.partitions, config.sms),
               RandomStream(config.seed, 5, 0)),
      partition_next_(config.memory.partitions, kNeverCycle) {
  partitions_.reserve(config.memory.partitions);
  for (uint32_t p = 0; p < config.memory.partitions; ++p) partitions_.emplace_back(config, p);
  reply_latency_ = partitions_[0].reply_latency();
  stretch_ = std::max(1u, std::min(latency_, reply_latency_ + 1));
}

template <size_t kWords>
Cycle FullMemory<kWords>::next_shared() const {
  return std::min({network_.cycle_of(next_request(cores_.first_sent())), next_of_partitions(),
                   network_.cycle_of(replies_.next())});
}

template <size_t kWords>
void FullMemory<kWords>::advance(Cycle end) {
  told_.clear();
  if (end <= reached_) return;
  cores_.gather(end);
  const uint64_t last = network_.first_at(end);  // the ticks before it are in cycles before `end`
  do {
    skip_to_work(end, last);
    const uint64_t to = std::min(last, tick_ + stretch_);
    // Without latency, what departs in a tick arrives in the same one.
    if (latency_ == 0) run_requests(to);
    run_partitions(end, to);
    if (latency_ != 0) run_requests(to);
    tick_ = to;
    run_replies();
  } while (tick_ < last);
  reached_ = end;
  cores_.know_until(network_.cycle_of(tick_));
}

/// Passes over the ticks before `last` in which nothing happens.
template <size_t kWords>
void FullMemory<kWords>::skip_to_work(Cycle end, uint64_t last) {
  const Cycle partitions = next_of_partitions();
  const uint64_t next = std::min({next_request(cores_.first_gathered()), last,
                                  partitions < end ? network_.first_at(partitions) : last});
  tick_ = std::max(tick_, next);
}

template <size_t kWords>
void FullMemory<kWords>::run_partitions(Cycle end, uint64_t end_tick) {
  constexpr size_t kMany = 8;  // that other host threads run faster
  due_.clear();
  for (uint32_t p = 0; p < partitions_.size(); ++p)
    if (partition_next_[p] < end) due_.push_back(p);
  auto run = [&](uint32_t p, uint32_t) {
    partition_next_[p] = partitions_[p].run(end, end_tick);
    replies_.look_at(p, partitions_[p].next_reply());
  };
  if (helpers_ != nullptr && due_.size() >= kMany) {
    helpers_->run(due_, static_cast<uint32_t>(partitions_.size()), std::ref(run));
  } else {
    for (uint32_t p : due_) run(p, 0);
  }
}

/// What the cores have sent before the cycle of a tick is in the network's buffers in this tick.
template <size_t kWords>
void FullMemory<kWords>::run_requests(uint64_t end) {
  for (uint64_t now = tick_; (now = std::max(now, next_request(cores_.first_gathered()))) < end;
       ++now) {
    const Cycle cycle = network_.cycle_of(now);
    cores_.take_gathered(cycle, [&](const NetworkPacket& packet, Cycle) {
      bool carries = packet.kind == PacketKind::Write || packet.kind == PacketKind::Atomic;
      requests_.send(packet.sm, map_.partition(packet.address), packet,
                     carries ? packet.bytes() : 0);
    });
    requests_.tick(
        now, [&](uint32_t p) { return partitions_[p].requests().room(now); },
        [&](const Departure& d) {
          cores_[d.input].departed(cycle);
          partitions_[d.output].requests().push(d.arrival, d.packet);
          Cycle& next = partition_next_[d.output];
          next = std::min(next, network_.cycle_of(d.arrival));
        });
  }
}

template <size_t kWords>
void FullMemory<kWords>::run_replies() {
  replies_.run(tick_ + reply_latency_ + 1, tick_, partitions_,
               [&](uint32_t sm, uint64_t arrival, const NetworkPacket& packet) {
                 cores_[sm].reply({network_.cycle_of(arrival), 0, packet});
               });
}

template <size_t kWords>
void FullMemory<kWords>::warm(const MemoryRequest& request) {
  coalesce(request, block_, warming_);
  for (const Transaction& t : warming_.transactions) {
    Cache& cache = partitions_[map_.partition(t.base)].cache();
    if (cache.exists())
      cache.warm(cache.locate(map_.local(t.base), t.pieces(), t.whole_pieces()), request.type);
  }
}

template <size_t kWords>
MemoryCounters FullMemory<kWords>::counters(uint32_t sm) const {
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
  result.network_flits_down = replies_.flits_before(network_.first_at(reached_));
  result.dram_cycles = (last_dram_tick() - counted_from_) * partitions_.size();
  return result;
}

template <size_t kWords>
void FullMemory<kWords>::reset_counters() {
  cores_.reset_counters();
  requests_.reset_counters();
  replies_.reset_counters(network_.first_at(reached_));
  for (L2Partition& partition : partitions_) {
    partition.cache().reset_counters();
    partition.channel().reset_counters();
  }
  counted_from_ = last_dram_tick();
}

}  // namespace

std::unique_ptr<SharedMemory> make_full_memory(const MachineConfig& config) {
  if (std::max(config.sms, config.memory.partitions) <= PortSet<1>::kMax)
    return std::make_unique<FullMemory<1>>(config);
  return std::make_unique<FullMemory<4>>(config);
}

}  // namespace heddle
