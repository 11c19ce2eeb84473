// Measurements of each kernel, and its classes as the papers define them. `heddle
// measure-workloads` writes them to workloads/measured.json, which is compiled in, and to
// docs/workloads.md; never edit either by hand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::workload {

struct KernelMeasurement {
  std::string workload, kernel;
  uint64_t launches = 0;
  uint64_t thread_instructions = 0;
  double simd_efficiency = 0;
  uint64_t branches = 0, divergent_branches = 0;
  std::optional<double> l1_miss_rate;  // nothing without L1 accesses
  double idle_share = 0;               // of all issue slots
  uint32_t registers = 0;
  double wide_ipc = 0;  // with 64-wide warps on brunie2012
  bool interleavable = false;

  static constexpr double kRegularIpc = 30;
  bool regular() const { return wide_ipc > kRegularIpc; }    // brunie2012, section 5.1
  bool coherent() const { return simd_efficiency >= 0.85; }  // lucas2015, section 5
  /// "regular, divergent, interleavable".
  std::string classes() const;
};

struct Measurements {
  std::string machine, wide_machine;  // descriptions
  std::vector<KernelMeasurement> kernels;
};

/// workloads/measured.json as it was when the program was built. Generated.
std::string_view measured_text();
/// Throws InputError.
Measurements parse_measurements(std::string_view json);
/// Of the text above.
Measurements measured();

std::string measurements_json(const Measurements& measurements);
/// docs/workloads.md: the workloads that were measured.
std::string workloads_markdown(const Measurements& measurements);

}  // namespace heddle::workload
