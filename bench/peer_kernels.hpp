// The five kernels of bench/kernels as Google Benchmarks: thread instructions per CPU second on one
// core, and how many seconds the peer takes for what is done in one (`peer_seconds`). Results are
// verified after the measurement; a wrong one is an error, not a number.
#pragma once

#include <benchmark/benchmark.h>

#include "peer/peer.hpp"

namespace heddle::peer {

/// `recorded`: what the peer took for the same.
inline void measure(benchmark::State& state, const Entry& entry, const Figures& recorded,
                    const DeviceOptions& options) {
  Device device(options);
  auto workload = entry.make(device, HEDDLE_KERNELS);
  RunCounts total;
  for (auto _ : state) {
    state.PauseTiming();
    workload->reset();
    state.ResumeTiming();
    total += workload->run();
  }
  if (std::string wrong = workload->verify(); !wrong.empty()) {
    state.SkipWithError(wrong.c_str());
    return;
  }
  using benchmark::Counter;
  auto all = static_cast<double>(total.thread_instructions);
  state.counters["thread_instr/s"] = Counter(all, Counter::kIsRate);
  state.counters["peer_seconds"] = Counter(all / recorded.per_second, Counter::kIsRate);
  state.counters["thread_instr"] = Counter(all, Counter::kAvgIterations);
}

/// A main program: `device()` makes the options of a kernel's device.
template <class MakeOptions>
int run_benchmarks(int argc, char** argv, Figures Entry::*recorded, MakeOptions&& device) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  for (const Entry& entry : workloads())
    benchmark::RegisterBenchmark(std::string(entry.name).c_str(), [&](benchmark::State& state) {
      measure(state, entry, entry.*recorded, device());
    })->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace heddle::peer
