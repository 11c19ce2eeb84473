// Python values as kernel arguments. PTX says of a parameter whether it is an integer, a floating
// point number, or bits of some size, so a value that cannot be meant is refused: a float for a
// .u32, 300 for a .u8, an array where a buffer belongs. Of .b32 PTX does not say how its bits are
// meant; whole numbers go there as such, floating point numbers as numpy.float32.
#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <cstring>

#include "base/error.hpp"
#include "buffer.hpp"
#include "kernels.hpp"
#include "launch/element.hpp"

namespace heddle::python {

namespace {

std::string shown(const py::handle& value) {
  std::string text = py::repr(value).cast<std::string>();
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

class ArgumentPacker {
 public:
  ArgumentPacker(const KernelHandle& kernel, size_t number, std::span<std::byte> to)
      : kernel_(kernel), number_(number), parameter_(kernel.parameters[number]), to_(to) {}

  void pack(const py::handle& value) const {
    if (py::isinstance<ArrayBuffer>(value))
      pack_buffer(value.cast<const ArrayBuffer&>());
    else if (parameter_.is_array)
      pack_bytes(value);
    else
      pack_number(value);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(fmt::format("kernel '{}', parameter {} '{}' ({}): {}", kernel_.kernel.name(),
                                 number_ + 1, parameter_.name, parameter_.text(), why));
  }

  void pack_buffer(const ArrayBuffer& buffer) const {
    if (to_.size() != sizeof(Address) || parameter_.is_array || ptx::is_float(parameter_.type))
      refuse("a buffer is passed as its address, which takes a parameter of 64 bits");
    const Address address = buffer.address_on(*kernel_.module->device);
    std::memcpy(to_.data(), &address, sizeof address);
  }

  /// A structure: anything with so many bytes.
  void pack_bytes(const py::handle& value) const {
    Py_buffer view;
    if (PyObject_GetBuffer(value.ptr(), &view, PyBUF_C_CONTIGUOUS) != 0) {
      PyErr_Clear();
      refuse(
          fmt::format("{} is not bytes; pass bytes, a numpy value or a ctypes structure of {} "
                      "bytes",
                      shown(value), to_.size()));
    }
    const auto size = static_cast<size_t>(view.len);
    if (size == to_.size()) std::memcpy(to_.data(), view.buf, size);
    PyBuffer_Release(&view);
    if (size != to_.size())
      refuse(fmt::format("the argument has {} bytes, the parameter {}", size, to_.size()));
  }

  void pack_number(const py::handle& value) const {
    const ElementType* type = find_element_type(ptx::name_of(parameter_.type));
    if (!type) return pack_bytes(value);
    if (py::isinstance<py::array>(value))
      refuse("an array of the host cannot be passed; copy it to the device: device.buffer(array)");
    const py::module_ numpy = py::module_::import("numpy");
    if (py::isinstance(value, numpy.attr("floating")) && type->kind == ElementType::Kind::Bits)
      return pack_bits(value);
    if (PyFloat_Check(value.ptr()) || py::isinstance(value, numpy.attr("floating")))
      return pack_real(*type, value);
    if (!PyIndex_Check(value.ptr()) && !py::isinstance(value, numpy.attr("bool_")))
      refuse(fmt::format("{} is no number; pass a number{}", shown(value),
                         to_.size() == 8 ? " or a buffer" : ""));
    pack_whole(*type, py::reinterpret_steal<py::object>(PyNumber_Long(value.ptr())));
  }

  /// numpy.float32(x) for .b32.
  void pack_bits(const py::handle& value) const {
    const auto bytes = value.attr("tobytes")().cast<std::string>();
    if (bytes.size() != to_.size())
      refuse(
          fmt::format("the argument {} has {} bytes, the parameter {}; pass "
                      "numpy.float{}(x)",
                      shown(value), bytes.size(), to_.size(), 8 * to_.size()));
    std::memcpy(to_.data(), bytes.data(), bytes.size());
  }

  void pack_real(const ElementType& type, const py::handle& value) const {
    if (type.kind == ElementType::Kind::Bits)
      refuse(
          fmt::format("{} may be meant as any floating-point format; say which: "
                      "numpy.float{}({})",
                      shown(value), 8 * to_.size(), shown(value)));
    if (!type.is_float())
      refuse(fmt::format("{} is a floating-point number; round it: int(x)", shown(value)));
    store(type, encode_float(type, PyFloat_AsDouble(value.ptr())), value);
  }

  void pack_whole(const ElementType& type, const py::object& value) const {
    if (!value) throw py::error_already_set();
    if (type.is_float()) {
      const double real = PyLong_AsDouble(value.ptr());
      if (real == -1 && PyErr_Occurred()) PyErr_Clear(), out_of_range(type, value);
      return store(type, encode_float(type, real), value);
    }
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow == 0) return store(type, encode_signed(type, number), value);
    const unsigned long long large = PyLong_AsUnsignedLongLong(value.ptr());
    if (PyErr_Occurred()) PyErr_Clear(), out_of_range(type, value);
    store(type, encode_unsigned(type, large), value);
  }

  void store(const ElementType& type, std::optional<uint64_t> bits, const py::handle& value) const {
    if (!bits) out_of_range(type, value);
    std::memcpy(to_.data(), &*bits, to_.size());
  }

  [[noreturn]] void out_of_range(const ElementType& type, const py::handle& value) const {
    refuse(type.is_float() ? fmt::format("{} is too large", shown(value))
                           : fmt::format("{} is outside {}", shown(value), range_text(type)));
  }

  const KernelHandle& kernel_;
  size_t number_;
  const TypedParameter& parameter_;
  std::span<std::byte> to_;
};

std::string parameter_list(const KernelHandle& kernel) {
  std::string text;
  for (const TypedParameter& p : kernel.parameters)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", p.text(), p.name);
  return text;
}

}  // namespace

std::string TypedParameter::text() const {
  return is_array
             ? fmt::format(".{}[{}]", ptx::name_of(type), size / std::max(1u, ptx::size_of(type)))
             : fmt::format(".{}", ptx::name_of(type));
}

std::vector<std::byte> pack(const KernelHandle& kernel, const py::args& arguments) {
  if (arguments.size() != kernel.parameters.size())
    throw UsageError(fmt::format("kernel '{}' has {} parameter{} ({}), the launch gives {}",
                                 kernel.kernel.name(), kernel.parameters.size(),
                                 kernel.parameters.size() == 1 ? "" : "s", parameter_list(kernel),
                                 arguments.size()));
  std::vector<std::byte> block(kernel.kernel.parameter_bytes());
  for (size_t i = 0; i < arguments.size(); i++) {
    const TypedParameter& p = kernel.parameters[i];
    ArgumentPacker(kernel, i, std::span(block).subspan(p.offset, p.size)).pack(arguments[i]);
  }
  return block;
}

}  // namespace heddle::python
