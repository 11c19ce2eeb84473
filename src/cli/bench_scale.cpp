#include "cli/bench_scale.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/host_usage.hpp"
#include "cli/terminal.hpp"
#include "config/load.hpp"
#include "gpu/timed_engine.hpp"
#include "stats/text.hpp"

namespace heddle {

namespace {

/// One simulation.
struct ScaleRow {
  std::string kernel;
  uint64_t size = 0;  // SMs or threads
  uint64_t warp_instructions = 0, cycles = 0, peak_mib = 0;
  double wall_seconds = 0, cpu_seconds = 0;
  bool alone = true;  // on one host thread

  /// On one thread, what other programs do meanwhile does not count.
  double nanoseconds() const {
    const double seconds = alone ? cpu_seconds : wall_seconds;
    return 1e9 * seconds / static_cast<double>(std::max<uint64_t>(1, warp_instructions));
  }
};

/// The preset with the given number of SMs, and memory partitions in proportion.
ValidMachine machine_of(const ScaleOptions& options, uint64_t sms) {
  const ValidMachine preset = load_machine(options.preset, {}, options.overrides);
  const uint64_t partitions = std::clamp<uint64_t>(
      (preset->memory.partitions * sms + preset->sms - 1) / preset->sms, 1, 256);
  std::vector<std::string> settings = options.overrides;
  settings.push_back(fmt::format("sms={}", sms));
  settings.push_back(fmt::format("memory.partitions={}", partitions));
  return load_machine(options.preset, {}, settings);
}

/// Calls run(device) on a new device with this machine; only that is measured.
template <class Make>
ScaleRow measured(const ScaleOptions& options, const ValidMachine& machine, Make&& make) {
  reset_peak();
  MachineOptions host;
  host.threads = options.threads;
  auto engine = std::make_shared<TimedEngine>(machine, host);
  DeviceOptions device_options = own_device_options();
  device_options.engine = engine;
  Device device(device_options);
  auto run = make(device);
  ScaleRow row;
  row.alone = options.threads == 1;
  const double cpu = cpu_seconds(), wall = wall_seconds();
  run();
  row.cpu_seconds = cpu_seconds() - cpu;
  row.wall_seconds = wall_seconds() - wall;
  row.peak_mib = peak_mib();
  row.warp_instructions = device.totals().warp_instructions;
  for (const LaunchResult& r : engine->results()) row.cycles += r.cycles;
  return row;
}

ScaleRow measure_machine(const ScaleOptions& options, const workload::BenchEntry& entry,
                         uint64_t sms) {
  std::shared_ptr<workload::Driver> driver;
  ScaleRow row = measured(options, machine_of(options, sms), [&](Device& device) {
    driver = make_driver(entry, device);
    return [&] { driver->run(); };
  });
  row.kernel = entry.name;
  row.size = sms;
  return row;
}

ScaleRow measure_grid(const ScaleOptions& options, uint64_t threads) {
  constexpr uint32_t kBlock = 256, kWords = 65536;
  auto ptx = std::ranges::find(workload::embedded_bench_kernels(), "grid", &EmbeddedText::name);
  const ValidMachine machine = load_machine(options.preset, {}, options.overrides);
  ScaleRow row = measured(options, machine, [&](Device& device) {
    Module module = device.load_text(std::string(ptx->text), "bench/kernels/grid.ptx");
    auto in = device.buffer(std::vector<float>(kWords, 1.0f));
    auto out = device.buffer<float>(kWords);
    return [&device, module, in = std::move(in), out = std::move(out), threads]() mutable {
      const auto block = static_cast<uint32_t>(std::min<uint64_t>(kBlock, threads));
      const auto blocks = static_cast<uint32_t>(threads / block);
      device.launch(module.kernel("grid"), {{blocks}, {block}}, in, out);
    };
  });
  row.kernel = "grid";
  row.size = threads;
  return row;
}

void print_head(std::string_view size) {
  print_out(fmt::format("{:8}{:>12}{:>14}{:>12}{:>10}{:>10}{:>10}{:>10}{:>10}\n", "kernel", size,
                        "warp instr", "cycles", "CPU s", "wall s", "ns/instr", "relative",
                        "peak MiB"));
}

/// `reference`: of the row that has 1 as its relative time.
Json print_row(const ScaleRow& row, const ScaleRow& reference) {
  const double relative = row.nanoseconds() / std::max(1e-9, reference.nanoseconds());
  print_out(fmt::format("{:8}{:>12}{:>14}{:>12}{:>10.3g}{:>10.3g}{:>10.1f}{:>10.2f}{:>10}\n",
                        row.kernel, grouped(row.size), grouped(row.warp_instructions),
                        grouped(row.cycles), row.cpu_seconds, row.wall_seconds, row.nanoseconds(),
                        relative, row.peak_mib));
  return {{"kernel", row.kernel},
          {"size", row.size},
          {"warp_instructions", row.warp_instructions},
          {"cycles", row.cycles},
          {"cpu_seconds", row.cpu_seconds},
          {"wall_seconds", row.wall_seconds},
          {"ns_per_instruction", row.nanoseconds()},
          {"relative", relative},
          {"peak_mib", row.peak_mib}};
}

}  // namespace

Json measure_scale(const ScaleOptions& options) {
  Json machines = Json::array(), grids = Json::array();
  print_out(fmt::format("machines: {} with this many SMs, and memory partitions in proportion\n",
                        options.preset));
  print_head("SMs");
  for (const workload::BenchEntry* entry : options.kernels) {
    ScaleRow first;
    for (uint64_t sms : options.sms) {
      ScaleRow row = measure_machine(options, *entry, sms);
      if (sms == options.sms.front()) first = row;
      machines.push_back(print_row(row, first));
    }
  }
  // Small grids spend their time on starting up: what follows is compared with a quarter of a
  // million threads.
  constexpr uint64_t kReference = 1 << 18;
  print_out(
      fmt::format("\ngrids: {}, relative to {} threads\n", options.preset, grouped(kReference)));
  print_head("threads");
  const ScaleRow reference = measure_grid(options, kReference);
  for (uint64_t threads : options.grids)
    grids.push_back(
        print_row(threads == kReference ? reference : measure_grid(options, threads), reference));
  return {{"machines", machines}, {"grids", grids}};
}

}  // namespace heddle
