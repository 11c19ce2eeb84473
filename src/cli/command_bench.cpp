// heddle bench: how fast the simulator is, beside what was recorded of a peer on the same kernels.
#include <fmt/format.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "config/load.hpp"
#include "gpu/timed_engine.hpp"
#include "host/file.hpp"
#include "peer/peer.hpp"

namespace heddle {

namespace {

struct BenchOptions {
  std::string preset = "fermi";
  std::vector<std::string> overrides;
  std::vector<std::string> kernels;
  std::string json;
  bool functional_only = false;
};

/// GPGPU-Sim 4.2, its SM2_GTX480 configuration, one host core: see bench/kernels.
struct PeerFigures {
  std::string_view name;
  uint64_t cycles;
  double instructions_per_second, functional_per_second;  // thread instructions per CPU second
  uint64_t peak_mib;
};
constexpr PeerFigures kPeer[] = {
    {"vecadd", 85'482, 242e3, 2.75e6, 216},   {"mandel", 100'878, 533e3, 6.9e6, 84},
    {"bfs", 439'014, 59e3, 2.9e6, 105},       {"matmul", 121'433, 392e3, 7.65e6, 143},
    {"hotspot", 155'114, 244e3, 4.15e6, 343},
};

double cpu_seconds() {
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(u.ru_utime) + seconds(u.ru_stime);
}

uint64_t peak_mib() {
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  return static_cast<uint64_t>(u.ru_maxrss) / 1024;
}

struct Measurement {
  uint64_t instructions = 0, cycles = 0;
  double seconds = 0;
  double rate() const { return seconds > 0 ? static_cast<double>(instructions) / seconds : 0; }
};

Measurement measure(const peer::Entry& entry, std::shared_ptr<TimedEngine> engine) {
  DeviceOptions options = own_device_options();
  options.engine = engine;
  Device device(options);
  auto workload = entry.make(device, HEDDLE_KERNELS);
  workload->reset();
  Measurement m;
  double begin = cpu_seconds();
  m.instructions = workload->run().thread_instructions;
  m.seconds = cpu_seconds() - begin;
  if (std::string wrong = workload->verify(); !wrong.empty())
    throw Error(fmt::format("{}: {}", entry.name, wrong));
  if (engine)
    for (const LaunchResult& r : engine->results()) m.cycles += r.cycles;
  return m;
}

int run(const BenchOptions& o) {
  MachineConfig machine = load_machine(o.preset, {}, o.overrides);
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  print_out(fmt::format("{:8} {:>11} {:>10} {:>8} {:>13} {:>6} | {:>10} {:>13} {:>6} {:>9}\n",
                        "kernel", "instr", "cycles", "CPU s", "instr/s", "x peer", "peer cyc",
                        "functional/s", "x peer", "peak MiB"));
  for (const PeerFigures& peer : kPeer) {
    if (!o.kernels.empty() && std::ranges::find(o.kernels, peer.name) == o.kernels.end()) continue;
    const peer::Entry& entry = peer::find_workload(peer.name);
    Measurement functional = measure(entry, nullptr), timed;
    if (!o.functional_only) timed = measure(entry, std::make_shared<TimedEngine>(machine));
    double ratio = timed.rate() / peer.instructions_per_second;
    double functional_ratio = functional.rate() / peer.functional_per_second;
    print_out(fmt::format(
        "{:8} {:>11} {:>10} {:>8.2f} {:>13.0f} {:>6.0f} | {:>10} {:>13.0f} {:>6.0f} {:>9}\n",
        peer.name, functional.instructions, timed.cycles, timed.seconds, timed.rate(), ratio,
        peer.cycles, functional.rate(), functional_ratio, peak_mib()));
    json.push_back({{"kernel", peer.name},
                    {"thread_instructions", functional.instructions},
                    {"cycles", timed.cycles},
                    {"timed_cpu_seconds", timed.seconds},
                    {"timed_per_second", timed.rate()},
                    {"timed_over_peer", ratio},
                    {"functional_per_second", functional.rate()},
                    {"functional_over_peer", functional_ratio},
                    {"peer_cycles", peer.cycles},
                    {"peak_mib", peak_mib()},
                    {"peer_peak_mib", peer.peak_mib}});
  }
  if (!o.json.empty()) write_file(o.json, json.dump(2) + "\n");
  return kSuccess;
}

}  // namespace

void add_bench(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command =
      app.add_subcommand("bench", "Measure the simulator's own speed on five kernels");
  command->add_option("KERNEL", options->kernels,
                      "vecadd, mandel, bfs, matmul, hotspot; none: all");
  command->add_option("--preset", options->preset, "the machine")->capture_default_str();
  command->add_option("--set", options->overrides, "KEY=VALUE: change a value of the preset")
      ->allow_extra_args(false);
  command->add_flag("--functional", options->functional_only, "without timing only");
  command->add_option("--json", options->json, "write the figures to this file");
  command->footer(
      "Rates are thread instructions per second of host CPU time on one core. The peer is "
      "GPGPU-Sim 4.2,\nmeasured on the same kernels (figures vary by about 15 % from run to run).");
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace heddle
