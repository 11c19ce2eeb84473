#include "gpu/host_threads.hpp"

#include "isa/rounding.hpp"

namespace heddle {

namespace {

constexpr uint32_t kSpins = 300;     // some ten microseconds
constexpr uint32_t kYields = 2000;   // about a millisecond
constexpr uint32_t kPatience = 150;  // spins for a thread that has not started

/// Waits a little; longer after more calls.
void pause(uint32_t waited) {
  if (waited < kSpins)
    __builtin_ia32_pause();
  else
    std::this_thread::yield();
}

// The word of a queue: 31 bits of the round, a bit, 16 bits each of begin and end.
constexpr uint64_t kStarted = uint64_t{1} << 32, kOneBegin = uint64_t{1} << 16;
constexpr uint64_t packed(uint32_t round, uint32_t begin, uint32_t end) {
  return uint64_t{round} << 33 | uint64_t{begin} << 16 | end;
}
constexpr uint32_t round_of(uint64_t state) { return static_cast<uint32_t>(state >> 33); }
constexpr uint32_t begin_of(uint64_t state) { return static_cast<uint32_t>(state >> 16 & 0xffff); }
constexpr uint32_t end_of(uint64_t state) { return static_cast<uint32_t>(state & 0xffff); }
constexpr uint32_t kLastRound = 0x7fffffff;

}  // namespace

HostThreads::HostThreads(uint32_t threads)
    : count_(threads), queues_(new Queue[threads]), posted_(threads, 0) {
  threads_.reserve(threads - 1);
  for (uint32_t t = 1; t < threads; t++) threads_.emplace_back([this, t] { help(t); });
}

HostThreads::~HostThreads() {
  ends_.store(true, std::memory_order_seq_cst);
  for (uint32_t t = 1; t < count_; t++) {
    queues_[t].bell.fetch_add(1, std::memory_order_seq_cst);
    queues_[t].bell.notify_one();
  }
  for (std::thread& t : threads_) t.join();
}

/// Tells the home threads of the tasks in `list_`.
void HostThreads::post(uint32_t numbers) {
  const auto tasks = static_cast<uint32_t>(list_.size());
  uint32_t begin = 0;
  for (uint32_t t = 0; t < count_; t++) {
    const uint64_t bound = (uint64_t{t} + 1) * numbers / count_;  // home of the numbers below it
    uint32_t end = begin;
    while (end < tasks && list_[end] < bound) end++;
    if (begin == end) continue;
    queues_[t].state.store(packed(round_, begin, end), std::memory_order_release);
    begin = end;
  }
}

/// If it sleeps. Should this be missed, the calling thread does its work.
void HostThreads::wake(Queue& queue) {
  if (!queue.asleep.load(std::memory_order_seq_cst)) return;
  queue.asleep.store(false, std::memory_order_relaxed);
  queue.bell.fetch_add(1, std::memory_order_seq_cst);
  queue.bell.notify_one();
}

void HostThreads::run(std::span<const uint32_t> tasks, uint32_t numbers, const Work& work) {
  if (tasks.empty()) return;
  round_ = round_ == kLastRound ? 1 : round_ + 1;
  list_.assign(tasks.begin(), tasks.end());
  work_ = &work;
  left_.store(static_cast<uint32_t>(tasks.size()), std::memory_order_relaxed);
  post(numbers);
  barrier_.exchange(0, std::memory_order_seq_cst);  // posted before we look who sleeps
  for (uint32_t t = 1; t < count_; t++)
    if (round_of(queues_[t].state.load(std::memory_order_relaxed)) == round_) wake(queues_[t]);
  finished(take_own(0, round_));
  for (uint32_t waited = 0; left_.load(std::memory_order_acquire) != 0; waited++) {
    // Looking costs those who are looked at, too.
    const uint32_t done = waited % 8 == 0 ? take_others(0, round_, waited < kPatience) : 0;
    finished(done);
    if (done == 0) pause(waited);
  }
  for (uint32_t t = 1; t < count_; t++)
    if (round_of(queues_[t].state.load(std::memory_order_relaxed)) == round_) posted_[t] = round_;
}

void HostThreads::finished(uint32_t tasks) {
  if (tasks != 0) left_.fetch_sub(tasks, std::memory_order_acq_rel);
}

void HostThreads::help(uint32_t thread) {
  isa::DefaultArithmetic arithmetic;  // as in a launch
  Queue& queue = queues_[thread];
  for (uint32_t round = 0;;) {
    round = await_round(queue, round);
    if (ends_.load(std::memory_order_relaxed)) return;
    queue.seen.store(round, std::memory_order_relaxed);
    uint32_t done = take_own(thread, round);
    while (uint32_t more = take_others(thread, round, true)) done += more;
    finished(done);
  }
}

/// Waits until the thread has tasks in another round than the last; returns that.
uint32_t HostThreads::await_round(Queue& queue, uint32_t last) {
  for (uint32_t waited = 0;; waited++) {
    uint32_t now = round_of(queue.state.load(std::memory_order_acquire));
    if (now != last || ends_.load(std::memory_order_relaxed)) return now;
    if (waited < kSpins + kYields) {
      pause(waited);
      continue;
    }
    const uint32_t bell = queue.bell.load(std::memory_order_seq_cst);
    queue.asleep.store(true, std::memory_order_seq_cst);
    now = round_of(queue.state.load(std::memory_order_seq_cst));
    if (now == last && !ends_.load(std::memory_order_seq_cst)) queue.bell.wait(bell);
    queue.asleep.store(false, std::memory_order_seq_cst);
    waited = 0;
  }
}

/// Returns how many tasks it has run.
uint32_t HostThreads::take_own(uint32_t thread, uint32_t round) {
  Queue& queue = queues_[thread];
  uint32_t done = 0;
  uint64_t state = queue.state.load(std::memory_order_acquire);
  while (round_of(state) == round && begin_of(state) != end_of(state)) {
    if (!queue.state.compare_exchange_weak(state, (state | kStarted) + kOneBegin,
                                           std::memory_order_acquire))
      continue;
    (*work_)(list_[begin_of(state)], thread);
    done++;
    state = queue.state.load(std::memory_order_acquire);
  }
  return done;
}

/// It had tasks before and has not looked since.
bool HostThreads::away(const Queue& queue) const {
  const auto t = static_cast<size_t>(&queue - queues_.get());
  const uint32_t seen = queue.seen.load(std::memory_order_relaxed);
  return seen != posted_[t] && seen != round_;
}

/// Takes at most one task of each of the others; returns how many. `patient`: leaves the tasks of
/// a thread that will soon start.
uint32_t HostThreads::take_others(uint32_t thread, uint32_t round, bool patient) {
  uint32_t done = 0;
  for (uint32_t n = 1, from = thread; n < count_; n++) {
    if (++from == count_) from = 0;
    done += take_last(queues_[from], thread, round, patient);
  }
  return done;
}

bool HostThreads::take_last(Queue& queue, uint32_t thread, uint32_t round, bool patient) {
  uint64_t state = queue.state.load(std::memory_order_acquire);
  for (;;) {
    const uint32_t begin = begin_of(state), end = end_of(state);
    if (round_of(state) != round || begin == end) return false;
    // Its home thread is about to take the last one.
    if ((state & kStarted) != 0 && end - begin < 2) return false;
    if ((state & kStarted) == 0 && patient && !(thread == 0 && away(queue))) return false;
    if (!queue.state.compare_exchange_weak(state, state - 1, std::memory_order_acquire)) continue;
    (*work_)(list_[end - 1], thread);
    return true;
  }
}

}  // namespace heddle
