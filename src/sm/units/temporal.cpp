#include "sm/units/temporal.hpp"

namespace heddle {

Reserved TemporalUnits::reserve(Packet& p, WarpId, const Threads& turns, const TimedOp& timed,
                                uint64_t, uint32_t, Cycle now, CoreCounters& counters) {
  const OpTiming& t = timing(timed);
  const Bundles& bundles = lanes_.bundles();
  p.bundles = timed.scalar ? 1 : std::max(1u, bundles.count(turns));
  uint32_t reading = registers_.read(turns, timed);
  auto taken = lanes_.take(groups_.set_of(p.group), t, p.bundles, timed.scalar, reading, now);
  p.lane = taken.lane;
  p.port = taken.port;
  p.pace = taken.cycles / p.bundles;
  p.spread = taken.cycles - t.initiation;
  TemporalCounters& temporal = counters.temporal;
  temporal.thread_slots += timed.scalar ? p.threads.size() : uint64_t{p.bundles} * bundles.width();
  temporal.lane_threads[std::min<size_t>(p.lane, TemporalCounters::kLanes - 1)] +=
      timed.scalar ? !p.threads.empty() : p.threads.size();
  counters.bank_conflicts += taken.cycles - taken.least;
  counters.busy_cycles[static_cast<size_t>(t.unit)] += taken.cycles;
  return {
      stages_ + p.spread + t.latency, stages_, {Unit::Sp, p.lane, bundles.width(), now, p.pace}};
}

uint32_t TemporalUnits::pass_banks(const Packet& p, const TimedOp& timed,
                                   const LoadStoreUnit::BankAccess& access, uint32_t delay,
                                   Cycle now, CoreCounters& counters) {
  Cycle first = now + delay - p.spread;
  auto passed = banks_.pass(access.addresses, lanes_.bundles().width(), p.pace, first);
  auto cycles = static_cast<uint32_t>(passed.last - first);
  if (cycles > p.spread) lanes_.hold(p.lane, timing(timed).unit, p.port, cycles - p.spread);
  counters.shared_conflicts += passed.conflicts;
  return delay + std::max(cycles, p.spread) - p.spread + access.latency;
}

void TemporalUnits::count_cycles(uint64_t cycles, CoreCounters& counters) {
  TemporalCounters& t = counters.temporal;
  t.lanes_static += cycles * groups_.held();
  t.lanes_dynamic += cycles * groups_.active();
  t.warps += cycles * groups_.warps();
  if (lanes_left_ > 0) t.issue_conflicts[std::min<size_t>(lanes_left_, 3) - 1] += cycles;
  lanes_left_ = 0;
}

/// The most cycles after an issue in which the last thread may come to the banks: all lanes may
/// have four words for each thread before it, its own lane a slow way to it, and there are some
/// stages.
uint32_t TemporalUnits::cycles_to_banks() const {
  uint32_t slowest = 0;
  for (size_t cls = 0; cls < kOpClasses; cls++)
    if (is_memory(static_cast<OpClass>(cls)))
      slowest = std::max(slowest, lanes_.longest(config_.core.timing[cls]));
  return lanes_.count() * 32 * 4 + slowest + 512;
}

}  // namespace heddle
