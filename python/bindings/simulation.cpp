#include "simulation.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

namespace heddle::python {

namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);

bool on_main_thread() {
  py::module_ threading = py::module_::import("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

/// A thread that works, and what became of it.
class Worker {
 public:
  explicit Worker(const std::function<void()>& work) {
    thread_ = std::thread([this, &work] { run(work); });
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() { thread_.join(); }

  /// False: it still works.
  bool wait() {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, kBetweenLooks, [&] { return done_; });
  }
  /// In the middle of a callback; called with the GIL.
  void raise_keyboard_interrupt() const {
    PyThreadState_SetAsyncExc(python_id_, PyExc_KeyboardInterrupt);
  }
  std::exception_ptr failure() const { return failure_; }

 private:
  void run(const std::function<void()>& work) {
    {
      // The thread keeps its state of Python throughout, so that callbacks need not make one each.
      py::gil_scoped_acquire gil;
      python_id_ = PyThread_get_thread_ident();
      py::gil_scoped_release free;
      try {
        work();
      } catch (...) {
        failure_ = std::current_exception();
      }
    }
    std::lock_guard lock(mutex_);
    done_ = true;
    ended_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::atomic<unsigned long> python_id_ = 0;
  std::exception_ptr failure_;
  std::thread thread_;
};

std::exception_ptr work_here(const std::function<void()>& work) {
  py::gil_scoped_release free;
  try {
    work();
  } catch (...) {
    return std::current_exception();
  }
  return {};
}

}  // namespace

void simulate(CallbackGuard& guard, const std::function<void()>& work) {
  guard.stop_ = guard.failed_ = false;
  guard.failure_ = {};
  std::exception_ptr failure, signal;
  if (!on_main_thread()) {
    failure = work_here(work);
  } else {
    py::gil_scoped_release free;
    Worker worker(work);
    while (!worker.wait()) {
      py::gil_scoped_acquire gil;
      if (PyErr_CheckSignals() == 0) continue;
      auto raised = std::make_exception_ptr(py::error_already_set());
      if (!signal) signal = raised;
      guard.request_stop();
      if (guard.inside_ > 0) worker.raise_keyboard_interrupt();
    }
    failure = worker.failure();
  }
  std::exception_ptr callback = std::exchange(guard.failure_, {});
  for (const std::exception_ptr& first : {signal, callback, failure})
    if (first) std::rethrow_exception(first);
}

}  // namespace heddle::python
