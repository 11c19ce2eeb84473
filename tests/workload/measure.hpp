// Runs a workload on a machine and tells what a property is about, kernel by kernel.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "config/load.hpp"
#include "effort.hpp"
#include "gpu/timed_engine.hpp"
#include "program/analysis/sides.hpp"
#include "program/inspect/summary.hpp"
#include "stats/schema.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

/// What papers say of workloads, measured on whole runs.
using WorkloadProperties = LargeTest;

/// What all launches of one kernel did, and what its code says.
struct MeasuredKernel {
  ProgramPtr program;
  FunctionSummary code;
  std::shared_ptr<const FunctionAnalysis> analysis;
  Counters total;
  std::vector<BranchCounters> branches;
  uint64_t launches = 0;
  uint64_t most_blocks = 0;  // resident at once on one core

  const CoreCounters& core() const { return total.core; }
  /// Active threads of an instruction, of the 32 that it could have.
  double simd_efficiency() const {
    return static_cast<double>(core().thread_instructions) /
           (32 * static_cast<double>(core().warp_instructions));
  }
  /// Of the instructions with results, those with the same one in all threads.
  double uniform_share() const {
    return static_cast<double>(code.uniform_values) / static_cast<double>(code.values);
  }
  /// Of all issue slots.
  double share(Cause cause) const {
    return static_cast<double>(core().slots[static_cast<size_t>(cause)]) /
           static_cast<double>(core().issue_slots);
  }
  double idle_share() const { return 1 - share(Cause::Issued); }
  /// Null for one that was never executed.
  const BranchCounters* counted(const BranchSummary& branch) const {
    auto found = std::ranges::find(branches, branch.line, &BranchCounters::line);
    return found == branches.end() ? nullptr : &*found;
  }
  /// Branches at which threads parted that have work on both sides, or that have not.
  size_t diverged(bool two_sided) const {
    size_t count = 0;
    for (const BranchSummary& branch : code.branches)
      if (const BranchCounters* seen = counted(branch); seen && seen->diverged > 0)
        count += has_two_sides(*analysis, Pc{branch.pc}) == two_sided;
    return count;
  }
  /// rhu2013: at some branch threads parted, and those of both sides had work to do before they
  /// met.
  bool interleavable() const { return diverged(true) > 0; }
};

/// Kernels that were launched, by name. Machines of 32 threads to a warp only.
inline std::map<std::string, MeasuredKernel> measure(std::string_view workload,
                                                     Choice choice = {"tiny"},
                                                     std::string_view preset = "small",
                                                     std::vector<std::string> overrides = {}) {
  const Entry& entry = require_workload(workload);
  auto engine = std::make_shared<TimedEngine>(load_machine(preset, "", overrides),
                                              MachineOptions{.check = true, .progress = {}});
  DeviceOptions options;
  options.engine = engine;
  Device device(options);
  auto driver = make_driver(entry, device, choice);
  driver->run();
  EXPECT_EQ(driver->verify(), "") << workload;

  std::map<std::string, MeasuredKernel> kernels;
  ProgramPtr program = device.load_text(std::string(entry.ptx)).program();
  for (FunctionSummary& function : summarize(*program).functions)
    if (function.kernel) {
      MeasuredKernel& kernel = kernels[function.name];
      kernel.program = program;
      kernel.analysis = analyse(*program, *program->find_function(function.name));
      kernel.code = function;
    }
  for (const LaunchResult& launch : engine->results()) {
    MeasuredKernel& kernel = kernels[launch.kernel];
    kernel.launches++;
    Counters all;
    for (const Counters& sm : launch.sms) {
      add_sm(all, sm);
      kernel.most_blocks = std::max(kernel.most_blocks, sm.core.max_resident_blocks);
    }
    add_launch(kernel.total, all);
    add_branches(kernel.branches, launch.branches);
  }
  std::erase_if(kernels, [](const auto& kernel) { return kernel.second.launches == 0; });
  return kernels;
}

/// For workloads with one kernel.
inline MeasuredKernel measure_only(std::string_view workload,
                                   std::vector<std::string> parameters = {}) {
  auto kernels = measure(workload, {"tiny", std::move(parameters)});
  EXPECT_EQ(kernels.size(), 1u) << workload;
  return kernels.begin()->second;
}

}  // namespace heddle::workload
