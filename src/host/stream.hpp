// Streams and events with CUDA's ordering.
//
// Work on a stream executes in order, and is complete when the call returns: one of the orders that
// CUDA allows, and always the same one. Events record what the device had executed, so the time
// between two events is a simulated quantity.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "host/types.hpp"

namespace heddle {

struct DeviceState;

class Event {
 public:
  bool recorded() const { return totals_.has_value(); }
  /// What the device had executed when the event was recorded; throws UsageError before that.
  const DeviceTotals& totals() const;

 private:
  friend class Device;
  friend class Stream;
  explicit Event(std::shared_ptr<DeviceState> device) : device_(std::move(device)) {}

  std::shared_ptr<DeviceState> device_;
  std::optional<DeviceTotals> totals_;

  friend DeviceTotals elapsed(const Event& from, const Event& to);
};

/// What the device executed between two events. Throws UsageError if one was not recorded, if they
/// belong to different devices, or if `to` was recorded first.
DeviceTotals elapsed(const Event& from, const Event& to);

class Stream {
 public:
  uint32_t id() const { return id_; }
  void copy_to_device(Address to, std::span<const std::byte> from) const;
  void copy_to_host(std::span<std::byte> to, Address from) const;
  void copy(Address to, Address from, uint64_t bytes) const;
  void fill(Address address, std::byte value, uint64_t bytes) const;
  void record(Event& event) const;
  /// Work after this waits for the event. Throws UsageError for an event of another device.
  void wait(const Event& event) const;
  /// Returns when all work on the stream is done, which is immediately.
  void synchronize() const {}
  bool idle() const { return true; }

 private:
  friend class Device;
  Stream(std::shared_ptr<DeviceState> device, uint32_t id) : device_(std::move(device)), id_(id) {}

  std::shared_ptr<DeviceState> device_;
  uint32_t id_;
};

}  // namespace heddle
