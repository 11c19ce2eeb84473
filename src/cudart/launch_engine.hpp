// Runs the launches of a CUDA program: those that the settings choose on the timed machine, the
// others functionally, and records each as soon as it has ended.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "cuda/launch_record.hpp"
#include "cuda/run_settings.hpp"
#include "exec/engine.hpp"
#include "gpu/machine.hpp"

namespace heddle::cudart {

class LaunchEngine final : public Engine {
 public:
  LaunchEngine(const cuda::RunSettings& settings, const ValidMachine& machine);

  RunCounts run(const ExecutablePtr& kernel, const Launch& launch,
                Environment& environment) override;

  /// Device time of the launch that ended last, in core cycles.
  uint64_t cycles() const { return cycles_; }
  uint64_t launches() const { return launches_; }
  void show_progress(std::function<void(const Progress&)> progress) {
    progress_ = std::move(progress);
  }

 private:
  bool is_captured(const cuda::LaunchRecord& record) const;
  Machine& machine();
  void run_timed(const ExecutablePtr& kernel, const Launch& launch, Environment& environment,
                 cuda::LaunchRecord& record);
  void run_functionally(const ExecutablePtr& kernel, const Launch& launch, Environment& environment,
                        cuda::LaunchRecord& record);
  void keep(const cuda::LaunchRecord& record);

  const cuda::RunSettings& settings_;
  ValidMachine config_;
  std::unique_ptr<Machine> machine_;  // made when a launch first needs it
  std::unique_ptr<cuda::RecordWriter> writer_;
  std::function<void(const Progress&)> progress_;
  uint64_t launches_ = 0, cycles_ = 0;
};

}  // namespace heddle::cudart
