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

struct Entry {
  std::string_view name;
  std::string_view summary;
  uint64_t thread_instructions;       // of one run; for bfs one of several right answers
  uint64_t peer_thread_instructions;  // as GPGPU-Sim 4.2 counts them on the same PTX
  uint64_t launches;
  /// `folder` holds NAME.ptx.
  std::unique_ptr<Workload> (*make)(Device& device, const std::filesystem::path& folder);
};

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
