// heddle run: runs a workload or a launch description, functionally or on a simulated machine.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "base/host_cores.hpp"
#include "cli/commands.hpp"
#include "cli/launch_options.hpp"
#include "cli/machine_choice.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/progress_meter.hpp"
#include "cli/terminal.hpp"
#include "cli/workload_options.hpp"
#include "config/archs.hpp"
#include "json/json.hpp"
#include "launch/session.hpp"
#include "runner/timed_run.hpp"
#include "stats/text.hpp"
#include "trace/trace.hpp"

namespace heddle {

namespace {

/// Options that only a run with timing has.
constexpr const char* kTimingOptions[] = {
    "--set",      "--check",  "--only",      "--skip",  "--launches", "--warm",        "--csv",
    "--branches", "--sample", "--sample-of", "--trace", "--konata",   "--trace-window"};

struct RunOptions {
  RunTargetChoice target;
  uint64_t max_instructions = 0;
  std::string json;
  std::string arch;  // empty: the preset's arch
  MachineChoice machine;
  bool timed = false;
  bool check = false;
  unsigned threads = host_cores();
  LaunchOptions launches;  // to time
  std::string csv, branches;
  std::string trace, konata, trace_window = ":";
  uint64_t sample_every = 0;
  std::vector<std::string> sample_names = {"thread_instructions", "slots.*", "derived.*"};
  std::vector<std::string> given;  // those of kTimingOptions on the command line

  bool has(std::string_view option) const { return std::ranges::count(given, option) > 0; }
};

std::string text_of(const Dim3& d) {
  if (d.z != 1) return fmt::format("{} x {} x {}", d.x, d.y, d.z);
  return d.y != 1 ? fmt::format("{} x {}", d.x, d.y) : fmt::format("{}", d.x);
}

void print_count(uint64_t count, std::string_view what) {
  print_out(fmt::format("  {:>20} {}{}\n", grouped(count), what, count == 1 ? "" : "s"));
}

void print_counts(const RunCounts& counts) {
  print_count(counts.blocks, "block");
  print_count(counts.warp_instructions, "warp instruction");
  print_count(counts.thread_instructions, "thread instruction");
}

void print_launch(const FinishedLaunch& r) {
  std::string shared;
  if (r.static_shared + r.dynamic_shared > 0)
    shared = fmt::format(", shared memory {} + {} bytes", r.static_shared, r.dynamic_shared);
  print_out(fmt::format("{}: grid {}, block {}{}\n", demangled(r.kernel), text_of(r.grid),
                        text_of(r.block), shared));
  print_counts(r.counts);
}

/// Sums all launches of a kernel, since a workload may launch hundreds of times.
void print_kernels(std::span<const FinishedLaunch> launches) {
  std::map<std::string_view, std::pair<size_t, RunCounts>> kernels;
  for (const FinishedLaunch& r : launches) {
    auto& [times, sum] = kernels[r.kernel];
    times++;
    sum.blocks += r.counts.blocks;
    sum.warp_instructions += r.counts.warp_instructions;
    sum.thread_instructions += r.counts.thread_instructions;
  }
  for (const auto& [kernel, counted] : kernels) {
    print_out(fmt::format("{}: {} launch{}\n", demangled(kernel), counted.first,
                          counted.first == 1 ? "" : "es"));
    print_counts(counted.second);
  }
}

void print_outputs(const RunTarget& target) {
  for (const std::string& line : target.outputs()) print_out(fmt::format("{}\n", line));
}

bool print_findings(const RunTarget& target) {
  bool good = true;
  for (const RunTarget::Finding& f : target.findings()) {
    print_out(fmt::format(fmt::runtime(f.good ? "ok: {} equals {}\n" : "DIFFERS: {} from {}\n"),
                          f.what, f.detail));
    good = good && f.good;
  }
  return good;
}

Json to_json(const std::vector<FinishedLaunch>& launches, bool partial) {
  auto dim = [](const Dim3& d) { return Json::array({d.x, d.y, d.z}); };
  Json j;
  j["schema"] = "heddle-functional/1";
  j["partial"] = partial;
  j["launches"] = Json::array();
  for (const FinishedLaunch& r : launches) {
    Json launch{{"kernel", r.kernel}};
    if (std::string shown = demangled(r.kernel); shown != r.kernel) launch["demangled"] = shown;
    launch.update({{"grid", dim(r.grid)},
                   {"block", dim(r.block)},
                   {"static_shared_bytes", r.static_shared},
                   {"dynamic_shared_bytes", r.dynamic_shared},
                   {"blocks", r.counts.blocks},
                   {"warp_instructions", r.counts.warp_instructions},
                   {"thread_instructions", r.counts.thread_instructions}});
    j["launches"].push_back(std::move(launch));
  }
  return j;
}

void print_warnings(const RunTarget& target) {
  for (const std::string& message : target.unsupported())
    print_error(fmt::format("warning: {}", message));
}

/// A write error after a failed run must not hide why the run failed.
void despite_failure(const std::function<void()>& write) {
  try {
    write();
  } catch (const IoError& e) {
    print_error(fmt::format("heddle: {}", e.what()));
  }
}

int run_functional(const RunOptions& options) {
  ProgressMeter meter;
  auto engine = std::make_shared<FunctionalEngine>();
  if (has_terminal()) engine->progress = [&meter](const Progress& p) { meter.show(p); };
  std::vector<FinishedLaunch> launches;
  engine->finished = [&](const Executable& kernel, const Launch& launch, const RunCounts& counts) {
    meter.finish();
    launches.push_back({std::string(kernel.entry->name), launch.grid, launch.block,
                        kernel.attributes.static_shared_bytes, launch.dynamic_shared, counts});
    if (is_description(options.target.name, options.target.extensions))
      print_launch(launches.back());
  };
  DeviceOptions device_options = own_device_options();
  device_options.max_warp_instructions = options.max_instructions;
  device_options.engine = engine;
  Device device(device_options);
  auto target = make_run_target(options.target, device);
  print_warnings(*target);
  auto write_json = [&](bool partial) {
    write_results({{options.json, [&] {
                      Json json = to_json(launches, partial);
                      target->add_json(json);
                      return indented(json);
                    }}});
  };
  try {
    target->run();
  } catch (const Error&) {  // outputs are written also when a kernel fails
    meter.finish();
    print_outputs(*target);
    despite_failure([&] { write_json(true); });
    throw;
  }
  if (!is_description(options.target.name, options.target.extensions)) print_kernels(launches);
  print_outputs(*target);
  bool good = print_findings(*target);
  write_json(false);
  return good ? kSuccess : kKernelFailed;
}

void write_statistics(const RunOptions& options, const RunStatistics& statistics) {
  write_results({{options.json, [&] { return to_json(statistics); }},
                 {options.csv, [&] { return to_csv(statistics); }},
                 {options.branches, [&] { return branches_csv(statistics); }}});
}

OutputPlan planned_outputs(const RunOptions& options) {
  OutputPlan plan;
  if (options.timed) {
    const std::string* arch = &options.arch;
    plan_machine(plan, options.machine.preset, {arch, arch->empty() ? size_t{0} : size_t{1}});
  }
  plan.writes(options.json, "--json");
  plan.writes(options.csv, "--csv");
  plan.writes(options.branches, "--branches");
  plan.writes(options.trace, "--trace");
  plan.writes(options.konata, "--konata");
  plan_run_target(plan, options.target);
  plan_plugins(plan, options.machine.plugins);
  return plan;
}

void open_traces(const RunOptions& options, Traces& traces) {
  TraceWindow window = parse_trace_window(options.trace_window);
  if (!options.trace.empty()) traces.add(make_perfetto_trace(options.trace, window));
  if (!options.konata.empty()) traces.add(make_konata_trace(options.konata, window));
}

void check_something_was_timed(const RunStatistics& statistics) {
  if (!statistics.all_launches || !statistics.launches.empty()) return;
  throw UsageError(
      fmt::format("no launch was timed: --only, --skip and --launches choose none of the {}; "
                  "without --arch and --preset, the kernels are listed",
                  *statistics.all_launches));
}

int run_timed(const RunOptions& options) {
  ProgressMeter meter;
  TimedRunOptions timed;
  timed.interrupted = &interrupt_flag();
  timed.check = options.check;
  timed.threads = options.threads;
  timed.launches = options.launches.choice();
  timed.print = print_out;
  timed.max_instructions = options.max_instructions;
  timed.sample_every = options.sample_every;
  timed.sample_names = options.sample_names;
  if (has_terminal()) timed.progress = [&meter](const Progress& p) { meter.show(p); };
  timed.launch_ended = [&meter] { meter.finish(); };
  Traces traces;
  open_traces(options, traces);
  if (!traces.empty()) timed.observer = &traces;
  TimedRun timed_run(options.target, chosen_machine(options.machine, options.arch), timed);
  const RunTarget& target = timed_run.target();
  print_warnings(target);
  try {
    timed_run.run();
  } catch (const Error&) {  // write what was counted so far
    if (!timed_run.statistics().launches.empty()) print_out(to_table(timed_run.statistics()));
    print_outputs(target);
    despite_failure([&] { write_statistics(options, timed_run.statistics()); });
    despite_failure([&] { traces.finish(); });
    throw;
  }
  print_out(to_table(timed_run.statistics()) + "\n");
  print_outputs(target);
  bool good = print_findings(target);
  write_statistics(options, timed_run.statistics());
  traces.finish();
  check_something_was_timed(timed_run.statistics());
  return good ? kSuccess : kKernelFailed;
}

void check_one_arch(const RunOptions& options) {
  if (options.arch == "all" || options.arch.find(',') != std::string::npos)
    throw UsageError(fmt::format(
        "run takes one arch, '{0}' are several; to run under each of them: heddle compare {1} "
        "--arch {0}",
        options.arch, options.target.name));
  if (!options.arch.empty()) check_arch(options.arch);
}

int run(const RunOptions& options) {
  if (options.timed && options.arch != "functional") {
    check_one_arch(options);
    if (options.has("--sample") && options.json.empty())
      throw UsageError("--sample needs --json FILE, because samples are written into the JSON");
    if (options.has("--sample-of") && !options.has("--sample"))
      throw UsageError("--sample-of needs --sample N, the interval in cycles");
    if (options.has("--trace-window") && options.trace.empty() && options.konata.empty())
      throw UsageError("--trace-window needs --trace FILE or --konata FILE");
    check_outputs(planned_outputs(options));
    return run_timed(options);
  }
  if (!options.given.empty())
    throw UsageError(fmt::format("{} need{} a run with timing: add --arch NAME or --preset NAME",
                                 fmt::join(options.given, ", "),
                                 options.given.size() == 1 ? "s" : ""));
  check_outputs(planned_outputs(options));
  return run_functional(options);
}

void add_timing_options(CLI::App& command, RunOptions& options) {
  command.add_option("--arch", options.arch,
                     "run with timing under this mechanism: a name (heddle list archs) or file");
  add_machine_options(command, options.machine);
  command.add_flag("--check", options.check, "check the machine's invariants at run time; slower");
  add_number(command, "--threads", options.threads,
             "host threads of a simulation; results do not depend on their number", kJobs);
  add_launch_options(command, options.launches, "time");
  add_warm_option(command, options.launches);
  add_output(command, "--csv", options.csv, "write the statistics of every SM to this file");
  add_output(command, "--branches", options.branches, "write a table of branches to this file");
  add_number(command, "--sample", options.sample_every,
             "sample statistics every N cycles into the JSON",
             {1, std::numeric_limits<int64_t>::max()});
  command
      .add_option("--sample-of", options.sample_names,
                  "NAME,...: statistics to sample (docs/statistics.md); slots.* matches a prefix")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  add_output(command, "--trace", options.trace,
             "write a trace for ui.perfetto.dev to this file (docs/traces.md)");
  add_output(command, "--konata", options.konata, "write a pipeline log for Konata to this file");
  command.add_option("--trace-window", options.trace_window,
                     "FROM:TO: trace only packets issued in these cycles of the run; default: all");
}

}  // namespace

void add_run(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Run a workload or the launches of a TOML file");
  command
      ->add_option("NAME", options->target.name,
                   "a workload (heddle list workloads), or a launch description (docs/launch.md)")
      ->required();
  add_workload_options(*command, options->target.workload);
  add_number(*command, "--max-instructions", options->max_instructions,
             "stop a launch after this many warp instructions; 0: no limit");
  add_output(*command, "--json", options->json,
             "write the counts (with timing: all statistics) to this file");
  add_timing_options(*command, *options);
  command->footer(
      "Without --arch and --preset, kernels run functionally: results and counts, no timing.\n"
      "With --preset alone, the machine uses the preset's own arch. Ctrl-C or SIGTERM ends a run\n"
      "and keeps the statistics so far. '-' as a file is standard output.\n"
      "Examples:\n"
      "  heddle run mandelbrot --size small --arch pdom\n"
      "  heddle run saxpy.toml --json saxpy.json\n"
      "  heddle run saxpy.toml --arch pdom --set memory.model=ideal --csv saxpy.csv\n"
      "  heddle run saxpy.toml --preset small --json saxpy.json --sample 1000\n"
      "  heddle run saxpy.toml --preset small --trace saxpy.trace.json --trace-window 0:5000");
  command->callback([&action, options, command] {
    options->timed = command->count("--arch") + command->count("--preset") > 0;
    options->target.workload_options = has_workload_options(*command);
    for (const char* name : kTimingOptions)
      if (command->count(name) > 0) options->given.emplace_back(name);
    action = [options] {
      options->machine.plugins.load();
      options->target.extensions = options->machine.plugins.extensions;
      return run(*options);
    };
  });
}

}  // namespace heddle
