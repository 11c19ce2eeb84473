#include "simulation.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace heddle::python {

/// The simulations of the interpreter that run now; used with the GIL.
class Running {
 public:
  /// One of them, while it exists.
  class Entry {
   public:
    explicit Entry(CallbackGuard& guard) : guard_(guard) { all().push_back(&guard); }
    ~Entry() { std::erase(all(), &guard_); }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    CallbackGuard& guard_;
  };

  /// This one, and those that its callbacks have asked for.
  static void stop(const CallbackGuard& of) {
    for (CallbackGuard* guard : all())
      for (const CallbackGuard* g = guard; g; g = g->parent_)
        if (g == &of) guard->request_stop();
  }
  static void stop_all() {
    for (CallbackGuard* guard : all()) guard->request_stop();
  }
  static bool none() { return all().empty(); }
  /// In the child of a fork, which has none of the threads.
  static void forget() { all().clear(); }
  /// Whether the interpreter ends.
  static bool& ending() {
    static bool ending = false;
    return ending;
  }

 private:
  static std::vector<CallbackGuard*>& all() {
    static std::vector<CallbackGuard*> all;
    return all;
  }
};

namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);
// A callback that does not return must not keep the interpreter from ending.
constexpr auto kLongestEnd = std::chrono::seconds(5);

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

/// Where other threads wait for the end of the process.
[[noreturn]] void wait_for_the_end() {
  py::gil_scoped_release free;
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

void end_simulations() {
  Running::ending() = true;
  const auto latest = std::chrono::steady_clock::now() + kLongestEnd;
  while (!Running::none() && std::chrono::steady_clock::now() < latest) {
    Running::stop_all();
    py::gil_scoped_release free;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace

void CallbackGuard::raise_failure() {
  stop_ = failed_ = false;
  if (std::exception_ptr failure = std::exchange(failure_, {})) std::rethrow_exception(failure);
}

void simulate(CallbackGuard& guard, const std::function<void()>& work) {
  const bool is_main = on_main_thread();
  // In a callback, the simulation that calls it has to end first.
  const bool may_wait = !is_main && !CallbackGuard::calls_;
  if (Running::ending() && may_wait) wait_for_the_end();
  guard.stop_ = guard.failed_ = false;
  guard.failure_ = {};
  guard.parent_ = CallbackGuard::calls_;
  std::optional<Running::Entry> entry(guard);
  std::exception_ptr failure, signal;
  if (!is_main) {
    failure = work_here(work);
  } else {
    py::gil_scoped_release free;
    Worker worker(work);
    while (!worker.wait()) {
      py::gil_scoped_acquire gil;
      if (PyErr_CheckSignals() == 0) continue;
      auto raised = std::make_exception_ptr(py::error_already_set());
      if (!signal) signal = raised;
      Running::stop(guard);
      if (guard.inside_ > 0) worker.raise_keyboard_interrupt();
    }
    failure = worker.failure();
  }
  entry.reset();
  if (Running::ending() && may_wait) wait_for_the_end();
  std::exception_ptr callback = std::exchange(guard.failure_, {});
  for (const std::exception_ptr& first : {signal, callback, failure})
    if (first) std::rethrow_exception(first);
}

void bind_simulations() {
  py::module_::import("atexit").attr("register")(py::cpp_function(&end_simulations));
  py::module_::import("os").attr("register_at_fork")(py::arg("after_in_child") =
                                                         py::cpp_function(&Running::forget));
}

}  // namespace heddle::python
