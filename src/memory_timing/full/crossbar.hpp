// One direction of the network between cores and memory partitions: a crossbar with virtual output
// queues at each input (so that a packet never waits for one with another destination) and an
// allocator with parallel iterative matching (fung2007, section 2).
//
// A packet consists of an 8-byte header and its data, divided into flits. Once matched, it occupies
// its input and its output for one tick per flit; its tail arrives `latency` ticks after it left.
// An output is matched only if the buffer behind it (arrivals.hpp) has room.
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

class Crossbar {
 public:
  struct Spec {
    uint32_t inputs = 1, outputs = 1;
    uint32_t queue = 8, flit = 32, latency = 4, iterations = 2;
  };
  Crossbar(const Spec& spec, RandomStream random);

  uint32_t held(uint32_t input) const { return held_[input]; }
  bool room(uint32_t input) const { return held_[input] < spec_.queue; }
  /// `data` bytes travel with the packet.
  void send(uint32_t input, uint32_t output, const NetworkPacket& packet, uint32_t data);
  /// Matches ports; `has_room(output)` says whether the buffer there takes a packet in this tick.
  /// Calls `matched(departure)` for each packet that departs.
  template <class HasRoom, class Matched>
  void tick(uint64_t now, HasRoom&& has_room, Matched&& matched);

  struct Departure {
    uint32_t input, output;
    uint32_t flits;
    uint64_t arrival;  // the tick in which it will have arrived
    const NetworkPacket& packet;
  };
  /// Packets wait for their departure: every tick matters.
  bool waiting() const { return !requested_.empty(); }
  uint64_t flits() const { return flits_; }
  void reset_counters() { flits_ = 0; }

 private:
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

  Spec spec_;
  RandomStream random_;
  std::vector<Queue> queues_;
  Pool<Queued> packets_;
  std::vector<uint32_t> held_;
  std::vector<PortSet> requests_;  // by output: inputs with packets for it
  PortSet requested_;              // outputs with packets for them
  std::vector<uint64_t> input_until_, output_until_;
  PortSet busy_inputs_, busy_outputs_;
  std::vector<PortSet> grants_;  // space for the matching
  uint64_t flits_ = 0;
};

template <class HasRoom, class Matched>
void Crossbar::tick(uint64_t now, HasRoom&& has_room, Matched&& matched) {
  if (requested_.empty()) return;
  release_ports(now);
  PortSet outputs = requested_.without(busy_outputs_);
  outputs.for_each([&](uint32_t output) {
    if (!has_room(output)) outputs.erase(output);
  });
  if (outputs.empty()) return;
  match_ports(requests_, PortSet::all().without(busy_inputs_), outputs, spec_.iterations, random_,
              grants_, [&](uint32_t input, uint32_t output) {
                const uint32_t number = depart(input, output, now);
                const Queued& head = packets_[number];
                matched(Departure{input, output, head.flits, now + head.flits - 1 + spec_.latency,
                                  head.packet});
                packets_.release(number);
              });
}

}  // namespace heddle
