// How much there is to gain from reconverging elsewhere than at the immediate post-dominator: the
// limit study of fung2007 §3.3.
//
// A workload runs without timing while the first threads of each launch are traced (capture.hpp).
// Warps of consecutive threads then issue these traces twice: as the reconvergence stack would
// (replay.hpp), and as an oracle would that knows the future and aligns the traces of a warp
// (merge.hpp). Memory is ideal: every instruction that a warp issues costs one cycle, so cycles are
// counted in issued instructions. An instruction under a false guard is issued like any other.
//
// The oracle is not bound to align: of each piece of the traces it takes the stack's way when that
// issues fewer instructions than the alignment found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runner/run_target.hpp"

namespace heddle {

struct LimitOptions {
  uint32_t warp = 16;      // threads, 1 to 64
  uint32_t threads = 128;  // the first of each launch
  uint32_t cap = 8192;     // steps of a thread that are aligned at once
  DeviceOptions device = {};
};

struct LimitCounts {
  uint64_t launches = 0, threads = 0, warps = 0;
  uint64_t shortest = 0, longest = 0, steps = 0;  // of threads; a step is a basic block
  uint64_t capped_warps = 0;  // whose traces were longer than what is aligned at once
  uint64_t cut_threads = 0;   // whose traces were too long to be kept whole
  uint64_t thread_instructions = 0;
  uint64_t pdom_instructions = 0, oracle_instructions = 0;  // issued by warps

  void add(const LimitCounts& more);
  double mean_steps() const;
  /// Of the oracle over pdom: 0.5 is 50 % faster.
  double gain() const;
  /// Of the lanes of a warp that issues: 1 is all.
  double pdom_efficiency(uint32_t warp) const;
  double oracle_efficiency(uint32_t warp) const;
};

struct LimitKernel {
  std::string name;
  LimitCounts counts;
};

struct LimitResult {
  std::string workload;                    // or the file of a launch description
  std::optional<workload::Choice> choice;  // of a workload
  uint32_t warp = 0, threads = 0, cap = 0;
  uint32_t kept = 0;  // steps of a thread
  LimitCounts total;
  std::vector<LimitKernel> kernels;  // in the order of their first launches
  std::string wrong;                 // what is wrong with the workload's results; empty: nothing
};

/// Throws UsageError for options that make no sense; otherwise as make_driver and launches do.
LimitResult limit_study(const workload::Entry& entry, const workload::Choice& choice,
                        const LimitOptions& options = {});
/// The same of a workload, or of the launches of a description. Throws as make_run_target does.
LimitResult limit_study(const RunTargetChoice& target, const LimitOptions& options = {});

/// A JSON object, indented by two.
std::string to_json(const LimitResult& result);

}  // namespace heddle
