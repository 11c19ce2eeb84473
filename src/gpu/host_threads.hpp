// Host threads that share the work of one simulation.
//
// Work comes in rounds of numbered tasks. A task has the same home thread in every round, whose
// caches hold its data; a thread that has no more tasks of its own takes the last ones of other
// threads, so that it is the same tasks that move, as far as possible.
// Waiting threads spin briefly and then sleep, so that they do not slow down a host with fewer
// cores than threads: nobody waits for a thread that has not started a task.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <vector>

namespace heddle {

class HostThreads {
 public:
  static constexpr uint32_t kMaxTasks = 0xffff;

  /// `threads` includes the calling thread; tasks have numbers below `numbers`.
  HostThreads(uint32_t threads, uint32_t numbers);
  ~HostThreads();
  HostThreads(const HostThreads&) = delete;
  HostThreads& operator=(const HostThreads&) = delete;

  uint32_t count() const { return static_cast<uint32_t>(threads_.size()) + 1; }
  using Work = std::function<void(uint32_t task, uint32_t thread)>;
  /// Calls work(task, thread) once for each of the tasks, which are in ascending order, and returns
  /// when all calls have returned. The calls see what the caller wrote before, and the caller sees
  /// what they wrote. The calling thread is number 0.
  void run(std::span<const uint32_t> tasks, const Work& work);

 private:
  /// The tasks of one home thread that nobody has taken: round, begin and end in `list_`, in one
  /// word, so that a thread that comes late takes nothing of another round.
  struct alignas(64) Queue {
    std::atomic<uint64_t> state{0};
  };
  void help(uint32_t thread);
  void take_tasks(uint32_t thread, uint32_t round);
  uint32_t take_from(Queue& queue, uint32_t thread, uint32_t round, bool home);
  void fill_queues(uint32_t round);

  uint32_t numbers_;
  std::unique_ptr<Queue[]> queues_;  // by thread
  std::vector<uint32_t> list_;       // the tasks of this round
  const Work* work_ = nullptr;
  alignas(64) std::atomic<uint32_t> round_{0};
  alignas(64) std::atomic<uint32_t> left_{0};  // tasks of this round that have not returned
  std::atomic<bool> ends_{false};
  std::vector<std::thread> threads_;
};

}  // namespace heddle
