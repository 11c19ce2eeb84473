#include "cudart/launch_engine.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "cudart/capture.hpp"
#include "exec/functional.hpp"

namespace heddle::cudart {

LaunchEngine::LaunchEngine(const cuda::RunSettings& settings, const ValidMachine& machine)
    : settings_(settings), config_(machine) {
  if (!settings.results.empty()) writer_ = std::make_unique<cuda::RecordWriter>(settings.results);
}

RunCounts LaunchEngine::run(const ExecutablePtr& kernel, const Launch& launch,
                            Environment& environment) {
  cuda::LaunchRecord record;
  record.number = ++launches_;
  record.stats.kernel = kernel->entry->name;
  record.stats.grid = {launch.grid.x, launch.grid.y, launch.grid.z};
  record.stats.block = {launch.block.x, launch.block.y, launch.block.z};
  record.stats.shared_bytes = launch.dynamic_shared;
  record.timed = settings_.timed && settings_.launches.has(record.number, record.stats.kernel);
  std::optional<Capture> capture;
  if (is_captured(record))
    capture.emplace(settings_.capture, record.number, *kernel, launch, environment.memory);
  try {
    if (record.timed)
      run_timed(kernel, launch, environment, record);
    else
      run_functionally(kernel, launch, environment, record);
  } catch (const Error& e) {
    record.error = e.what();
    record.stats.partial = true;
    keep(record);
    throw;
  }
  if (capture) capture->finish();
  keep(record);
  return record.counts;
}

bool LaunchEngine::is_captured(const cuda::LaunchRecord& record) const {
  if (settings_.capture.empty()) return false;
  const auto& numbers = settings_.captured;
  return numbers.empty() ? settings_.launches.has(record.number, record.stats.kernel)
                         : std::ranges::find(numbers, record.number) != numbers.end();
}

Machine& LaunchEngine::machine() {
  if (!machine_) {
    MachineOptions options;
    options.check = settings_.check;
    options.threads = settings_.threads;
    options.progress = progress_;
    machine_ = std::make_unique<Machine>(config_, options);
  }
  return *machine_;
}

void LaunchEngine::run_timed(const ExecutablePtr& kernel, const Launch& launch,
                             Environment& environment, cuda::LaunchRecord& record) {
  if (settings_.cold) machine_.reset();  // as new, with empty caches
  LaunchResult result;
  auto take = [&] {
    record.cycles = cycles_ = result.cycles;
    record.stats.partial = result.partial;
    record.stats.branches = std::move(result.branches);
    record.counts.blocks = result.blocks;
    for (const Counters& sm : result.sms) {
      add_sm(record.stats.total, sm);
      record.counts.warp_instructions += sm.core.warp_instructions;
      record.counts.thread_instructions += sm.core.thread_instructions;
    }
  };
  try {
    machine().run(kernel, launch, environment, result);
  } catch (...) {
    take();
    throw;
  }
  take();
}

void LaunchEngine::run_functionally(const ExecutablePtr& kernel, const Launch& launch,
                                    Environment& environment, cuda::LaunchRecord& record) {
  environment.progress = progress_;
  auto take = [&](const RunCounts& counts) {
    record.counts = counts;
    cycles_ = counts.warp_instructions / config_->sms;
  };
  try {
    if (settings_.timed && settings_.launches.warm) {
      take(machine().run_untimed(*kernel, launch, environment, true));
    } else {
      Launch here = launch;
      here.sms = config_->sms;
      take(run_functional(*kernel, here, environment));
    }
  } catch (...) {
    take(environment.counts);
    throw;
  }
}

void LaunchEngine::keep(const cuda::LaunchRecord& record) {
  if (writer_) writer_->write(record);
}

}  // namespace heddle::cudart
