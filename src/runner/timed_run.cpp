#include "runner/timed_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "config/archs.hpp"

namespace heddle {

namespace {

Counters merged(std::span<const Counters> sms) {
  Counters all;
  for (const Counters& sm : sms) add_sm(all, sm);
  return all;
}

}  // namespace

DeviceOptions host_device_options(const std::atomic<bool>* interrupted) {
  DeviceOptions options;
  options.interrupted = interrupted;
  long pages = ::sysconf(_SC_PHYS_PAGES), bytes = ::sysconf(_SC_PAGESIZE);
  if (pages > 0 && bytes > 0)
    options.memory_bytes =
        std::min(options.memory_bytes, static_cast<uint64_t>(pages) * static_cast<uint64_t>(bytes));
  return options;
}

TimedRun::TimedRun(const RunTargetChoice& target, ValidMachine config, TimedRunOptions options)
    : options_(std::move(options)) {
  statistics_.arch = arch_name(config);
  statistics_.config = config;
  statistics_.workload = chosen_workload(target);
  if (options_.sample_every) sampler_.emplace(options_.sample_every, options_.sample_names);
  engine_ = std::make_shared<TimedEngine>(std::move(config), machine_options(), options_.launches);
  device_.emplace(device_options());
  target_ = make_run_target(target, *device_);
}

MachineOptions TimedRun::machine_options() {
  MachineOptions options;
  options.check = options_.check;
  options.threads = options_.threads;
  options.progress = options_.progress;
  options.observer = options_.observer;
  options.sample_every = options_.sample_every;
  options.sample = [this](uint64_t cycle, std::span<const Counters> sms) { sample(cycle, sms); };
  return options;
}

DeviceOptions TimedRun::device_options() const {
  DeviceOptions options = host_device_options(options_.interrupted);
  options.engine = engine_;
  options.max_warp_instructions = options_.max_instructions;
  options.print = options_.print;
  if (options_.quiet) options.print = [](std::string_view) {};
  return options;
}

void TimedRun::sample(uint64_t cycle, std::span<const Counters> sms) {
  sampler_->sample(cycle, merged(sms), scope());
}

void TimedRun::add_finished(const LaunchResult& result) {
  LaunchStatistics& launch = statistics_.launches.emplace_back();
  launch.number = result.number;
  launch.kernel = result.kernel;
  launch.grid = {result.grid.x, result.grid.y, result.grid.z};
  launch.block = {result.block.x, result.block.y, result.block.z};
  launch.shared_bytes = result.dynamic_shared;
  launch.sms = result.sms;
  launch.branches = result.branches;
  launch.partial = result.partial;
  if (sampler_) {
    launch.samples = sampler_->finish(result.cycles, merged(result.sms), scope());
    sampler_.emplace(options_.sample_every, options_.sample_names);
  }
  if (options_.launch_ended) options_.launch_ended();
}

void TimedRun::count_launches() {
  if (options_.launches.all()) return;
  statistics_.all_launches = engine_->launches();
  statistics_.warmed = options_.launches.warm;
}

std::string TimedRun::difference() const {
  for (const RunTarget::Finding& f : target_->findings())
    if (!f.good) return fmt::format("{} differs from {}", f.what, f.detail);
  return {};
}

void TimedRun::run() {
  engine_->finished = [this](const LaunchResult& result) { add_finished(result); };
  try {
    target_->run();
  } catch (...) {
    count_launches();
    const std::vector<LaunchResult>& results = engine_->results();
    if (results.size() > statistics_.launches.size() && results.back().cycles > 0)
      add_finished(results.back());
    statistics_.partial = true;
    total_up(statistics_);
    throw;
  }
  count_launches();
  total_up(statistics_);
}

}  // namespace heddle
