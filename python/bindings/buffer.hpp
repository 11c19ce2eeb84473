// Device memory with the dtype and shape of a numpy array.
#pragma once

#include <pybind11/numpy.h>

#include <memory>
#include <string>
#include <vector>

#include "device_handle.hpp"

namespace heddle::python {

class ArrayBuffer {
 public:
  /// Zero-filled. Throws UsageError for a dtype that is no plain bytes, and as Device::allocate.
  ArrayBuffer(std::shared_ptr<DeviceHandle> device, py::dtype dtype, std::vector<py::ssize_t> shape,
              std::string label);
  ~ArrayBuffer();
  ArrayBuffer(const ArrayBuffer&) = delete;
  ArrayBuffer& operator=(const ArrayBuffer&) = delete;

  py::array read() const;
  /// The values have the buffer's dtype and shape; what is not an array becomes one.
  void write(const py::object& values);
  void fill(int value);
  void free();
  /// Throws UsageError after `free`, and for another device.
  Address address_on(const DeviceHandle& device) const;
  Address address() const;

  const py::dtype& dtype() const { return dtype_; }
  py::tuple shape() const;
  const std::string& label() const { return label_; }
  size_t bytes() const { return bytes_; }
  py::ssize_t length() const;
  std::string text() const;

 private:
  std::shared_ptr<DeviceHandle> device_;
  py::dtype dtype_;
  std::vector<py::ssize_t> shape_;
  std::string label_;
  size_t bytes_ = 0;
  Address address_ = 0;
  bool freed_ = false;
};

/// Throws UsageError for elements that are not plain bytes in this host's order.
void check_dtype(const py::dtype& dtype);
/// As an array in C order without gaps. Throws UsageError for what numpy cannot turn into numbers.
py::array contiguous_array(const py::object& values);
std::vector<py::ssize_t> parse_shape(const py::object& shape);

}  // namespace heddle::python
