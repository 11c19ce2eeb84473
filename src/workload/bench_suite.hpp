// The workloads of `heddle bench`: the five kernels of bench/kernels, each with its driver beside
// it. They are a list of their own, apart from workloads/: their inputs have one fixed size,
// because figures of another simulator were recorded for exactly these runs.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/embedded_text.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

/// What one run takes on one core of the host. 0: not known.
struct BenchFigures {
  uint64_t thread_instructions = 0;
  uint64_t cycles = 0;     // simulated
  double cpu_seconds = 0;  // of the launches alone
  double per_second = 0;   // thread instructions per CPU second
  double wall_seconds = 0;
  uint64_t peak_mib = 0;  // of resident memory
};

/// One line of the list.
struct BenchEntry {
  std::string_view name;
  std::string_view summary;
  uint64_t thread_instructions;  // of one run; bfs has several right answers, and this is one
  uint64_t launches;
  BenchFigures peer_timed, peer_functional;  // recorded with kPeerName for the same PTX
  std::unique_ptr<Driver> (*make)(const Setup&);
};

/// The simulator whose figures are recorded, and its configuration. They vary by about 15 % from
/// run to run.
inline constexpr std::string_view kPeerName = "GPGPU-Sim 4.2, SM2_GTX480";

/// vecadd, mandel, bfs, matmul, hotspot.
std::span<const BenchEntry> bench_suite();
/// Throws UsageError with the known names.
const BenchEntry& require_bench_entry(std::string_view name);
/// Loads the module on the device and makes the driver.
std::unique_ptr<Driver> make_driver(const BenchEntry& entry, Device& device);

/// bench/kernels/*.ptx. Generated.
std::span<const EmbeddedText> embedded_bench_kernels();

}  // namespace heddle::workload
