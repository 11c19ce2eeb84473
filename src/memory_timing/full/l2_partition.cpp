// Requests, fills and replies of a partition.
#include "memory_timing/full/l2_partition.hpp"

#include <algorithm>

namespace heddle {

L2Partition::L2Partition(const MachineConfig& config, uint32_t number)
    : map_(config.memory.partitions, config.memory.interleave),
      number_(number),
      // Replies still in the cache pipeline are not yet in the network's buffer.
      reply_room_(config.memory.queue + config.memory.l2.hit_latency),
      dram_latency_(config.memory.dram_latency),
      cache_(config.memory.l2, RandomStream(config.seed, 3, number)),
      channel_(config.memory) {}

uint64_t L2Partition::tick(uint64_t now, uint64_t memory_from, Crossbar& requests,
                           Crossbar& replies) {
  memory_from_ = memory_from;
  for (; !delivered_.empty() && delivered_.front().due <= now; delivered_.pop())
    fill(delivered_.front().tag, now, replies);
  for (; !hits_.empty() && hits_.front().due <= now; hits_.pop())
    reply(hits_.front().packet, replies);

  uint64_t next = hits_.empty() ? kNeverTick : hits_.front().due;
  if (!delivered_.empty()) next = std::min(next, delivered_.front().due);
  if (!requests.arrived(number_, now)) return std::min(next, requests.next_arrival(number_));
  bool room = replies.held(number_) + hits_.size() < reply_room_;
  if (busy_until_ <= now && room && handle(requests.front(number_), now)) {
    requests.pop(number_);
    counted_ = false;
  }
  return std::min(next, now + 1);
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

void L2Partition::fill(uint64_t tag, uint64_t now, Crossbar& replies) {
  if (cache_.exists()) {
    cache_.fill(tag, work_, [&](uint32_t waiting) { unit_arrived(waiting, now); });
    write_back();
    return;
  }
  auto waiting = static_cast<uint32_t>(tag);
  reply(waiting_[waiting].packet, replies);
  waiting_.release(waiting);
}

void L2Partition::unit_arrived(uint32_t waiting, uint64_t now) {
  if (--waiting_[waiting].outstanding != 0) return;
  reply_at(now + cache_.hit_latency(), waiting_[waiting].packet);
  waiting_.release(waiting);
}

void L2Partition::reply_at(uint64_t due, const NetworkPacket& packet) {
  if (!hits_.empty()) due = std::max(due, hits_.back().due);  // never before an earlier reply
  hits_.push({due, packet});
}

void L2Partition::reply(const NetworkPacket& packet, Crossbar& replies) {
  replies.send(number_, packet.sm, packet, packet.bytes());
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
