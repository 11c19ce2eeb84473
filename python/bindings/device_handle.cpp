#include "device_handle.hpp"

#include "base/error.hpp"
#include "engine.hpp"

namespace heddle::python {

DeviceHandle::DeviceHandle(DeviceOptions options, std::shared_ptr<EngineHandle> engine)
    : engine_(std::move(engine)) {
  if (engine_) {
    if (engine_->taken)
      throw UsageError(
          "this engine belongs to another device; make an engine for each device, since a machine "
          "runs one launch at a time");
    guard_ = engine_->guard;
    options.engine = engine_->engine;
  } else {
    guard_ = std::make_shared<CallbackGuard>();
  }
  options.interrupted = guard_->stop_flag();
  if (auto print = std::move(options.print))
    options.print = [guard = guard_.get(), print](std::string_view text) {
      guard->call([&] { print(text); });
    };
  device_.emplace(std::move(options));
  if (engine_) engine_->taken = true;
}

DeviceHandle::~DeviceHandle() {
  device_.reset();
  if (engine_) engine_->taken = false;
}

DeviceHandle::Use::Use(DeviceHandle& handle) : handle_(handle) {
  if (handle.busy_)
    throw UsageError(
        "the device is in use: a launch or another call runs on another thread, or this is a "
        "callback of that launch; wait for its end, or use a device for each thread");
  if (!handle.device_) throw UsageError("the device is closed");
  handle.busy_ = true;
  if (handle.engine_) handle.engine_->busy = true;
}

DeviceHandle::Use::~Use() {
  handle_.busy_ = false;
  if (handle_.engine_) handle_.engine_->busy = false;
  handle_.empty_trash();
}

void DeviceHandle::close() {
  if (!device_) return;
  { Use whether_it_may(*this); }
  device_.reset();
  if (engine_) engine_->taken = false;
}

void DeviceHandle::dispose(Address address) {
  addresses_.push_back(address);
  if (!busy_) empty_trash();
}

void DeviceHandle::dispose(Module module) {
  modules_.push_back(std::move(module));
  if (!busy_) empty_trash();
}

void DeviceHandle::empty_trash() {
  modules_.clear();
  for (Address address : std::exchange(addresses_, {}))
    if (device_ && device_->memory().find(address, 1)) device_->memory().release(address);
}

}  // namespace heddle::python
