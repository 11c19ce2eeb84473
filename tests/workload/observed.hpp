// A workload run on a simulated machine, and what can be seen of each of its kernels.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "config/load.hpp"
#include "gpu/timed_engine.hpp"
#include "program/analysis/sides.hpp"
#include "stats/schema.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

struct ObservedKernel {
  Counters total;
  std::vector<BranchCounters> branches;
  FunctionAnalysisPtr analysis;

  const CoreCounters& core() const { return total.core; }
  double efficiency() const {  // of 32-wide warps
    return static_cast<double>(core().thread_instructions) /
           static_cast<double>(32 * core().warp_instructions);
  }
  double share(Cause cause) const {
    return static_cast<double>(core().slots[static_cast<size_t>(cause)]) /
           static_cast<double>(core().issue_slots);
  }
  double idle_share() const { return 1 - share(Cause::Issued); }
  /// Branches that diverged and have work on both sides, or that have not.
  size_t diverged(bool two_sided) const {
    size_t count = 0;
    for (uint32_t pc = 0; pc < analysis->function.code.size(); pc++) {
      uint32_t line = analysis->module.line_of(analysis->function, Pc{pc});
      for (const BranchCounters& b : branches)
        if (b.line == line && b.diverged > 0 &&
            may_diverge(analysis->module, analysis->function, analysis->function.code[pc]))
          count += has_two_sides(*analysis, Pc{pc}) == two_sided;
    }
    return count;
  }
  bool interleavable() const { return diverged(true) > 0; }
};

class Observed {
 public:
  explicit Observed(std::string_view name, std::vector<std::string> parameters = {},
                    const std::string& preset = "small", const std::string& size = "tiny") {
    auto engine = std::make_shared<TimedEngine>(load_machine(preset, {}));
    DeviceOptions options;
    options.engine = engine;
    Device device(options);
    auto driver = make_driver(require_workload(name), device, {size, std::move(parameters), 1});
    driver->run();
    EXPECT_EQ(driver->verify(), "") << name;
    program_ = device.load_text(std::string(require_workload(name).ptx)).program();
    for (const LaunchResult& launch : engine->results()) {
      ObservedKernel& kernel = kernels_[launch.kernel];
      Counters all;
      for (const Counters& sm : launch.sms) add_sm(all, sm);
      add_launch(kernel.total, all);
      add_branches(kernel.branches, launch.branches);
      if (!kernel.analysis)
        kernel.analysis = analyse(*program_, *program_->find_function(launch.kernel));
    }
  }

  const ObservedKernel& operator[](const std::string& kernel) const { return kernels_.at(kernel); }
  const std::map<std::string, ObservedKernel>& kernels() const { return kernels_; }
  /// For workloads with one kernel.
  const ObservedKernel& only() const {
    EXPECT_EQ(kernels_.size(), 1u);
    return kernels_.begin()->second;
  }

 private:
  ProgramPtr program_;
  std::map<std::string, ObservedKernel> kernels_;
};

}  // namespace heddle::workload
