// An upper bound on the gain from reconverging before the immediate post-dominator: the limit study
// of fung2007 §3.3.
//
// A workload runs without timing while the first threads of each launch are traced (capture.hpp).
// Warps of consecutive threads then issue these traces twice: as the reconvergence stack would
// (replay.hpp), and as an oracle would that knows the future and aligns the traces of a warp
// (merge.hpp). Memory is ideal: every instruction that a warp issues costs one cycle, so the number
// of cycles is the number of issued instructions. An instruction with a false guard is issued like
// any other.
//
// For each piece of the traces, the oracle follows the stack if that issues fewer instructions than
// the alignment found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runner/run_target.hpp"

namespace heddle {

struct LimitOptions {
  uint32_t warp = 16;      // threads, 1 to 64
  uint32_t threads = 128;  // traced: the first of each launch
  uint32_t cap = 8192;     // steps of a thread aligned at once
  DeviceOptions device = {};
};

struct LimitCounts {
  uint64_t launches = 0, threads = 0, warps = 0;
  uint64_t shortest = 0, longest = 0, steps = 0;  // per thread; a step is a basic block
  uint64_t capped_warps = 0;                      // with traces too long to be aligned at once
  uint64_t cut_threads = 0;                       // with traces too long to be kept completely
  uint64_t thread_instructions = 0;
  uint64_t pdom_instructions = 0, oracle_instructions = 0;  // issued by warps

  void add(const LimitCounts& more);
  double mean_steps() const;
  /// Gain of the oracle over pdom: 0.5 means 50 % faster.
  double gain() const;
  /// SIMD efficiency: the share of active lanes in issued instructions.
  double pdom_efficiency(uint32_t warp) const;
  double oracle_efficiency(uint32_t warp) const;
};

struct LimitKernel {
  std::string name;
  LimitCounts counts;
};

struct LimitResult {
  std::string workload;                    // or the path of a launch description
  std::optional<workload::Choice> choice;  // for workloads only
  uint32_t warp = 0, threads = 0, cap = 0;
  uint32_t kept = 0;  // limit on the steps kept per thread
  LimitCounts total;
  std::vector<LimitKernel> kernels;  // in order of first launch
  std::string wrong;                 // what is wrong with the workload's results; empty if correct
};

/// Throws UsageError for invalid options, and the exceptions of make_driver and launches.
LimitResult limit_study(const workload::Entry& entry, const workload::Choice& choice,
                        const LimitOptions& options = {});
/// The same for a workload or a launch description. Also throws the exceptions of make_run_target.
LimitResult limit_study(const RunTargetChoice& target, const LimitOptions& options = {});

/// A JSON object, indented by two.
std::string to_json(const LimitResult& result);

}  // namespace heddle
