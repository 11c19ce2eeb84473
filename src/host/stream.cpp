#include "host/stream.hpp"

#include "base/error.hpp"
#include "host/device_state.hpp"

namespace heddle {

const DeviceTotals& Event::totals() const {
  if (!totals_) throw UsageError("this event was never recorded");
  return *totals_;
}

DeviceTotals elapsed(const Event& from, const Event& to) {
  if (from.device_ != to.device_) throw UsageError("the two events belong to different devices");
  const DeviceTotals &a = from.totals(), &b = to.totals();
  if (b.launches < a.launches) throw UsageError("the second event was recorded before the first");
  return b - a;
}

void Stream::copy_to_device(Address to, std::span<const std::byte> from) const {
  device_->memory.write(to, from);
}

void Stream::copy_to_host(std::span<std::byte> to, Address from) const {
  device_->memory.read(from, to);
}

void Stream::copy(Address to, Address from, uint64_t bytes) const {
  device_->memory.copy(to, from, bytes);
}

void Stream::fill(Address address, std::byte value, uint64_t bytes) const {
  device_->memory.fill(address, value, bytes);
}

void Stream::record(Event& event) const {
  if (event.device_ != device_) throw UsageError("the event belongs to another device");
  event.totals_ = device_->totals;
}

void Stream::wait(const Event& event) const {
  if (event.device_ != device_) throw UsageError("the event belongs to another device");
}

}  // namespace heddle
