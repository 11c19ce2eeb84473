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

uint64_t packed(uint32_t round, uint32_t begin, uint32_t end) {
  return uint64_t{round} << 32 | uint64_t{begin} << 16 | end;
}

}  // namespace

HostThreads::HostThreads(uint32_t threads, uint32_t numbers)
    : numbers_(numbers), queues_(new Queue[threads]) {
  list_.reserve(numbers);
  threads_.reserve(threads - 1);
  for (uint32_t t = 1; t < threads; t++) threads_.emplace_back([this, t] { help(t); });
}

HostThreads::~HostThreads() {
  ends_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void HostThreads::fill_queues(uint32_t round) {
  const auto tasks = static_cast<uint32_t>(list_.size());
  uint32_t begin = 0;
  for (uint32_t t = 0; t < count(); t++) {
    const uint64_t bound = (uint64_t{t} + 1) * numbers_ / count();  // home of the numbers below it
    uint32_t end = begin;
    while (end < tasks && list_[end] < bound) end++;
    queues_[t].state.store(packed(round, begin, end), std::memory_order_relaxed);
    begin = end;
  }
}

void HostThreads::run(std::span<const uint32_t> tasks, const Work& work) {
  const uint32_t round = round_.load(std::memory_order_relaxed) + 1;
  list_.assign(tasks.begin(), tasks.end());
  work_ = &work;
  left_.store(static_cast<uint32_t>(tasks.size()), std::memory_order_relaxed);
  fill_queues(round);
  round_.store(round, std::memory_order_release);
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
  uint32_t done = 0;
  for (uint32_t n = 0, from = thread; n < count(); n++) {
    done += take_from(queues_[from], thread, round, n == 0);
    if (++from == count()) from = 0;
  }
  if (done != 0 && left_.fetch_sub(done, std::memory_order_acq_rel) == done) left_.notify_all();
}

/// Returns how many tasks it has run.
uint32_t HostThreads::take_from(Queue& queue, uint32_t thread, uint32_t round, bool home) {
  uint32_t done = 0;
  uint64_t state = queue.state.load(std::memory_order_acquire);
  for (;;) {
    const auto begin = static_cast<uint32_t>(state >> 16 & 0xffff);
    const auto end = static_cast<uint32_t>(state & 0xffff);
    if (state >> 32 != round || begin == end) return done;
    const uint64_t taken = home ? state + (1u << 16) : state - 1;
    if (!queue.state.compare_exchange_weak(state, taken, std::memory_order_acquire)) continue;
    (*work_)(list_[home ? begin : end - 1], thread);
    done++;
    state = queue.state.load(std::memory_order_acquire);
  }
}

}  // namespace heddle
