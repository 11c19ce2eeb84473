// Runs a workload on a machine and tells what a property is about, kernel by kernel.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "config/load.hpp"
#include "gpu/timed_engine.hpp"
#include "program/inspect/report.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

/// What all launches of one kernel did, and what its code says.
struct MeasuredKernel {
  FunctionReport code;
  uint64_t warp_instructions = 0, thread_instructions = 0;
  uint64_t most_blocks = 0;               // resident at once on one core
  std::map<uint32_t, uint64_t> diverged;  // packets, by line of the branch

  /// Active threads of an instruction, of the 32 that it could have.
  double simd_efficiency() const {
    return static_cast<double>(thread_instructions) / (32 * static_cast<double>(warp_instructions));
  }
  /// Of the instructions with results, those with the same one in all threads.
  double uniform_share() const {
    return static_cast<double>(code.uniform_values) / static_cast<double>(code.values);
  }
  /// rhu2013: at some branch threads parted, and those of both sides had work to do before they
  /// met.
  bool interleavable() const {
    return std::ranges::any_of(code.branches, [&](const BranchReport& branch) {
      const BlockReport& block = code.blocks[branch.block];
      auto parted = diverged.find(branch.line);
      return parted != diverged.end() && parted->second > 0 && block.successors.size() == 2 &&
             block.successors[0] != block.post_dominator &&
             block.successors[1] != block.post_dominator;
    });
  }
};

/// Kernels by name. Machines of 32 threads to a warp only.
inline std::map<std::string, MeasuredKernel> measure(std::string_view workload, Choice choice,
                                                     std::string_view preset,
                                                     std::vector<std::string> overrides = {}) {
  const Entry& entry = require_workload(workload);
  auto engine = std::make_shared<TimedEngine>(load_machine(preset, "", overrides));
  DeviceOptions options;
  options.engine = engine;
  Device device(options);
  auto driver = make_driver(entry, device, choice);
  driver->run();
  EXPECT_EQ(driver->verify(), "");

  std::map<std::string, MeasuredKernel> kernels;
  Module module = device.load_text(std::string(entry.ptx));
  for (FunctionReport& function : make_report(*module.program()).functions)
    if (function.kernel) kernels[function.name].code = function;
  for (const LaunchResult& launch : engine->results()) {
    MeasuredKernel& kernel = kernels[launch.kernel];
    for (const Counters& sm : launch.sms) {
      kernel.warp_instructions += sm.core.warp_instructions;
      kernel.thread_instructions += sm.core.thread_instructions;
      kernel.most_blocks = std::max(kernel.most_blocks, sm.core.max_resident_blocks);
    }
    for (const BranchCounters& branch : launch.branches)
      kernel.diverged[branch.line] += branch.diverged;
  }
  return kernels;
}

}  // namespace heddle::workload
