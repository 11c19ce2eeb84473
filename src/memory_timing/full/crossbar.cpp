// Buffers and ports of the crossbar.
#include "memory_timing/full/crossbar.hpp"

namespace heddle {

Crossbar::Crossbar(const Spec& spec, RandomStream random)
    : spec_(spec),
      random_(random),
      queues_(size_t{spec.inputs} * spec.outputs),
      held_(spec.inputs, 0),
      requests_(spec.outputs),
      input_until_(spec.inputs, 0),
      output_until_(spec.outputs, 0),
      grants_(spec.inputs) {}

void Crossbar::send(uint32_t input, uint32_t output, const NetworkPacket& packet, uint32_t data) {
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

void Crossbar::release_ports(uint64_t now) {
  busy_inputs_.for_each([&](uint32_t i) {
    if (input_until_[i] <= now) busy_inputs_.erase(i);
  });
  busy_outputs_.for_each([&](uint32_t o) {
    if (output_until_[o] <= now) busy_outputs_.erase(o);
  });
}

uint32_t Crossbar::depart(uint32_t input, uint32_t output, uint64_t now) {
  Queue& from = queue(input, output);
  const uint32_t number = from.first;
  const Queued& head = packets_[number];
  flits_ += head.flits;
  input_until_[input] = output_until_[output] = now + head.flits;
  busy_inputs_.insert(input);
  busy_outputs_.insert(output);
  from.first = head.next;
  --held_[input];
  if (from.empty()) requests_[output].erase(input);
  if (requests_[output].empty()) requested_.erase(output);
  return number;
}

}  // namespace heddle
