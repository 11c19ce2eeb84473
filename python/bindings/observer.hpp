// An observer whose methods are Python's. Only methods that the object defines are called.
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "simulation.hpp"
#include "sm/observer.hpp"

namespace heddle::python {

/// An issued packet as Python keeps it.
struct PacketView {
  uint32_t sm, packet, group, warp, pc, line;
  std::string instruction, unit;
  uint32_t threads;
  bool first;
  std::vector<std::pair<uint32_t, uint32_t>> tiles;  // numbers and masks of their threads
};

class PythonObserver final : public Observer {
 public:
  PythonObserver(const py::object& object, CallbackGuard& guard);

  void launch_begins(Cycle now, const Executable& kernel, const Launch& launch) override;
  void launch_ends(Cycle now) override;
  void fetch_begins(Cycle now, uint32_t sm, GroupId group, uint32_t count) override;
  void fetched(Cycle now, uint32_t sm, GroupId group, uint32_t count) override;
  void fetch_dropped(Cycle now, uint32_t sm, GroupId group) override;
  void issued(Cycle now, const IssuedPacket& packet) override;
  void executes(Cycle when, uint32_t sm, PacketId packet) override;
  void completed(Cycle now, uint32_t sm, PacketId packet) override;

 private:
  enum Method {
    LaunchBegins,
    LaunchEnds,
    FetchBegins,
    Fetched,
    FetchDropped,
    Issued,
    Executes,
    Completed,
    kMethods
  };
  static constexpr std::array<const char*, kMethods> kNames = {
      "launch_begins", "launch_ends", "fetch_begins", "fetched",
      "fetch_dropped", "issued",      "executes",     "completed"};
  /// Where an instruction stands; kept, since its text is made anew each time.
  struct Instruction {
    bool known = false;
    uint32_t line = 0;
    std::string text;
  };

  template <class... Args>
  void call(Method method, const Args&... args) {
    if (methods_[method]) guard_.call([&] { methods_[method](args...); });
  }
  const Instruction& instruction_at(LinkedPc pc);

  CallbackGuard& guard_;
  std::array<py::object, kMethods> methods_;  // null: not defined
  const Executable* kernel_ = nullptr;        // that runs
  std::vector<Instruction> instructions_;     // by pc
};

/// Null for None. Throws UsageError for an object without any of the methods.
std::unique_ptr<PythonObserver> make_observer(const py::object& object, CallbackGuard& guard);
void bind_packets(py::module_& module);

}  // namespace heddle::python
