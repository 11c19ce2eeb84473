#include "limit/capture.hpp"

#include <algorithm>
#include <bit>

#include "exec/path_observer.hpp"

namespace heddle::limit {

namespace {

constexpr uint32_t kNone = 0xffffffff;

/// Where steps begin: `first[pc]` is the first step at or after `pc`, or the end of the code.
IndexedBy<LinkedPc, LinkedPc> step_starts(const Executable& kernel) {
  const LinkedPc end = kernel.code.end_id();
  IndexedBy<LinkedPc, uint8_t> starts(end.index() + 1, 0);
  for (const LinkedFunction& f : kernel.functions)
    if (f.start < f.end) starts[f.start] = 1;
  for (LinkedPc pc; pc < end; ++pc) {
    const Op& op = kernel.code[pc];
    if (op.action != Action::Simple) starts[pc + 1] = 1;
    if (op.action == Action::Branch) starts[op.target_pc()] = 1;
  }
  for (const auto& table : kernel.branch_tables)
    for (LinkedPc target : table)
      if (target != Executable::kExit) starts[target] = 1;
  IndexedBy<LinkedPc, LinkedPc> first(end.index() + 1, end);
  for (LinkedPc pc = end; pc > LinkedPc{0};) {
    --pc;
    first[pc] = starts[pc] ? pc : first[pc + 1];
  }
  return first;
}

class Recorder final : public PathObserver {
 public:
  Recorder(TimedCodePtr code, const Launch& launch, CaptureLimits limits)
      : limits_(limits), starts_(step_starts(*code->kernel)) {
    trace_.code = std::move(code);
    trace_.block_threads = static_cast<uint32_t>(launch.block.count());
    trace_.threads.resize(
        std::min<uint64_t>(limits.threads, launch.grid.count() * trace_.block_threads));
  }

  void executed(const PathThreads& threads, LinkedPc first, LinkedPc last) override {
    if (!wanted(threads.block, threads.warp)) return;
    for (LinkedPc pc = starts_[first]; pc <= last; pc = starts_[pc + 1]) {
      uint32_t kind = kind_at({pc, threads.depth});
      for_each(threads.block, threads.warp, threads.mask, [&](ThreadTrace& t) { add(t, kind); });
    }
  }

  void exited(const PathThreads& threads) override {
    for_each(threads.block, threads.warp, threads.mask,
             [&](ThreadTrace& t) { t.ended = std::min(t.ended, syncs_); });
  }

  void released(uint64_t block, std::span<const Release> threads) override {
    for (const Release& r : threads) {
      if (trace_.code->kernel->code[r.pc].source->has(Mod::Arrive))
        continue;  // bar.arrive does not wait
      for_each(block, r.warp, r.mask, [&](ThreadTrace& t) {
        if (!t.cut) t.syncs.push_back({syncs_, static_cast<uint32_t>(t.steps.size())});
      });
    }
    syncs_++;
  }

  const LaunchTrace& trace() const { return trace_; }

 private:
  bool wanted(uint64_t block, uint32_t warp) const {
    return block * trace_.block_threads + warp * kTileThreads < trace_.threads.size();
  }

  /// The last tile of a block may have fewer than 32 threads; its mask contains only those.
  template <class F>
  void for_each(uint64_t block, uint32_t warp, uint32_t mask, F f) {
    uint64_t first = block * trace_.block_threads + warp * kTileThreads;
    for (; mask != 0; mask &= mask - 1) {
      uint64_t thread = first + static_cast<uint32_t>(std::countr_zero(mask));
      if (thread < trace_.threads.size()) f(trace_.threads[thread]);
    }
  }

  void add(ThreadTrace& t, uint32_t kind) {
    if (t.steps.size() < limits_.steps) return t.steps.push_back(kind);
    if (!t.cut) t.ended = std::min(t.ended, syncs_);
    t.cut = true;
  }

  uint32_t kind_at(Place place) {
    if (place.depth >= kinds_.size()) kinds_.resize(place.depth + 1);
    IndexedBy<LinkedPc, uint32_t>& by_pc = kinds_[place.depth];
    if (by_pc.empty()) by_pc.resize(trace_.code->ops.size(), kNone);
    if (by_pc[place.pc] == kNone) {
      by_pc[place.pc] = static_cast<uint32_t>(trace_.kinds.size());
      trace_.kinds.push_back({place, length(place.pc)});
    }
    return by_pc[place.pc];
  }
  /// A step ends where the next begins, or with its function.
  uint32_t length(LinkedPc pc) const { return starts_[pc + 1] - pc; }

  CaptureLimits limits_;
  IndexedBy<LinkedPc, LinkedPc> starts_;
  LaunchTrace trace_;
  std::vector<IndexedBy<LinkedPc, uint32_t>> kinds_;  // by call depth
  uint64_t syncs_ = 0;
};

}  // namespace

RunCounts TracingEngine::run(const ExecutablePtr& kernel, const Launch& launch,
                             Environment& environment) {
  TimedCodePtr& code = known_[kernel.get()];
  if (!code) code = make_timed_code(kernel, {.rule = ScalarRule::None}, environment.interrupted);
  Recorder recorder(code, launch, limits_);
  RunCounts counts = run_functional(*kernel, launch, environment, recorder);
  take_(recorder.trace());
  return counts;
}

}  // namespace heddle::limit
