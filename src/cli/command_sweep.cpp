// heddle sweep: workloads, launches and programs under every combination of archs, presets,
// settings and seeds.
#include <fmt/format.h>

#include <map>
#include <set>

#include "base/error.hpp"
#include "cli/cluster_sweep.hpp"
#include "cli/commands.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/plugin_options.hpp"
#include "cli/shell_word.hpp"
#include "cli/store_options.hpp"
#include "cli/sweep_results.hpp"
#include "cli/terminal.hpp"
#include "config/archs.hpp"
#include "query/frame.hpp"
#include "study/execution.hpp"
#include "study/planned_sweep.hpp"
#include "study/sweep.hpp"

namespace heddle {

namespace {

using namespace study;

struct SweepOptions {
  std::vector<std::string> names;
  std::string study;  // a file
  std::string size = "small";
  std::vector<std::string> parameters, settings, zipped, derived, files, metrics;
  std::string seeds = "1", archs, presets = "fermi";
  bool axes_given = false, size_given = false;
  bool dry = false;
  SweepFiles files_written;
  unsigned jobs = host_cores();
  PluginChoice plugins;
  StoreChoice store;
  ClusterOptions cluster;
};

Sweep sweep_of(const SweepOptions& o, const std::vector<std::string>& program) {
  Sweep sweep;
  sweep.extensions = o.plugins.extensions;
  sweep.interrupted = &interrupt_flag();
  sweep.names = o.names;
  if (!program.empty()) sweep.programs.push_back(program);
  sweep.files = o.files;
  for (const std::string& p : o.parameters) sweep.parameters.push_back(parse_axis("--param", p));
  sweep.seeds = parse_seeds(o.seeds);
  if (!o.archs.empty()) sweep.archs = parse_arch_names(o.archs);
  sweep.presets = parse_names("--preset", o.presets);
  for (const std::string& s : o.settings) sweep.settings.push_back(parse_axis("--set", s));
  for (const std::string& z : o.zipped) sweep.zipped.push_back(parse_names("--zip", z));
  for (const std::string& d : o.derived) sweep.derived.push_back(parse_derived(d));
  if (sweep.names.empty() && sweep.programs.empty())
    throw UsageError(
        "nothing to sweep: name workloads (heddle list workloads), launch descriptions, folders of "
        "captured launches, a CUDA program after '--', or a study with --study");
  return sweep;
}

Study chosen_study(const SweepOptions& o, const std::vector<std::string>& program) {
  if (o.study.empty()) return sweep_study(sweep_of(o, program));
  if (!o.names.empty() || !program.empty() || o.axes_given)
    throw UsageError(
        "--study says what to sweep; give no names, archs, presets, settings or seeds beside it");
  Study study = load_study(o.study, o.plugins.extensions);
  if (study.rows.empty() || study.variants.empty())
    throw UsageError(
        fmt::format("{}: there is nothing to sweep: a table [sweep] with 'workloads' or 'programs' "
                    "is missing (docs/sweeps.md)",
                    o.study));
  return study;
}

std::vector<query::Metric> chosen_metrics(const SweepOptions& o, const Study& study) {
  std::vector<query::Metric> metrics = query::parse_metrics(o.metrics);
  if (metrics.empty())
    for (const auto& [name, formula] : study.metrics) metrics.push_back({name, formula});
  return metrics.empty() ? query::default_metrics() : metrics;
}

OutputPlan planned_outputs(const Study& study, const SweepOptions& o) {
  OutputPlan plan;
  if (!o.study.empty()) plan.reads(o.study, "the study");
  plan_store(plan, o.store);
  std::map<std::string, std::set<std::string>> archs;  // by preset
  for (const Variant& v : study.variants) {
    if (!v.refused.empty()) continue;
    if (auto& chosen = archs[v.preset]; !v.arch.empty()) chosen.insert(v.arch);
  }
  for (const auto& [preset, chosen] : archs)
    plan_machine(plan, preset, std::vector<std::string>(chosen.begin(), chosen.end()));
  plan_rows(plan, study);
  plan_plugins(plan, o.plugins);
  o.files_written.add_to(plan);
  return plan;
}

/// The command line as a user would type it.
std::string command_line(const SweepOptions& o, const std::vector<std::string>& program) {
  std::string text = "heddle sweep";
  auto add = [&](std::string_view option, const std::string& value) {
    text += fmt::format("{}{}", option, shell_word(value));
  };
  for (const std::string& name : o.names) add(" ", name);
  if (!o.study.empty()) add(" --study ", o.study);
  add(" --size ", o.size);
  if (o.study.empty()) add(" --preset ", o.presets);
  if (!o.archs.empty()) add(" --arch ", o.archs);
  for (const std::string& value : o.settings) add(" --set ", value);
  for (const std::string& value : o.zipped) add(" --zip ", value);
  for (const std::string& value : o.derived) add(" --derive ", value);
  for (const std::string& value : o.parameters) add(" --param ", value);
  if (o.seeds != "1") add(" --seeds ", o.seeds);
  for (const std::string& value : o.metrics) add(" --metric ", value);
  return text + o.plugins.text() + program_words(program);
}

/// "15 runs: 3 are finished, 12 take about 40 s on 2 cores".
std::string plan_text(const Plan& plan, const Estimate& e, unsigned jobs) {
  std::string text = fmt::format("{} run{}", plan.runs.size(), plan.runs.size() == 1 ? "" : "s");
  if (e.known > 0) text += fmt::format(", {} of them finished", e.known);
  if (e.pending == 0) return text + "\n";
  if (e.pending == e.unmeasured)
    return text + "; how long they take is unknown, since nothing like them has run yet\n";
  text += fmt::format("; about {} on {} host thread{}", duration_text(e.seconds), jobs,
                      jobs == 1 ? "" : "s");
  if (e.unmeasured > 0) text += fmt::format(" (of {} nothing like them has run yet)", e.unmeasured);
  return text + "\n";
}

int show_plan(const PlannedSweep& sweep, store::ResultStore& store, const SweepOptions& o) {
  const Study& study = sweep.study;
  const Plan& plan = sweep.plan;
  std::vector<std::vector<std::string>> lines = {{"workload", "machine", "state"}};
  for (size_t v = 0; v < study.variants.size(); v++)
    for (size_t row : study.variants[v].rows)
      if (const size_t run = plan.run_of[v][row]; run != Plan::kNone)
        lines.push_back({study.rows[row].label, study.variants[v].name,
                         store.find(plan.keys[run]) ? "finished" : "to run"});
  print_out(query::columns_text(lines, 3));
  print_out(refusals_text(study, sweep.refused));
  const bool here = o.cluster.on.empty();
  const Estimate estimated = estimate(plan, store, here ? o.jobs : 1);
  print_out(plan_text(plan, estimated, here ? o.jobs : 1));
  if (!here) print_out(submission_text(o.cluster, plan, estimated.pending));
  return kSuccess;
}

/// Returns false if a run failed.
bool print_failures(const Study& study, const Execution& execution) {
  bool good = true;
  for (size_t v = 0; v < study.variants.size(); v++)
    for (size_t row : study.variants[v].rows) {
      const size_t run = execution.plan.run_of[v][row];
      if (run == Plan::kNone || !execution.results[run].is_object()) continue;
      const auto failure = execution.results[run].find("failure");
      if (failure == execution.results[run].end()) continue;
      print_error(fmt::format("heddle: {} under {}: {}", study.rows[row].label,
                              study.variants[v].name, failure->get<std::string>()));
      good = false;
    }
  return good;
}

/// With the texts of formulas: a plan on disk keeps them.
PlannedSweep planned_sweep(Study study, const SweepOptions& o,
                           const std::vector<query::Metric>& metrics) {
  PlannedSweep sweep;
  sweep.study = std::move(study), sweep.size = o.size;
  sweep.plan = expand(sweep.study, o.size, &sweep.refused, &interrupt_flag());
  for (const query::Metric& m : metrics)
    sweep.metrics.emplace_back(m.name, formula_text(m.formula));
  return sweep;
}

/// Executes it here; returns false if a run failed.
bool run_here(const PlannedSweep& sweep, std::span<const query::Metric> metrics,
              const SweepOptions& o, const std::string& command, store::ResultStore& store) {
  Execution execution(sweep.plan);
  ExecutionOptions options;
  options.jobs = o.jobs;
  options.interrupted = &interrupt_flag();
  options.errors_are_failures = true;
  options.progress = [](const ExecutionProgress& p) { show_run_progress("sweep", p); };
  options.note = [](const std::string& text) {
    print_error(fmt::format("heddle: note: {}", text));
  };
  Execution* executions[] = {&execution};
  execute_all(executions, store, options);
  print_status("");
  const auto records = query::records_of(sweep.study, sweep.size, execution, metrics);
  const auto known = std::ranges::count(execution.states, RunState::Known);
  const SweepResults results{sweep.study,      sweep.plan, sweep.refused,
                             records,          metrics,    static_cast<size_t>(known),
                             interrupt_flag(), command};
  print_sweep(results);
  const bool good = print_failures(sweep.study, execution);
  write_sweep(results, o.files_written);
  return good;
}

int run(const SweepOptions& o, const std::vector<std::string>& program) {
  if (!o.cluster.collect.empty()) {
    if (!o.names.empty() || !program.empty() || !o.study.empty() || o.axes_given || o.size_given ||
        o.dry || o.cluster.given.contains("--folder"))
      throw UsageError(
          "--collect takes the sweep from its folder; give nothing beside it that says what to "
          "run");
    return collect_sweep(o.cluster, o.metrics, o.files_written, o.store);
  }
  if (o.dry && o.files_written.any())
    throw UsageError("--dry-run has no results to write: leave out --csv, --json and --report");
  Study study = chosen_study(o, program);
  const std::vector<query::Metric> metrics = chosen_metrics(o, study);
  const PlannedSweep sweep = planned_sweep(std::move(study), o, metrics);
  if (sweep.plan.runs.empty()) {
    print_error(refusals_text(sweep.study, sweep.refused));
    throw UsageError("none of the combinations can be run");
  }
  check_outputs(planned_outputs(sweep.study, o));
  auto store = open_store(o.store);
  if (o.dry) return show_plan(sweep, *store, o);
  const std::string command = command_line(o, program);
  if (!o.cluster.on.empty())
    return sweep_on_cluster(o.cluster, sweep, command, o.files_written, o.store, *store);
  const bool good = run_here(sweep, metrics, o, command, *store);
  if (interrupt_flag()) throw InterruptedError(interruption_text(*store));
  return good ? kSuccess : kKernelFailed;
}

void add_axes(CLI::App& command, SweepOptions& o) {
  auto list = [&](const char* name, std::vector<std::string>& values, const char* text) {
    command.add_option(name, values, text)->allow_extra_args(false);
  };
  command.add_option("--arch", o.archs, "NAME,..., FILE.toml or all; default: the preset's own");
  command.add_option("--preset", o.presets, "NAME,... or FILE.toml (heddle list presets)")
      ->capture_default_str();
  list("--set", o.settings, "KEY=V1,V2,...: values of a configuration key; may be repeated");
  list("--zip", o.zipped, "KEY,KEY,...: these keys change together, first value with first value");
  list("--derive", o.derived, "'KEY = FORMULA': a value computed from other keys");
  list("--param", o.parameters, "KEY=V1,V2,...: values of a workload parameter");
  command.add_option("--seeds", o.seeds, "N,N,... or FROM:TO: seeds of workloads' random inputs")
      ->capture_default_str();
  list("--input", o.files, "a file that the CUDA program reads and that is not an argument");
}

}  // namespace

void add_sweep(CLI::App& app, CommandAction& action, const std::vector<std::string>& program) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command =
      app.add_subcommand("sweep", "Run every combination of workloads, archs and settings");
  command->add_option("NAME", options->names,
                      "workloads (heddle list workloads), launch descriptions (docs/launch.md), "
                      "folders of heddle capture");
  command->add_option("--study", options->study, "a study's file with [sweep] (docs/sweeps.md)");
  command->add_option("--size", options->size, "size of workloads: tiny, small or paper")
      ->capture_default_str();
  add_axes(*command, *options);
  command
      ->add_option("--metric", options->metrics,
                   "NAME=FORMULA over statistics (docs/statistics.md), or one statistic; may be "
                   "repeated; default: cycles, ipc, lanes, energy, edp")
      ->allow_extra_args(false);
  command->add_flag("--dry-run", options->dry,
                    "show the runs, what is refused, and how long the rest takes; run nothing");
  add_output(*command, "--csv", options->files_written.csv, "write a line per run to this file");
  add_output(*command, "--json", options->files_written.json,
             "write the same as JSON to this file");
  command->add_option("--report", options->files_written.report,
                      "write a page with figures to this folder (docs/report.md)");
  add_number(*command, "--jobs,-j", options->jobs,
             "host threads; with --on: of each task, 1 unless given", kJobs);
  add_plugin_option(*command, options->plugins);
  add_store_options(*command, options->store);
  add_cluster_options(*command, options->cluster);
  command->footer(
      "Combinations that make no valid machine are listed with their reasons and skipped.\n"
      "Finished runs are stored, so Ctrl-C and SIGTERM lose nothing: the same command continues.\n"
      "A CUDA program comes after '--'.\n"
      "Examples:\n"
      "  heddle sweep bitonic mandelbrot --arch pdom,dwf --set core.warp=16,32 --csv sweep.csv\n"
      "  heddle sweep bitonic --set core.warp=8,16,32 --derive 'core.max_warps = 1536 / "
      "core.warp'\n"
      "  heddle sweep bitonic --set core.warp=8,16 --set core.max_warps=192,96 \\\n"
      "               --zip core.warp,core.max_warps\n"
      "  heddle sweep --study mine.toml --dry-run\n"
      "  heddle sweep --arch pdom,dwf -- ./prog 1000\n"
      "  heddle sweep bitonic mandelbrot --arch all --on slurm --partition short --time 1:00:00\n"
      "  heddle sweep --collect heddle-sweep-1a2b3c4d --csv sweep.csv");
  command->callback([&action, &program, options, command] {
    for (const char* name :
         {"--arch", "--preset", "--set", "--zip", "--derive", "--param", "--seeds", "--input"})
      options->axes_given |= command->count(name) > 0;
    options->size_given = command->count("--size") > 0;
    note_given(*command, options->cluster);
    options->cluster.submit.resources.cores = options->jobs;
    action = [options, &program] {
      check_together(options->cluster);
      options->plugins.load();
      return run(*options, program);
    };
  });
}

}  // namespace heddle
