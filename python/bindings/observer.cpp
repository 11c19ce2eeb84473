#include "observer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/stl.h>

#include "base/error.hpp"
#include "config/schema.hpp"

namespace heddle::python {

PythonObserver::PythonObserver(const py::object& object, CallbackGuard& guard) : guard_(guard) {
  if (PyType_Check(object.ptr()))
    throw UsageError(fmt::format("the observer is the class {}; give an object of it: {}()",
                                 py::repr(object).cast<std::string>(),
                                 object.attr("__name__").cast<std::string>()));
  const py::object base = py::module_::import("heddle.observer").attr("Observer");
  bool any = false;
  for (size_t m = 0; m < kMethods; m++) {
    py::object method = py::getattr(object, kNames[m], py::none());
    if (method.is_none()) continue;
    // The base class's own methods do nothing.
    if (py::getattr(method, "__func__", py::none()).is(base.attr(kNames[m]))) continue;
    methods_[m] = method;
    any = true;
  }
  if (!any)
    throw UsageError(fmt::format("the observer {} has none of the methods of heddle.Observer: {}",
                                 py::repr(object).cast<std::string>(), fmt::join(kNames, ", ")));
}

void PythonObserver::launch_begins(Cycle now, const Executable& kernel, const Launch& launch) {
  kernel_ = &kernel;
  instructions_.clear();
  if (!methods_[LaunchBegins]) return;
  guard_.call([&] {
    methods_[LaunchBegins](now.value(), std::string(kernel.entry->name),
                           py::make_tuple(launch.grid.x, launch.grid.y, launch.grid.z),
                           py::make_tuple(launch.block.x, launch.block.y, launch.block.z));
  });
}

void PythonObserver::launch_ends(Cycle now) {
  call(LaunchEnds, now.value());
  kernel_ = nullptr;
}

void PythonObserver::fetch_begins(Cycle now, uint32_t sm, GroupId group, uint32_t count) {
  call(FetchBegins, now.value(), sm, group.value(), count);
}

void PythonObserver::fetched(Cycle now, uint32_t sm, GroupId group, uint32_t count) {
  call(Fetched, now.value(), sm, group.value(), count);
}

void PythonObserver::fetch_dropped(Cycle now, uint32_t sm, GroupId group) {
  call(FetchDropped, now.value(), sm, group.value());
}

const PythonObserver::Instruction& PythonObserver::instruction_at(LinkedPc pc) {
  const size_t index = pc.value();
  if (index >= instructions_.size()) instructions_.resize(index + 1);
  Instruction& found = instructions_[index];
  if (!found.known) found = {true, kernel_->line_of(pc), kernel_->text_of(pc)};
  return found;
}

void PythonObserver::issued(Cycle now, const IssuedPacket& p) {
  if (!methods_[Issued]) return;
  guard_.call([&] {
    const Instruction& at = instruction_at(p.pc);
    PacketView view{p.sm,
                    p.packet.value(),
                    p.group.value(),
                    p.warp.value(),
                    p.pc.value(),
                    at.line,
                    at.text,
                    std::string(unit_name(p.unit)),
                    p.threads.size(),
                    p.first,
                    {}};
    for (const TileMask& part : p.threads) view.tiles.emplace_back(part.tile.value(), part.mask);
    methods_[Issued](now.value(), std::move(view));
  });
}

void PythonObserver::executes(Cycle when, uint32_t sm, PacketId packet) {
  call(Executes, when.value(), sm, packet.value());
}

void PythonObserver::completed(Cycle now, uint32_t sm, PacketId packet) {
  call(Completed, now.value(), sm, packet.value());
}

std::unique_ptr<PythonObserver> make_observer(const py::object& object, CallbackGuard& guard) {
  if (object.is_none()) return nullptr;
  return std::make_unique<PythonObserver>(object, guard);
}

void bind_packets(py::module_& module) {
  py::class_<PacketView>(module, "Packet", "What issued in one slot.")
      .def_readonly("sm", &PacketView::sm)
      .def_readonly("packet", &PacketView::packet)
      .def_readonly("group", &PacketView::group)
      .def_readonly("warp", &PacketView::warp)
      .def_readonly("pc", &PacketView::pc)
      .def_readonly("line", &PacketView::line)
      .def_readonly("instruction", &PacketView::instruction)
      .def_readonly("unit", &PacketView::unit)
      .def_readonly("threads", &PacketView::threads)
      .def_readonly("first", &PacketView::first)
      .def_readonly("tiles", &PacketView::tiles)
      .def("__repr__", [](const PacketView& p) {
        return fmt::format("<heddle.Packet sm={} warp={} threads={} line={}: {}>", p.sm, p.warp,
                           p.threads, p.line, p.instruction);
      });
}

}  // namespace heddle::python
