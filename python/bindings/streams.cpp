// Streams and events: work is done when a call returns, in the order of the calls.
#include "streams.hpp"

#include "bindings.hpp"
#include "kernels.hpp"

namespace heddle::python {

void bind_streams(py::module_& module) {
  using StreamPtr = std::shared_ptr<StreamHandle>;
  using EventPtr = std::shared_ptr<EventHandle>;
  py::class_<EventHandle, EventPtr>(module, "Event", "The work that a device had done.")
      .def(py::init([](const std::shared_ptr<DeviceHandle>& d) {
             DeviceHandle::Use device(*d);
             return std::make_shared<EventHandle>(EventHandle{d, device->event()});
           }),
           py::arg("device").none(false))
      .def_property_readonly("recorded", [](const EventHandle& e) { return e.event.recorded(); })
      .def_property_readonly("totals",
                             [](const EventHandle& e) { return totals_dict(e.event.totals()); });
  py::class_<StreamHandle, StreamPtr>(module, "Stream", "Work in order.")
      .def(py::init([](const std::shared_ptr<DeviceHandle>& d) {
             DeviceHandle::Use device(*d);
             return std::make_shared<StreamHandle>(StreamHandle{d, device->stream()});
           }),
           py::arg("device").none(false))
      .def(
          "record",
          [](const StreamHandle& s, EventHandle& e) {
            DeviceHandle::Use device(*s.device);
            s.stream.record(e.event);
          },
          py::arg("event").none(false))
      .def(
          "wait",
          [](const StreamHandle& s, const EventHandle& e) {
            DeviceHandle::Use device(*s.device);
            s.stream.wait(e.event);
          },
          py::arg("event").none(false));
  module.def(
      "elapsed",
      [](const EventHandle& from, const EventHandle& to) {
        return totals_dict(elapsed(from.event, to.event));
      },
      py::arg("start").none(false), py::arg("end").none(false),
      "What the device executed between two events.");
}

}  // namespace heddle::python
