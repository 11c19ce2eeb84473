// How fast functional execution is: thread instructions per second on one core, per kernel. Results
// are verified after the measurement; a wrong one is an error, not a number.
#include <benchmark/benchmark.h>

#include "peer/peer.hpp"

namespace heddle::peer {
namespace {

void measure(benchmark::State& state, const Entry& entry) {
  Device device;
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
  auto per_run =
      static_cast<double>(total.thread_instructions) / static_cast<double>(state.iterations());
  state.counters["thread_instr/s"] = benchmark::Counter(
      static_cast<double>(total.thread_instructions), benchmark::Counter::kIsRate);
  state.counters["thread_instr"] = per_run;
  state.counters["vs_peer_count"] = per_run / static_cast<double>(entry.peer_thread_instructions);
}

}  // namespace
}  // namespace heddle::peer

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  for (const heddle::peer::Entry& entry : heddle::peer::workloads())
    benchmark::RegisterBenchmark(std::string(entry.name).c_str(), [&entry](benchmark::State& s) {
      heddle::peer::measure(s, entry);
    })->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
