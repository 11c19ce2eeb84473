#include "cli/bench_threads.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/host_usage.hpp"
#include "cli/terminal.hpp"
#include "config/load.hpp"
#include "gpu/timed_engine.hpp"
#include "stats/text.hpp"

namespace heddle {

namespace {

/// One simulation.
struct ThreadsRow {
  double wall_seconds = 0, cpu_seconds = 0;
  uint64_t cycles = 0;
  RoundTimes times;

  /// The time in which SMs run, of all time.
  double shared() const { return times.shared_seconds / std::max(1e-9, wall_seconds); }
};

ThreadsRow run_once(const ThreadCountOptions& options, const workload::BenchEntry& entry,
                    unsigned threads) {
  ThreadsRow row;
  MachineOptions host;
  host.threads = threads;
  host.times = &row.times;
  auto engine = std::make_shared<TimedEngine>(load_machine(options.preset, {}, options.overrides),
                                              std::move(host));
  DeviceOptions device_options = own_device_options();
  device_options.engine = engine;
  Device device(device_options);
  auto driver = make_driver(entry, device);
  const double cpu = cpu_seconds(), wall = wall_seconds();
  driver->run();
  row.cpu_seconds = cpu_seconds() - cpu;
  row.wall_seconds = wall_seconds() - wall;
  for (const LaunchResult& r : engine->results()) row.cycles += r.cycles;
  return row;
}

/// The run whose wall time is the median.
ThreadsRow measure_row(const ThreadCountOptions& options, const workload::BenchEntry& entry,
                       unsigned threads) {
  std::vector<ThreadsRow> rows;
  for (unsigned n = 0; n < options.repeat; n++) rows.push_back(run_once(options, entry, threads));
  std::ranges::sort(rows, {}, &ThreadsRow::wall_seconds);
  return rows[rows.size() / 2];
}

Json print_row(const workload::BenchEntry& entry, unsigned threads, const ThreadsRow& row,
               const ThreadsRow& first) {
  const double speedup = first.wall_seconds / std::max(1e-9, row.wall_seconds);
  const double runs =
      static_cast<double>(row.times.runs) / static_cast<double>(std::max(1ul, row.times.rounds));
  print_out(fmt::format("{:8}{:>8}{:>10.3f}{:>10.2f}{:>10.3f}{:>14}{:>12}{:>11.1f}{:>9.1f} %\n",
                        entry.name, threads, row.wall_seconds, speedup, row.cpu_seconds,
                        grouped(row.cycles), grouped(row.times.rounds), runs, 100 * row.shared()));
  return {{"kernel", entry.name},
          {"threads", threads},
          {"wall_seconds", row.wall_seconds},
          {"speedup", speedup},
          {"cpu_seconds", row.cpu_seconds},
          {"cycles", row.cycles},
          {"rounds", row.times.rounds},
          {"runs_per_round", runs},
          {"shared", row.shared()}};
}

}  // namespace

Json measure_thread_counts(const ThreadCountOptions& options) {
  Json rows = Json::array();
  print_out(fmt::format("host threads: {}, the median of {}\n", options.preset,
                        options.repeat == 1 ? "one run" : fmt::format("{} runs", options.repeat)));
  print_out(fmt::format("{:8}{:>8}{:>10}{:>10}{:>10}{:>14}{:>12}{:>11}{:>11}\n", "kernel",
                        "threads", "wall s", "speed-up", "CPU s", "cycles", "rounds", "SMs/round",
                        "in SMs"));
  for (const workload::BenchEntry* entry : options.kernels) {
    ThreadsRow first;
    for (unsigned threads : options.counts) {
      const ThreadsRow row = measure_row(options, *entry, threads);
      if (threads == options.counts.front()) first = row;
      if (row.cycles != first.cycles)
        throw Error(fmt::format("{}: {} cycles on {} host threads, but {} on {}", entry->name,
                                row.cycles, threads, first.cycles, options.counts.front()));
      rows.push_back(print_row(*entry, threads, row, first));
    }
  }
  return rows;
}

}  // namespace heddle
