#pragma once

#include <memory>

#include "device_handle.hpp"

namespace heddle::python {

/// A stream or an event with the device that it needs.
struct StreamHandle {
  std::shared_ptr<DeviceHandle> device;
  Stream stream;
};
struct EventHandle {
  std::shared_ptr<DeviceHandle> device;
  Event event;
};

}  // namespace heddle::python
