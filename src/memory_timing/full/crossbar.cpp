// Buffers and ports of the crossbar.
#include "memory_timing/full/crossbar.hpp"

#include "memory_timing/full/matching.hpp"

namespace heddle {

Crossbar::Crossbar(const Spec& spec, RandomStream random)
    : spec_(spec),
      random_(random),
      queues_(size_t{spec.inputs} * spec.outputs),
      held_(spec.inputs, 0),
      requests_(spec.outputs, 0),
      transit_(spec.outputs),
      input_until_(spec.inputs, 0),
      output_until_(spec.outputs, 0) {}

void Crossbar::send(uint32_t input, uint32_t output, const NetworkPacket& packet, uint32_t data) {
  uint32_t flits = (kHeaderBytes + data + spec_.flit - 1) / spec_.flit;
  queue(input, output).push({packet, flits});
  ++held_[input];
  requests_[output] |= uint64_t{1} << input;
  requested_ |= uint64_t{1} << output;
}

void Crossbar::release_ports(uint64_t now) {
  for (uint64_t b = busy_inputs_; b != 0; b &= b - 1) {
    auto i = static_cast<uint32_t>(std::countr_zero(b));
    if (input_until_[i] <= now) busy_inputs_ &= ~(uint64_t{1} << i);
  }
  for (uint64_t b = busy_outputs_; b != 0; b &= b - 1) {
    auto o = static_cast<uint32_t>(std::countr_zero(b));
    if (output_until_[o] <= now) busy_outputs_ &= ~(uint64_t{1} << o);
  }
}

uint64_t Crossbar::free_outputs() const {
  uint64_t result = requested_ & ~busy_outputs_;
  for (uint64_t o = result & occupied_; o != 0; o &= o - 1) {
    auto output = static_cast<uint32_t>(std::countr_zero(o));
    if (transit_[output].size() >= spec_.queue) result &= ~(uint64_t{1} << output);
  }
  return result;
}

void Crossbar::match(uint64_t now, uint64_t outputs) {
  if (outputs == 0) return;
  match_ports(requests_, ~busy_inputs_, outputs, spec_.iterations, random_,
              [&](uint32_t input, uint32_t output) { transfer(input, output, now); });
}

void Crossbar::transfer(uint32_t input, uint32_t output, uint64_t now) {
  Ring<Queued>& from = queue(input, output);
  const Queued& head = from.front();
  flits_ += head.flits;
  transit_[output].push({now + head.flits - 1 + spec_.latency, head.packet});
  occupied_ |= uint64_t{1} << output;
  input_until_[input] = output_until_[output] = now + head.flits;
  busy_inputs_ |= uint64_t{1} << input;
  busy_outputs_ |= uint64_t{1} << output;
  from.pop();
  --held_[input];
  departed_ |= uint64_t{1} << input;
  if (from.empty()) requests_[output] &= ~(uint64_t{1} << input);
  if (requests_[output] == 0) requested_ &= ~(uint64_t{1} << output);
}

uint64_t Crossbar::next(uint64_t now) const {
  if (requested_ != 0) return now + 1;
  uint64_t result = kNeverTick;
  for (uint64_t o = occupied_; o != 0; o &= o - 1)
    result = std::min(result, transit_[static_cast<uint32_t>(std::countr_zero(o))].front().arrival);
  return occupied_ == 0 ? kNeverTick : std::max(result, now + 1);
}

}  // namespace heddle
