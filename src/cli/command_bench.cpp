// heddle bench: measures the simulator's speed and memory, without and with timing, and compares
// them with figures recorded for a peer on the same kernels. One table of columns defines what is
// compared; the terminal output and the JSON are generated from it.
#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/bench_scale.hpp"
#include "cli/bench_threads.hpp"
#include "cli/commands.hpp"
#include "cli/host_usage.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/terminal.hpp"
#include "config/archs.hpp"
#include "config/effective.hpp"
#include "config/load.hpp"
#include "gpu/timed_engine.hpp"
#include "json/json.hpp"
#include "stats/text.hpp"
#include "workload/bench_suite.hpp"

namespace heddle {

namespace {

using workload::BenchEntry;
using Figures = workload::BenchFigures;

struct BenchOptions {
  std::string preset = "fermi";
  std::vector<std::string> overrides;
  std::vector<std::string> kernels;
  std::string json;
  bool functional_only = false, scale = false;
  unsigned threads = 1, repeat = 0;
  std::vector<unsigned> thread_counts;
};

struct Column {
  const char* title;
  const char* key;
  Json (*value)(const Figures&);
};
constexpr Column kColumns[] = {
    {"thread instr", "thread_instructions",
     [](const Figures& f) { return Json(f.thread_instructions); }},
    {"cycles", "cycles", [](const Figures& f) { return Json(f.cycles); }},
    {"CPU s", "cpu_seconds", [](const Figures& f) { return Json(f.cpu_seconds); }},
    {"wall s", "wall_seconds", [](const Figures& f) { return Json(f.wall_seconds); }},
    {"instr/s", "per_second", [](const Figures& f) { return Json(f.per_second); }},
    {"peak MiB", "peak_mib", [](const Figures& f) { return Json(f.peak_mib); }},
};

/// Null where the figure is not known.
Json value(const Column& column, const Figures& figures) {
  Json value = column.value(figures);
  return value.get<double>() == 0 ? Json(nullptr) : value;
}

Json ratio(const Column& column, const Figures& figures, const Figures& peer) {
  Json ours = value(column, figures), theirs = value(column, peer);
  if (ours.is_null() || theirs.is_null()) return nullptr;
  return ours.get<double>() / theirs.get<double>();
}

std::string text(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_number_integer()) return grouped(value.get<uint64_t>());
  auto number = value.get<double>();
  return number < 1e5 ? fmt::format("{:.4g}", number) : grouped(static_cast<uint64_t>(number));
}

void print_line(std::string_view kernel, std::string_view what, auto&& cell) {
  std::string line = fmt::format("{:8} {:7}", kernel, what);
  for (const Column& column : kColumns) line += fmt::format("{:>15}", cell(column));
  print_out(line + "\n");
}

struct BenchRow {
  std::string_view kernel, mode;
  Figures measured, peer;
};

void print_row(const BenchRow& row) {
  print_line(row.kernel, "heddle", [&](const Column& c) { return text(value(c, row.measured)); });
  print_line("", "peer", [&](const Column& c) { return text(value(c, row.peer)); });
  print_line("", "ratio", [&](const Column& c) { return text(ratio(c, row.measured, row.peer)); });
}

Json row_json(const BenchRow& row) {
  Json json{{"kernel", row.kernel}, {"mode", row.mode}};
  for (const Column& c : kColumns) {
    json["heddle"][c.key] = value(c, row.measured);
    json["peer"][c.key] = value(c, row.peer);
    json["ratio"][c.key] = ratio(c, row.measured, row.peer);
  }
  return json;
}

/// Without an engine: functionally.
Figures measure(const BenchEntry& entry, const std::shared_ptr<TimedEngine>& engine) {
  DeviceOptions options = own_device_options();
  options.engine = engine;
  Device device(options);
  auto driver = make_driver(entry, device);
  Figures f;
  double begin = cpu_seconds(), begin_wall = wall_seconds();
  driver->run();
  f.cpu_seconds = cpu_seconds() - begin;
  f.wall_seconds = wall_seconds() - begin_wall;
  f.thread_instructions = device.totals().thread_instructions;
  if (f.cpu_seconds > 0) f.per_second = static_cast<double>(f.thread_instructions) / f.cpu_seconds;
  f.peak_mib = peak_mib();
  if (std::string wrong = driver->verify(); !wrong.empty())
    throw Error(fmt::format("{}: {}", entry.name, wrong));
  if (engine)
    for (const LaunchResult& r : engine->results()) f.cycles += r.cycles;
  return f;
}

int run(const BenchOptions& o) {
  if (o.repeat > 0 && o.thread_counts.empty())
    throw UsageError("--repeat goes with --thread-counts");
  ValidMachine machine = load_machine(o.preset, {}, o.overrides);
  OutputPlan plan;
  plan.writes(o.json, "--json");
  plan_machine(plan, o.preset, {});
  check_outputs(plan);
  std::vector<const BenchEntry*> chosen;
  for (const std::string& name : o.kernels) chosen.push_back(&workload::require_bench_entry(name));
  if (chosen.empty())
    for (const BenchEntry& entry : workload::bench_suite())
      if (!o.scale || entry.name == "matmul") chosen.push_back(&entry);
  bool peaks_per_row = reset_peak();
  if (!peaks_per_row)
    print_error(
        "note: memory peaks cover all kernels so far, because /proc/self/clear_refs cannot be "
        "written");
  Json json{{"schema", "heddle-bench/1"},
            {"peer", workload::kPeerName},
            {"peaks_per_row", peaks_per_row},
            {"config", parse_json(effective_json(machine))},
            {"rows", Json::array()}};
  if (o.scale) {
    json["scale"] = measure_scale(
        {.preset = o.preset, .overrides = o.overrides, .kernels = chosen, .threads = o.threads});
    write_results({{o.json, [&] { return indented(json); }}});
    return kSuccess;
  }
  if (!o.thread_counts.empty()) {
    json["threads"] = measure_thread_counts({.preset = o.preset,
                                             .overrides = o.overrides,
                                             .kernels = chosen,
                                             .counts = o.thread_counts,
                                             .repeat = o.repeat > 0 ? o.repeat : 3});
    write_results({{o.json, [&] { return indented(json); }}});
    return kSuccess;
  }
  Json& rows = json["rows"];
  auto table = [&](std::string_view mode, Figures BenchEntry::*recorded, auto&& engine) {
    print_line("kernel", "", [](const Column& c) { return c.title; });
    for (const BenchEntry* entry : chosen) {
      reset_peak();
      BenchRow row{entry->name, mode, measure(*entry, engine()), entry->*recorded};
      print_row(row);
      rows.push_back(row_json(row));
    }
  };
  print_out("functional\n");
  table("functional", &BenchEntry::peer_functional, [] { return nullptr; });
  if (!o.functional_only) {
    print_out(fmt::format("\ntimed: {} on {}, memory {}\n", arch_name(machine), machine->name,
                          machine->memory.model));
    MachineOptions options;
    options.threads = o.threads;
    table("timed", &BenchEntry::peer_timed,
          [&] { return std::make_shared<TimedEngine>(machine, options); });
  }
  write_results({{o.json, [&] { return indented(json); }}});
  return kSuccess;
}

}  // namespace

void add_bench(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Measure the simulator's speed on five kernels");
  command->add_option("KERNEL", options->kernels,
                      "vecadd, mandel, bfs, matmul, hotspot; default: all");
  command->add_option("--preset", options->preset, "the machine")->capture_default_str();
  command->add_option("--set", options->overrides, "KEY=VALUE: change a value of the preset")
      ->allow_extra_args(false);
  command
      ->add_flag("--scale", options->scale,
                 "measure machines of 1 to 132 SMs (default: with matmul) and grids of 1 K to 16 M "
                 "threads")
      ->excludes(
          command->add_flag("--functional", options->functional_only, "run without timing only"));
  add_number(*command, "--threads", options->threads, "host threads of a simulation", kJobs);
  add_numbers(*command, "--thread-counts", options->thread_counts,
              "measure timed simulations on each of these numbers of host threads, relative to the "
              "first",
              kJobs)
      ->excludes("--scale")
      ->excludes("--functional")
      ->excludes("--threads");
  add_number(*command, "--repeat", options->repeat,
             "with --thread-counts: runs per number; the median counts; default: 3", {1, 1000})
      ->default_str("");
  add_output(*command, "--json", options->json, "write the figures to this file (docs/launch.md)");
  command->footer(fmt::format(
      "Seconds are those of the simulation alone, without inputs and checks: CPU time of all host\n"
      "threads, and wall time. Rates are thread instructions per CPU second, memory is the most\n"
      "that was resident while a kernel ran. The peer is {}, measured\n"
      "on the same kernels (figures vary by about 15 % from run to run); -: not recorded.",
      workload::kPeerName));
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace heddle
