// The network from the memory partitions to the cores.
//
// Cores always take their replies, and a partition knows a reply many ticks before it is in the
// network's buffer. So this network runs ahead of the partitions, and cores know their replies
// early. What it counts is counted in its tick, all the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "memory_timing/full/crossbar.hpp"
#include "memory_timing/full/l2_partition.hpp"

namespace heddle {

template <size_t kWords>
class ReplyNetwork {
 public:
  ReplyNetwork(const CrossbarSpec& spec, RandomStream random)
      : capacity_(spec.queue),
        crossbar_(spec, random),
        due_(spec.inputs, kNeverTick),
        transit_(spec.outputs) {}

  /// The partition may have new replies.
  void look_at(uint32_t partition, uint64_t next_reply) { due_[partition] = next_reply; }
  /// Runs the ticks before `end`; calls `deliver(sm, arrival, packet)` for what departs. The others
  /// have run the ticks before `others`.
  template <class Deliver>
  void run(uint64_t end, uint64_t others, std::vector<L2Partition>& partitions, Deliver&& deliver);

  /// The next tick with work to do.
  uint64_t next() const {
    if (crossbar_.waiting()) return next_;
    const uint64_t due = *std::ranges::min_element(due_);
    return due == kNeverTick ? due : std::max(next_, due + 1);
  }
  /// The ticks before it have been run.
  uint64_t reached() const { return next_; }
  bool idle() const { return !crossbar_.waiting(); }
  /// Of packets that departed before this tick, since they were last reset.
  uint64_t flits_before(uint64_t tick) const {
    uint64_t flits = crossbar_.flits();
    for (size_t n = log_.size(); n-- > 0 && log_[n].tick >= tick;) flits -= log_[n].flits;
    return flits - counted_;
  }
  void reset_counters(uint64_t tick) { counted_ += flits_before(tick); }

 private:
  struct Departed {
    uint64_t tick = 0;
    uint32_t flits = 0;
  };
  void take_replies(uint64_t now, std::vector<L2Partition>& partitions);
  bool room(uint32_t sm, uint64_t now) {
    Ring<uint64_t>& transit = transit_[sm];
    if (transit.size() < capacity_) return true;
    while (!transit.empty() && transit.front() < now) transit.pop();
    return transit.size() < capacity_;
  }

  uint32_t capacity_;
  Crossbar<kWords> crossbar_;
  std::vector<uint64_t> due_;            // by partition: its next reply
  std::vector<Ring<uint64_t>> transit_;  // by core: arrivals of what is in flight to it
  Ring<Departed> log_;                   // of the ticks that the others have not reached
  uint64_t next_ = 0;
  uint64_t counted_ = 0;  // flits that were counted before the last reset
};

template <size_t kWords>
void ReplyNetwork<kWords>::take_replies(uint64_t now, std::vector<L2Partition>& partitions) {
  for (uint32_t p = 0; p < due_.size(); ++p) {
    for (; due_[p] < now; due_[p] = partitions[p].next_reply()) {
      const NetworkPacket packet = partitions[p].take_reply();
      crossbar_.send(p, packet.sm, packet, packet.bytes());
    }
  }
}

template <size_t kWords>
template <class Deliver>
void ReplyNetwork<kWords>::run(uint64_t end, uint64_t others, std::vector<L2Partition>& partitions,
                               Deliver&& deliver) {
  while (!log_.empty() && log_.front().tick < others) log_.pop();
  for (uint64_t now; (now = next()) < end; next_ = now + 1) {
    take_replies(now, partitions);
    crossbar_.tick(
        now, [&](uint32_t sm) { return room(sm, now); },
        [&](const Departure& d) {
          partitions[d.input].departs(now);
          transit_[d.output].push(d.arrival);
          log_.push({now, d.flits});
          deliver(d.output, d.arrival, d.packet);
        });
  }
  next_ = std::max(next_, end);
}

}  // namespace heddle
