#include "gpu/host_threads.hpp"

#include "isa/rounding.hpp"

namespace heddle {

namespace {

/// Waits until the value is another one; returns it.
uint32_t await_change(const std::atomic<uint32_t>& value, uint32_t from) {
  constexpr int kSpins = 2000;  // some ten microseconds
  for (int n = 0; n < kSpins; n++) {
    uint32_t now = value.load(std::memory_order_acquire);
    if (now != from) return now;
    __builtin_ia32_pause();
  }
  value.wait(from, std::memory_order_acquire);
  return value.load(std::memory_order_acquire);
}

}  // namespace

HostThreads::HostThreads(uint32_t threads, uint32_t tasks)
    : tasks_(new Task[tasks]), count_(tasks) {
  for (uint32_t t = 1; t < threads; t++) threads_.emplace_back([this, t] { help(t); });
}

HostThreads::~HostThreads() {
  ends_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void HostThreads::run(const std::function<void(uint32_t)>& work) {
  work_ = &work;
  left_.store(count_, std::memory_order_relaxed);
  uint32_t round = round_.fetch_add(1, std::memory_order_release) + 1;
  round_.notify_all();
  take_tasks(0, round);
  for (uint32_t left = left_.load(std::memory_order_acquire); left != 0;)
    left = await_change(left_, left);
}

void HostThreads::help(uint32_t thread) {
  isa::DefaultArithmetic arithmetic;  // as in a launch
  for (uint32_t round = 0;;) {
    round = await_change(round_, round);
    if (ends_.load(std::memory_order_relaxed)) return;
    take_tasks(thread, round);
  }
}

void HostThreads::take_tasks(uint32_t thread, uint32_t round) {
  auto first = static_cast<uint32_t>(uint64_t{thread} * count_ / (threads_.size() + 1));
  for (uint32_t n = 0; n < count_; n++) {
    uint32_t task = first + n < count_ ? first + n : first + n - count_;
    uint32_t before = tasks_[task].round.load(std::memory_order_relaxed);
    // A thread that comes late may hold an old round: only the round before is taken.
    if (before != round - 1 ||
        !tasks_[task].round.compare_exchange_strong(before, round, std::memory_order_acquire))
      continue;
    (*work_)(task);
    if (left_.fetch_sub(1, std::memory_order_release) == 1) left_.notify_all();
  }
}

}  // namespace heddle
