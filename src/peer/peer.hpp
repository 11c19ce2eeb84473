// The five kernels of bench/kernels with the host programs that go with them: inputs, launches and
// a check of the results. Used to measure speed against peers, so sizes and counts are fixed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "host/heddle.hpp"

namespace heddle::peer {

/// One kernel with its data on a device. `run` starts from fresh inputs each time.
class Workload {
 public:
  virtual ~Workload() = default;
  /// Copies the inputs to the device.
  virtual void reset() = 0;
  /// All launches.
  virtual RunCounts run() = 0;
  /// Empty when the results are right, else what is wrong with them.
  virtual std::string verify() const = 0;
};

/// What one run takes on one core of the host. 0: not known.
struct Figures {
  uint64_t thread_instructions = 0;
  uint64_t cycles = 0;     // simulated
  double cpu_seconds = 0;  // of the launches alone
  double per_second = 0;   // thread instructions per CPU second
  uint64_t peak_mib = 0;   // of resident memory
};

struct Entry {
  std::string_view name;
  std::string_view summary;
  uint64_t thread_instructions;  // of one run; for bfs one of several right answers
  uint64_t launches;
  Figures peer_timed, peer_functional;  // recorded of kPeerName on the same PTX
  /// `folder` holds NAME.ptx.
  std::unique_ptr<Workload> (*make)(Device& device, const std::filesystem::path& folder);
};

/// Whose figures are recorded, and as what it was configured. They vary by about 15 % from run to
/// run.
inline constexpr std::string_view kPeerName = "GPGPU-Sim 4.2, SM2_GTX480";

/// vecadd, mandel, bfs, matmul, hotspot.
std::span<const Entry> workloads();
/// Throws UsageError naming the known ones.
const Entry& find_workload(std::string_view name);

inline RunCounts& operator+=(RunCounts& a, const RunCounts& b) {
  a.warp_instructions += b.warp_instructions;
  a.thread_instructions += b.thread_instructions;
  a.blocks += b.blocks;
  return a;
}

}  // namespace heddle::peer
