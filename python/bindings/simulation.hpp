// Runs long work without the GIL, so that other Python threads go on, and so that Ctrl-C ends it.
//
// Python runs its signal handlers in the main thread only, and only when that holds the GIL. So
// work that the main thread asks for runs on a thread of its own, while the main thread looks for
// signals twenty times a second. An exception of a handler (KeyboardInterrupt, or whatever the
// program's own handler raises) requests a stop, also of what callbacks of that work simulate, and
// is raised when the work has ended. Work that another thread asks for runs on that thread.
//
// A thread that asks for the GIL when the interpreter has begun to end is ended where it stands,
// which C++ does not survive. So the interpreter's end waits until all simulations of daemon
// threads have stopped.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <exception>
#include <functional>
#include <utility>

namespace heddle::python {

namespace py = pybind11;

/// The request to stop one simulation, and the first exception of its callbacks.
class CallbackGuard {
 public:
  const std::atomic<bool>* stop_flag() const { return &stop_; }
  void request_stop() { stop_ = true; }

  /// Calls f, which may use Python, with the GIL. No exception leaves this function: the first one
  /// requests a stop, is raised when the simulation has ended, and ends all callbacks.
  template <class F>
  void call(F f) {
    if (failed_) return;
    py::gil_scoped_acquire gil;
    if (failed_) return;
    inside_++;
    CallbackGuard* const outer = std::exchange(calls_, this);
    try {
      f();
    } catch (...) {
      failure_ = std::current_exception();
      failed_ = true;
      request_stop();
    }
    calls_ = outer;
    inside_--;
  }
  /// Throws what a callback raised outside a simulation.
  void raise_failure();

 private:
  friend void simulate(CallbackGuard& guard, const std::function<void()>& work);
  friend class Running;

  static inline thread_local CallbackGuard* calls_ = nullptr;  // whose callback this thread runs

  std::atomic<bool> stop_ = false, failed_ = false;
  std::atomic<int> inside_ = 0;  // callbacks that run now
  std::exception_ptr failure_;
  CallbackGuard* parent_ = nullptr;  // whose callback asked for this simulation
};

/// Called with the GIL; `work` runs without it. Throws what a signal handler raised, else what a
/// callback raised, else what `work` threw. Does not return when the interpreter ends.
void simulate(CallbackGuard& guard, const std::function<void()>& work);

/// Lets the interpreter's end wait for simulations.
void bind_simulations();

}  // namespace heddle::python
