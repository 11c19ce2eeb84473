#include "buffer.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "base/error.hpp"
#include "bindings.hpp"

namespace heddle::python {

namespace {

std::string text_of(const py::handle& object) { return py::str(object).cast<std::string>(); }

py::tuple shape_tuple(const py::array& array) { return array.attr("shape"); }

std::span<const std::byte> bytes_of(const py::array& array) {
  return {static_cast<const std::byte*>(array.data()), static_cast<size_t>(array.nbytes())};
}

py::module_ numpy() { return py::module_::import("numpy"); }

/// Elements that are arrays, as ("f4", (3,)), are more dimensions, as in arrays of numpy.
void split_subarray(py::dtype& dtype, std::vector<py::ssize_t>& shape) {
  const py::object parts = dtype.attr("subdtype");
  if (parts.is_none()) return;
  const auto more = parts[py::int_(1)].cast<std::vector<py::ssize_t>>();
  shape.insert(shape.end(), more.begin(), more.end());
  dtype = py::dtype::from_args(dtype.attr("base"));
}

}  // namespace

void check_dtype(const py::dtype& dtype) {
  const char kind = dtype.kind();
  if (dtype.attr("hasobject").cast<bool>() ||
      std::string_view("biufcVS").find(kind) == std::string_view::npos)
    throw UsageError(fmt::format(
        "device memory holds plain bytes, not elements of dtype {}; use numbers, such as float32 "
        "or int32, or a structure of them",
        text_of(dtype)));
  if (!dtype.attr("isnative").cast<bool>())
    throw UsageError(fmt::format(
        "the elements of dtype {} are in the byte order of another machine; convert them: "
        "array.astype(array.dtype.newbyteorder('='))",
        text_of(dtype)));
}

py::array contiguous_array(const py::object& values) {
  py::object array = numpy().attr("asarray")(values, py::arg("order") = "C");
  check_dtype(array.attr("dtype"));
  return array;
}

std::vector<py::ssize_t> parse_shape(const py::object& shape) try {
  std::vector<py::ssize_t> sizes;
  if (!PySequence_Check(shape.ptr()) && PyIndex_Check(shape.ptr()))
    sizes.push_back(shape.cast<py::ssize_t>());
  else
    sizes = shape.cast<std::vector<py::ssize_t>>();
  for (py::ssize_t size : sizes)
    if (size < 0) throw UsageError(fmt::format("a shape has no negative size, such as {}", size));
  return sizes;
} catch (const py::cast_error&) {
  throw py::type_error(fmt::format("a shape is a whole number or several, not {}",
                                   py::repr(shape).cast<std::string>()));
}

ArrayBuffer::ArrayBuffer(std::shared_ptr<DeviceHandle> device, py::dtype dtype,
                         std::vector<py::ssize_t> shape, std::string label)
    : device_(std::move(device)),
      dtype_(std::move(dtype)),
      shape_(std::move(shape)),
      label_(std::move(label)) {
  split_subarray(dtype_, shape_);
  check_dtype(dtype_);
  bytes_ = static_cast<size_t>(dtype_.itemsize());
  for (py::ssize_t size : shape_)
    if (__builtin_mul_overflow(bytes_, static_cast<size_t>(size), &bytes_))
      throw UsageError("the buffer is too large");
  DeviceHandle::Use use(*device_);
  address_ = use->allocate(bytes_, label_);
}

ArrayBuffer::~ArrayBuffer() {
  if (!freed_) device_->dispose(address_);
}

py::array ArrayBuffer::read() const {
  const Address from = address();
  DeviceHandle::Use use(*device_);
  py::array values(dtype_, shape_);
  use->copy_to_host({static_cast<std::byte*>(values.mutable_data()), bytes_}, from);
  return values;
}

void ArrayBuffer::write(const py::object& values) {
  const Address to = address();
  if (!py::isinstance<py::array>(values))
    throw UsageError(fmt::format("{} takes an array, not {}: numpy.array(values, dtype='{}')",
                                 text(), text_of(py::type::of(values).attr("__name__")),
                                 text_of(dtype_)));
  py::array array = contiguous_array(values);
  if (!array.dtype().equal(dtype_))
    throw UsageError(
        fmt::format("{} holds {}, but the array has {}; convert it: array.astype('{}')", text(),
                    text_of(dtype_), text_of(array.dtype()), text_of(dtype_)));
  if (!shape_tuple(array).equal(shape()))
    throw UsageError(fmt::format("{} has the shape {}, but the array has {}", text(),
                                 text_of(shape()), text_of(shape_tuple(array))));
  DeviceHandle::Use use(*device_);
  use->copy_to_device(to, bytes_of(array));
}

void ArrayBuffer::fill(int value) {
  if (value < 0 || value > 255)
    throw UsageError(
        fmt::format("fill sets every byte to one value, from 0 to 255, not {}", value));
  const Address to = address();
  DeviceHandle::Use use(*device_);
  use->fill(to, static_cast<std::byte>(value), bytes_);
}

void ArrayBuffer::free() {
  if (freed_) return;
  DeviceHandle::Use use(*device_);
  use->free(address_);
  freed_ = true;
}

Address ArrayBuffer::address() const {
  if (freed_) throw UsageError(fmt::format("{} was freed", text()));
  if (device_->closed()) throw UsageError(fmt::format("the device of {} is closed", text()));
  return address_;
}

Address ArrayBuffer::address_on(const DeviceHandle& device) const {
  if (device_.get() != &device) throw UsageError(fmt::format("{} is on another device", text()));
  return address();
}

py::tuple ArrayBuffer::shape() const { return py::tuple(py::cast(shape_)); }

py::ssize_t ArrayBuffer::length() const {
  if (shape_.empty()) throw py::type_error("a buffer of one value has no length");
  return shape_[0];
}

std::string ArrayBuffer::text() const {
  return label_.empty() ? "the buffer" : fmt::format("the buffer '{}'", label_);
}

void bind_buffer(py::module_& module) {
  py::class_<ArrayBuffer>(module, "Buffer", "Device memory with the dtype and shape of an array.")
      .def("read", &ArrayBuffer::read, "A copy of the values as an array.")
      .def("write", &ArrayBuffer::write, py::arg("values"),
           "Copies values of the same dtype and shape to the device.")
      .def("fill", &ArrayBuffer::fill, py::arg("byte"), "Sets every byte.")
      .def("free", &ArrayBuffer::free, "Frees the memory now; using the buffer is then an error.")
      .def(
          "__array__",
          [](const ArrayBuffer& b, const py::object& dtype, const py::object& copy) -> py::object {
            if (copy.is(py::bool_(false)))
              throw py::value_error(
                  "the values of a buffer are on the device, so an array of them is a copy");
            py::array values = b.read();
            return dtype.is_none() ? py::object(values) : values.attr("astype")(dtype);
          },
          py::arg("dtype") = py::none(), py::arg("copy") = py::none())
      .def("__len__", &ArrayBuffer::length)
      .def("__repr__",
           [](const ArrayBuffer& b) {
             return fmt::format("<heddle.Buffer{}{} {} {}>", b.label().empty() ? "" : " ",
                                b.label(), text_of(b.dtype()), text_of(b.shape()));
           })
      .def_property_readonly("address", &ArrayBuffer::address)
      .def_property_readonly("dtype", &ArrayBuffer::dtype)
      .def_property_readonly("shape", &ArrayBuffer::shape)
      .def_property_readonly("nbytes", &ArrayBuffer::bytes)
      .def_property_readonly("label", &ArrayBuffer::label);
}

}  // namespace heddle::python
