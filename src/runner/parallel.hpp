// Runs independent tasks on the host's cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/host_cores.hpp"

namespace heddle {

struct ParallelOptions {
  unsigned jobs = host_cores();
  const std::atomic<bool>* interrupted = nullptr;           // once set, no further task starts
  std::function<void(size_t done, size_t all)> ended = {};  // after each task; calls do not overlap
};

/// Calls work(0), work(1), … work(count - 1). Threads take the next task as they become free, so
/// the place of a task's result must not depend on the order of execution. After an exception no
/// further task starts, and the first exception is thrown when all threads have stopped.
template <class F>
void run_parallel(size_t count, const ParallelOptions& options, F work) {
  std::atomic<size_t> next = 0;
  std::mutex guard;
  size_t done = 0;
  std::exception_ptr error;
  auto stopped = [&] { return options.interrupted && options.interrupted->load(); };
  auto take = [&] {
    for (size_t i; !stopped() && (i = next++) < count;) {
      try {
        work(i);
      } catch (...) {
        std::lock_guard lock(guard);
        if (!error) error = std::current_exception();
        next = count;
        return;
      }
      std::lock_guard lock(guard);
      done++;
      if (options.ended) options.ended(done, count);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (size_t i = 1; i < std::min<size_t>(options.jobs, count); i++) threads.emplace_back(take);
    take();
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace heddle
