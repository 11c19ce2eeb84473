// How fast functional execution is.
#include "suite_benchmarks.hpp"

int main(int argc, char** argv) {
  using namespace heddle;
  return bench::run_benchmarks(argc, argv, &workload::BenchEntry::peer_functional,
                               [] { return DeviceOptions(); });
}
