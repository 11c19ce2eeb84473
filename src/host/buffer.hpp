// Owned device memory with an element type, freed when the Buffer is destroyed.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "host/device_state.hpp"

namespace heddle {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>, "device memory holds plain bytes");

 public:
  Buffer() = default;
  Buffer(std::shared_ptr<DeviceState> device, size_t count, std::string label = {})
      : device_(std::move(device)), count_(count) {
    if (count > ~uint64_t{0} / sizeof(T)) throw UsageError("the buffer is too large");
    address_ =
        device_->memory.allocate(count * sizeof(T), Allocation::Kind::Buffer, std::move(label));
  }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    Buffer moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~Buffer() {
    // The address may have been freed explicitly; a destructor cannot report that.
    if (device_ && device_->memory.find(address_, 1)) device_->memory.release(address_);
  }

  Address address() const { return address_; }
  size_t size() const { return count_; }
  size_t bytes() const { return count_ * sizeof(T); }
  bool belongs_to(const DeviceState& device) const { return device_.get() == &device; }

  void write(std::span<const T> values, size_t first = 0) {
    DeviceMemory& to = memory();
    check(first, values.size());
    to.write(address_ + first * sizeof(T), std::as_bytes(values));
  }
  void read(std::span<T> values, size_t first = 0) const {
    DeviceMemory& from = memory();
    check(first, values.size());
    from.read(address_ + first * sizeof(T), std::as_writable_bytes(values));
  }
  std::vector<T> read() const {
    std::vector<T> values(count_);
    read(values);
    return values;
  }
  void fill(std::byte value) { memory().fill(address_, value, bytes()); }

 private:
  DeviceMemory& memory() const {
    if (!device_) throw UsageError("this buffer is empty: it was moved from or never allocated");
    return device_->memory;
  }
  void check(size_t first, size_t count) const {
    if (first > count_ || count > count_ - first)
      throw UsageError(fmt::format("cannot access {} elements from index {}: the buffer has {}",
                                   count, first, count_));
  }
  void swap(Buffer& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(address_, other.address_);
    std::swap(count_, other.count_);
  }

  std::shared_ptr<DeviceState> device_;
  Address address_ = 0;
  size_t count_ = 0;
};

}  // namespace heddle
