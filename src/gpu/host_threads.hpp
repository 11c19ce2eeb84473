// Host threads that share the work of one simulation.
//
// Work comes in rounds of numbered tasks. A task has the same home thread in every round, whose
// caches hold its data. Only threads with tasks take part in a round: each looks at a cache line of
// its own, so that a round with few tasks costs little. A thread that has finished takes tasks of
// threads that have several left.
//
// A thread may be away, because the host has fewer free cores than there are threads: nobody waits
// for a thread that has not started. The calling thread runs its tasks instead, and goes on doing
// so at once until that thread has shown up again. Threads that wait first spin, then let others
// run, then sleep.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "memory_timing/shared_memory.hpp"

namespace heddle {

class HostThreads final : public Helpers {
 public:
  static constexpr uint32_t kMaxTasks = 0xffff;

  /// `threads` includes the calling thread.
  explicit HostThreads(uint32_t threads);
  ~HostThreads() override;
  HostThreads(const HostThreads&) = delete;
  HostThreads& operator=(const HostThreads&) = delete;

  uint32_t count() const { return count_; }
  /// Calls work(task, thread) once for each of the tasks, which are in ascending order and below
  /// `numbers`, and returns when all calls have returned. The calls see what the caller wrote
  /// before, and the caller sees what they wrote. The calling thread is number 0.
  void run(std::span<const uint32_t> tasks, uint32_t numbers, const Work& work) override;

 private:
  /// The tasks of one home thread that nobody has taken, in one word, so that a thread that comes
  /// late takes nothing of another round: the round, whether the home thread has started, begin
  /// and end in `list_`.
  struct alignas(64) Queue {
    std::atomic<uint64_t> state{0};
    std::atomic<uint32_t> seen{0};  // the last round in which the home thread looked
    std::atomic<uint32_t> bell{0};  // rings for a home thread that sleeps
    std::atomic<bool> asleep{false};
  };
  void help(uint32_t thread);
  uint32_t await_round(Queue& queue, uint32_t last);
  void post(uint32_t numbers);
  void wake(Queue& queue);
  bool away(const Queue& queue) const;
  uint32_t take_own(uint32_t thread, uint32_t round);
  uint32_t take_others(uint32_t thread, uint32_t round, bool patient);
  bool take_last(Queue& queue, uint32_t thread, uint32_t round, bool patient);
  void finished(uint32_t tasks);

  uint32_t count_;
  std::unique_ptr<Queue[]> queues_;  // by thread
  std::vector<uint32_t> list_;       // the tasks of this round
  std::vector<uint32_t> posted_;     // by thread: the last round in which it had tasks
  const Work* work_ = nullptr;
  uint32_t round_ = 0;
  alignas(64) std::atomic<uint32_t> left_{0};  // tasks of this round that have not returned
  alignas(64) std::atomic<bool> ends_{false};
  std::atomic<uint32_t> barrier_{0};
  std::vector<std::thread> threads_;
};

}  // namespace heddle
