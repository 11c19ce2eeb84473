// The five workloads of `heddle bench` as Google Benchmarks: thread instructions per CPU second on
// one core, and the seconds that the peer takes for one second of this work (`peer_seconds`).
// Results are verified after the measurement; a wrong one is an error, not a number.
#pragma once

#include <benchmark/benchmark.h>

#include "workload/bench_suite.hpp"

namespace heddle::bench {

/// `recorded`: the peer's figures for the same work.
inline void measure(benchmark::State& state, const workload::BenchEntry& entry,
                    const workload::BenchFigures& recorded, const DeviceOptions& options) {
  Device device(options);
  std::unique_ptr<workload::Driver> driver;
  for (auto _ : state) {
    state.PauseTiming();
    driver.reset();  // its buffers first: the next run gets the same addresses
    driver = make_driver(entry, device);
    state.ResumeTiming();
    driver->run();
  }
  if (std::string wrong = driver->verify(); !wrong.empty()) {
    state.SkipWithError(wrong.c_str());
    return;
  }
  using benchmark::Counter;
  auto all = static_cast<double>(device.totals().thread_instructions);
  state.counters["thread_instr/s"] = Counter(all, Counter::kIsRate);
  state.counters["peer_seconds"] = Counter(all / recorded.per_second, Counter::kIsRate);
  state.counters["thread_instr"] = Counter(all, Counter::kAvgIterations);
}

/// A main program: `device()` makes the options of each workload's device.
template <class MakeOptions>
int run_benchmarks(int argc, char** argv, workload::BenchFigures workload::BenchEntry::*recorded,
                   MakeOptions&& device) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  for (const workload::BenchEntry& entry : workload::bench_suite())
    benchmark::RegisterBenchmark(std::string(entry.name).c_str(), [&](benchmark::State& state) {
      measure(state, entry, entry.*recorded, device());
    })->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace heddle::bench
