// One direction of the network between cores and memory partitions: a crossbar with virtual output
// queues at each input (so that a packet never waits for one with another destination) and an
// allocator with parallel iterative matching (fung2007, section 2).
//
// A packet consists of an 8-byte header and its data, divided into flits. Once matched, it occupies
// its input and its output for one tick per flit; its tail arrives `latency` ticks after it left.
// An output is matched only if the buffer behind it (arrivals.hpp) has room.
//
// `kWords` is the width of its sets of ports (port_set.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "memory_timing/clock_domain.hpp"
#include "memory_timing/full/matching.hpp"
#include "memory_timing/full/port_set.hpp"
#include "memory_timing/packet.hpp"
#include "memory_timing/random_stream.hpp"
#include "memory_timing/ring.hpp"

namespace heddle {

struct CrossbarSpec {
  uint32_t inputs = 1, outputs = 1;
  uint32_t queue = 8, flit = 32, latency = 4, iterations = 2;
};

/// A packet that leaves its queue.
struct Departure {
  uint32_t input, output;
  uint32_t flits;
  uint64_t arrival;  // the tick in which it will have arrived
  const NetworkPacket& packet;
};

template <size_t kWords>
class Crossbar {
 public:
  Crossbar(const CrossbarSpec& spec, RandomStream random)
      : spec_(spec),
        random_(random),
        queues_(size_t{spec.inputs} * spec.outputs),
        held_(spec.inputs, 0),
        requests_(spec.outputs),
        input_until_(spec.inputs, 0),
        output_until_(spec.outputs, 0),
        grants_(spec.inputs) {}

  uint32_t held(uint32_t input) const { return held_[input]; }
  bool room(uint32_t input) const { return held_[input] < spec_.queue; }
  /// `data` bytes travel with the packet.
  void send(uint32_t input, uint32_t output, const NetworkPacket& packet, uint32_t data);
  /// Matches ports; `has_room(output)` says whether the buffer there takes a packet in this tick.
  /// Calls `matched(departure)` for each packet that departs.
  template <class HasRoom, class Matched>
  void tick(uint64_t now, HasRoom&& has_room, Matched&& matched);

  /// Packets wait for their departure: every tick matters.
  bool waiting() const { return !requested_.empty(); }
  uint64_t flits() const { return flits_; }
  void reset_counters() { flits_ = 0; }

 private:
  using Ports = PortSet<kWords>;
  static constexpr uint32_t kHeaderBytes = 8;
  static constexpr uint32_t kNone = ~uint32_t{0};
  struct Queued {
    NetworkPacket packet;
    uint32_t flits = 0;
    uint32_t next = kNone;  // in its queue
  };
  /// A virtual output queue, linked through `packets_`. There are many, of which few hold packets:
  /// the packets of all queues lie together, so that they stay in the host's caches.
  struct Queue {
    uint32_t first = kNone, last = kNone;
    bool empty() const { return first == kNone; }
  };
  Queue& queue(uint32_t input, uint32_t output) {
    return queues_[size_t{input} * spec_.outputs + output];
  }
  void release_ports(uint64_t now);
  /// Takes the packet that departs out of its queue; returns its number in `packets_`.
  uint32_t depart(uint32_t input, uint32_t output, uint64_t now);

  CrossbarSpec spec_;
  RandomStream random_;
  std::vector<Queue> queues_;
  Pool<Queued> packets_;
  std::vector<uint32_t> held_;
  std::vector<Ports> requests_;  // by output: inputs with packets for it
  Ports requested_;              // outputs with packets for them
  std::vector<uint64_t> input_until_, output_until_;
  Ports busy_inputs_, busy_outputs_;
  uint64_t release_at_ = 0;    // no busy port is free before this tick
  std::vector<Ports> grants_;  // space for the matching
  uint64_t flits_ = 0;
};

template <size_t kWords>
void Crossbar<kWords>::send(uint32_t input, uint32_t output, const NetworkPacket& packet,
                            uint32_t data) {
  uint32_t flits = (kHeaderBytes + data + spec_.flit - 1) / spec_.flit;
  Queue& to = queue(input, output);
  uint32_t number = packets_.take({packet, flits});
  ++held_[input];
  if (to.empty()) {
    to.first = number;
    requests_[output].insert(input);
    requested_.insert(output);
  } else {
    packets_[to.last].next = number;
  }
  to.last = number;
}

template <size_t kWords>
void Crossbar<kWords>::release_ports(uint64_t now) {
  if (now < release_at_) return;
  release_at_ = ~uint64_t{0};
  auto release = [&](Ports& busy, const std::vector<uint64_t>& until) {
    busy.for_each([&](uint32_t port) {
      if (until[port] <= now)
        busy.erase(port);
      else
        release_at_ = std::min(release_at_, until[port]);
    });
  };
  release(busy_inputs_, input_until_);
  release(busy_outputs_, output_until_);
}

template <size_t kWords>
uint32_t Crossbar<kWords>::depart(uint32_t input, uint32_t output, uint64_t now) {
  Queue& from = queue(input, output);
  const uint32_t number = from.first;
  const Queued& head = packets_[number];
  flits_ += head.flits;
  input_until_[input] = output_until_[output] = now + head.flits;
  release_at_ = std::min(release_at_, now + head.flits);
  busy_inputs_.insert(input);
  busy_outputs_.insert(output);
  from.first = head.next;
  --held_[input];
  if (from.empty()) requests_[output].erase(input);
  if (requests_[output].empty()) requested_.erase(output);
  return number;
}

template <size_t kWords>
template <class HasRoom, class Matched>
void Crossbar<kWords>::tick(uint64_t now, HasRoom&& has_room, Matched&& matched) {
  if (requested_.empty()) return;
  release_ports(now);
  Ports outputs = requested_.without(busy_outputs_);
  outputs.for_each([&](uint32_t output) {
    if (!has_room(output)) outputs.erase(output);
  });
  if (outputs.empty()) return;
  match_ports(requests_, Ports::all().without(busy_inputs_), outputs, spec_.iterations, random_,
              grants_, [&](uint32_t input, uint32_t output) {
                const uint32_t number = depart(input, output, now);
                const Queued& head = packets_[number];
                matched(Departure{input, output, head.flits, now + head.flits - 1 + spec_.latency,
                                  head.packet});
                packets_.release(number);
              });
}

}  // namespace heddle
