// Requests, fills and replies of a partition.
#include "memory_timing/full/l2_partition.hpp"

#include <algorithm>

namespace heddle {

L2Partition::L2Partition(const MachineConfig& config, uint32_t number)
    : map_(config.memory.partitions, config.memory.interleave),
      network_(config.clock.interconnect, config.clock.core),
      memory_(config.clock.memory, config.clock.core),
      // Replies still in the cache pipeline are not yet in the network's buffer.
      reply_room_(config.memory.queue + config.memory.l2.hit_latency),
      dram_latency_(config.memory.dram_latency),
      requests_(config.memory.queue),
      cache_(config.memory.l2, RandomStream(config.seed, 3, number)),
      channel_(config.memory) {}

Cycle L2Partition::run(Cycle end, uint64_t end_tick) {
  const Cycle channel_end = std::min(end, network_.cycle_of(end_tick) + 1);
  for (;;) {
    if (channel_.due() != channel_due_) {
      channel_due_ = channel_.due();
      channel_cycle_ = memory_.cycle_of(channel_due_);
    }
    const uint64_t next = std::min(due_, std::max(requests_.next(), ticked_ + 1));
    const Cycle cycle = network_.cycle_of(next);
    if (channel_cycle_ <= cycle) {
      if (channel_cycle_ >= channel_end) return channel_cycle_;
      tick_channel(channel_cycle_);
    } else {
      if (next >= end_tick || cycle >= end) return cycle;
      memory_at_ = memory_.advance(memory_at_, cycle);
      memory_from_ = memory_at_.tick + 1;
      ticked_ = next;
      due_ = tick(next);
    }
  }
}

void L2Partition::tick_channel(Cycle now) {
  memory_at_ = memory_.advance(memory_at_, now);
  const uint64_t delivered = network_.first_at(now) + dram_latency_;
  while (channel_.due() <= memory_at_.tick) {
    channel_.tick(channel_.due(), [&](uint64_t tag) {
      delivered_.push({delivered, tag});
      due_ = std::min(due_, delivered);
    });
  }
}

/// Returns the next tick with work to do, apart from requests that have not arrived.
uint64_t L2Partition::tick(uint64_t now) {
  for (; !delivered_.empty() && delivered_.front().due <= now; delivered_.pop())
    fill(delivered_.front().tag, now);
  const uint64_t next = delivered_.empty() ? kNeverTick : delivered_.front().due;
  if (!requests_.arrived(now)) return next;
  if (busy_until_ <= now && room_for_reply(now) && handle(requests_.front(), now)) {
    requests_.take(now);
    counted_ = false;
  }
  return std::min(next, now + 1);
}

bool L2Partition::room_for_reply(uint64_t now) {
  for (; !departures_.empty() && departures_.front() <= now; departures_.pop()) --unsent_;
  return unsent_ < reply_room_;
}

bool L2Partition::handle(const NetworkPacket& packet, uint64_t now) {
  if (!cache_.exists()) return handle_without_cache(packet);
  if (packet.kind == PacketKind::Write) return handle_write(packet);
  return handle_read(packet, cache_.locate(map_.local(packet.address), packet.pieces), now);
}

bool L2Partition::handle_read(const NetworkPacket& packet, const CacheAccess& access,
                              uint64_t now) {
  bool atomic = packet.kind == PacketKind::Atomic;
  bool forwards = atomic && !cache_.writes_back();
  if (forwards && !channel_.room()) return false;
  uint64_t serial = atomic ? packet.conflicts : 1;
  if (cache_.read_hit(access)) {
    reply_at(now + serial - 1 + cache_.hit_latency(), packet);
  } else {
    if (!channel_.room()) return false;
    uint32_t index = waiting_.take({packet, 0});
    if (!cache_.read_miss(access, index, work_)) {
      waiting_.release(index);
      count_blocked();
      return false;
    }
    waiting_[index].outstanding = work_.pending;
    fetch_units();
  }
  busy_until_ = now + serial;
  if (forwards)
    channel_.enqueue(map_.local(packet.address), packet.bytes(), true, 0, memory_from_);
  else if (atomic)
    cache_.make_dirty(access);
  return true;
}

bool L2Partition::handle_write(const NetworkPacket& packet) {
  if (!channel_.room()) return false;
  Address local = map_.local(packet.address);
  if (!cache_.write(cache_.locate(local, packet.pieces, packet.whole), work_)) {
    count_blocked();
    return false;
  }
  fetch_units();
  write_back();
  if (work_.forward) channel_.enqueue(local, packet.bytes(), true, 0, memory_from_);
  return true;
}

bool L2Partition::handle_without_cache(const NetworkPacket& packet) {
  if (!channel_.room()) return false;
  Address local = map_.local(packet.address);
  bool write = packet.kind == PacketKind::Write;
  if (!write)
    channel_.enqueue(local, packet.bytes(), false, waiting_.take({packet, 1}), memory_from_);
  if (write || packet.kind == PacketKind::Atomic)
    channel_.enqueue(local, packet.bytes(), true, 0, memory_from_);
  return true;
}

void L2Partition::fill(uint64_t tag, uint64_t now) {
  if (cache_.exists()) {
    cache_.fill(tag, work_, [&](uint32_t waiting) { unit_arrived(waiting, now); });
    write_back();
    return;
  }
  auto waiting = static_cast<uint32_t>(tag);
  reply_at(now, waiting_[waiting].packet);
  waiting_.release(waiting);
}

void L2Partition::unit_arrived(uint32_t waiting, uint64_t now) {
  if (--waiting_[waiting].outstanding != 0) return;
  reply_at(now + cache_.hit_latency(), waiting_[waiting].packet);
  waiting_.release(waiting);
}

void L2Partition::reply_at(uint64_t due, const NetworkPacket& packet) {
  if (!replies_.empty()) due = std::max(due, replies_.back().due);  // never before an earlier reply
  replies_.push({due, packet});
  ++unsent_;
}

void L2Partition::fetch_units() {
  for (Address unit : work_.fetch)
    channel_.enqueue(unit, cache_.unit_bytes(), false, unit, memory_from_);
}

void L2Partition::write_back() {
  if (work_.victim_dirty == 0) return;
  auto units = static_cast<uint32_t>(std::popcount(work_.victim_dirty));
  channel_.enqueue(work_.victim, units * cache_.unit_bytes(), true, 0, memory_from_);
}

void L2Partition::count_blocked() {
  if (!counted_) cache_.count_blocked();
  counted_ = true;
}

void L2Partition::flush() {
  cache_.flush();
  channel_.close_rows();
}

}  // namespace heddle
