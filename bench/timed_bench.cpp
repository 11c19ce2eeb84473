// Measures the speed of timed simulation: the preset fermi, pdom, the full memory model. Caches
// keep their contents from a kernel's previous run; `heddle bench` gives the cycles of a first run.
#include "config/load.hpp"
#include "gpu/timed_engine.hpp"
#include "suite_benchmarks.hpp"

int main(int argc, char** argv) {
  using namespace heddle;
  const std::string full_memory[] = {"memory.model=full"};
  ValidMachine machine = load_machine("fermi", "pdom", full_memory);
  return bench::run_benchmarks(argc, argv, &workload::BenchEntry::peer_timed, [&] {
    DeviceOptions options;
    options.engine = std::make_shared<TimedEngine>(machine);
    return options;
  });
}
