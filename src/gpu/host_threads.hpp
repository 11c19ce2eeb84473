// Host threads that share the work of one simulation.
//
// Work comes in rounds of numbered tasks. In every round a thread starts with the same tasks, whose
// data its caches hold, and then takes tasks that no other thread has started. Waiting threads spin
// briefly and then sleep, so that they do not slow down a host with fewer cores than threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace heddle {

class HostThreads {
 public:
  /// `threads` includes the calling thread; every round has `tasks` tasks.
  HostThreads(uint32_t threads, uint32_t tasks);
  ~HostThreads();
  HostThreads(const HostThreads&) = delete;
  HostThreads& operator=(const HostThreads&) = delete;

  /// Calls work(n) once for each n below the number of tasks and returns when all calls have
  /// returned. The calls see what the caller wrote before, and the caller sees what they wrote.
  void run(const std::function<void(uint32_t)>& work);

 private:
  void help(uint32_t thread);
  void take_tasks(uint32_t thread, uint32_t round);

  struct alignas(64) Task {
    std::atomic<uint32_t> round{0};  // the last one in which a thread has taken it
  };
  std::unique_ptr<Task[]> tasks_;
  uint32_t count_;
  const std::function<void(uint32_t)>* work_ = nullptr;
  alignas(64) std::atomic<uint32_t> round_{0};
  alignas(64) std::atomic<uint32_t> left_{0};  // tasks of this round that have not returned
  std::atomic<bool> ends_{false};
  std::vector<std::thread> threads_;
};

}  // namespace heddle
