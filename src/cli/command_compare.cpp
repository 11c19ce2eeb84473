// heddle compare: runs the same workloads or launches under several mechanisms.
#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/compare_program.hpp"
#include "cli/machine_choice.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/terminal.hpp"
#include "cli/workload_options.hpp"
#include "config/archs.hpp"
#include "config/effective.hpp"
#include "json/json.hpp"
#include "report/comparison.hpp"
#include "report/page.hpp"
#include "runner/parallel.hpp"
#include "runner/timed_run.hpp"
#include "stats/statistics_json.hpp"
#include "stats/text.hpp"
#include "study/tools.hpp"

namespace heddle {

namespace {

struct CompareOptions {
  std::vector<std::string> names;
  workload::Choice workload;
  bool workload_options = false;
  std::string archs = "all";
  MachineChoice machine;
  bool check = false;
  std::string json;
  std::string report;
  unsigned jobs = host_cores();
};

/// One target under one arch.
struct Contender {
  RunTargetChoice target;
  ValidMachine config;
  bool started = false, done = false;  // done: ran to completion
  Counters total = {};
  std::string failure = {};       // a kernel failure, or the first wrong result
  std::exception_ptr error = {};  // any other error
};

void run_one(Contender& c, bool check) {
  c.started = true;
  try {
    TimedRunOptions options;
    options.check = check;
    options.quiet = true;
    options.interrupted = &interrupt_flag();
    TimedRun timed(c.target, c.config, options);
    timed.run();
    c.total = timed.statistics().total;
    c.done = true;
    c.failure = timed.difference();
  } catch (const KernelError& e) {
    c.failure = e.what();
  } catch (...) {
    c.error = std::current_exception();
  }
}

void run_all(std::vector<Contender>& contenders, const CompareOptions& o) {
  ParallelOptions parallel{o.jobs, &interrupt_flag(),
                           [](size_t done, size_t all) { print_progress("compare", done, all); }};
  run_parallel(contenders.size(), parallel, [&](size_t i) { run_one(contenders[i], o.check); });
  print_progress({}, 0, 0);
}

std::optional<double> value(const Contender& c, std::string_view statistic) {
  auto found = find_statistic(statistic)->value(c.total, {c.config, c.config->sms});
  if (!c.done || !found) return std::nullopt;
  return std::visit([](auto v) { return static_cast<double>(v); }, *found);
}

std::optional<double> speed_up(const Contender& first, const Contender& c) {
  if (!first.done || !c.done || c.total.core.cycles == 0) return std::nullopt;
  return static_cast<double>(first.total.core.cycles) / static_cast<double>(c.total.core.cycles);
}

std::string verdict(const Contender& c) {
  if (c.done) return c.failure.empty() ? "ok" : "DIFFERS";
  return !c.failure.empty() ? "FAILED" : c.started ? "stopped" : "not run";
}

/// The value relative to the first arch.
std::optional<double> ratio(const Contender& first, const Contender& c,
                            std::string_view statistic) {
  auto base = value(first, statistic), mine = value(c, statistic);
  if (!base || !mine || *base == 0) return std::nullopt;
  return *mine / *base;
}

void print_table(const std::vector<Contender>& contenders, size_t archs) {
  size_t name_width = 4, arch_width = 12;
  for (const Contender& c : contenders) {
    name_width = std::max(name_width, c.target.name.size());
    arch_width = std::max(arch_width, arch_name(c.config).size());
  }
  auto print_line = [&](std::string_view name, std::string_view arch, const auto&... cells) {
    print_out(fmt::format("{:<{}}  {:<{}}{:>14}{:>8}{:>9}{:>10}{:>8}{:>8}  {}\n", name, name_width,
                          arch, arch_width, cells...));
  };
  auto number = [](std::optional<double> v, double scale, const char* unit) {
    return v ? fmt::format("{:.2f}{}", *v * scale, unit) : std::string("-");
  };
  print_line("name", "arch", "cycles", "IPC", "lanes", "speed-up", "energy", "EDP", "results");
  for (size_t i = 0; i < contenders.size(); i++) {
    const Contender& c = contenders[i];
    print_line(c.target.name, arch_name(c.config), c.done ? grouped(c.total.core.cycles) : "-",
               number(value(c, "derived.ipc"), 1, ""),
               number(value(c, "derived.lane_utilisation"), 100, " %"),
               number(speed_up(contenders[i - i % archs], c), 1, ""),
               number(ratio(contenders[i - i % archs], c, "energy.total"), 1, ""),
               number(ratio(contenders[i - i % archs], c, "energy.edp"), 1, ""), verdict(c));
  }
}

std::string json_text(const std::vector<Contender>& contenders, size_t archs) {
  auto number = [](std::optional<double> v) { return v ? Json(*v) : Json(nullptr); };
  Json json;
  json["schema"] = "heddle-compare/2";
  json["partial"] = interrupt_flag().load();
  for (const Contender& c : std::span(contenders).first(archs))
    json["configs"][arch_name(c.config)] = parse_json(effective_json(c.config));
  json["rows"] = Json::array();
  for (size_t i = 0; i < contenders.size(); i++) {
    const Contender& c = contenders[i];
    Json row{{"name", c.target.name}, {"arch", arch_name(c.config)}, {"results", verdict(c)}};
    if (auto workload = chosen_workload(c.target)) row["workload"] = workload_json(*workload);
    row["cycles"] = c.done ? Json(c.total.core.cycles) : Json(nullptr);
    row["thread_instructions"] = c.done ? Json(c.total.core.thread_instructions) : Json(nullptr);
    row["warp_instructions"] = c.done ? Json(c.total.core.warp_instructions) : Json(nullptr);
    row["ipc"] = number(value(c, "derived.ipc"));
    row["lane_utilisation"] = number(value(c, "derived.lane_utilisation"));
    row["energy"] = number(value(c, "energy.total"));
    row["edp"] = number(value(c, "energy.edp"));
    row["speed_up"] = number(speed_up(contenders[i - i % archs], c));
    row["failure"] = c.failure.empty() ? Json(nullptr) : Json(c.failure);
    json["rows"].push_back(std::move(row));
  }
  return indented(json);
}

/// Runs the pictures; a kernel that fails has no picture.
void run_pictures(const study::Plan& plan, std::vector<Json>& results, unsigned jobs) {
  size_t first = results.size();
  results.resize(plan.runs.size());
  ParallelOptions parallel{jobs, &interrupt_flag(),
                           [](size_t done, size_t all) { print_progress("pictures", done, all); }};
  run_parallel(results.size() - first, parallel, [&](size_t i) {
    results[first + i] = study::execute(plan.runs[first + i], &interrupt_flag());
  });
  print_progress({}, 0, 0);
}

constexpr std::string_view kPlainInShells =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";

std::vector<std::string> targets(const CompareOptions& o) {
  if (!o.names.empty()) return o.names;
  auto chosen = workload::representatives();
  return {chosen.begin(), chosen.end()};
}

/// The command line as a user would type it.
std::string command_line(const CompareOptions& o) {
  std::string text = "heddle compare";
  auto add = [&](std::string_view option, const std::string& value) {
    bool plain = value.find_first_not_of(kPlainInShells) == value.npos;
    std::string_view quote = plain ? "" : "'";
    text += fmt::format("{0}{1}{2}{1}", option, quote, value);
  };
  for (const std::string& name : o.names) add(" ", name);
  if (any_workload(targets(o))) add(" --size ", o.workload.size);
  for (const std::string& parameter : o.workload.parameters) add(" --param ", parameter);
  if (o.workload.seed != workload::Choice().seed) add(" --seed ", std::to_string(o.workload.seed));
  add(" --arch ", o.archs);
  add(" --preset ", o.machine.preset);
  for (const std::string& setting : o.machine.overrides) add(" --set ", setting);
  return text;
}

void write_report(const std::vector<Contender>& contenders, const std::vector<std::string>& archs,
                  const CompareOptions& o) {
  report::Comparison comparison{{}, archs, o.machine.preset, o.machine.overrides};
  std::vector<Json> results;
  for (size_t i = 0; i < contenders.size(); i++) {
    const Contender& c = contenders[i];
    if (i % archs.size() == 0) comparison.targets.push_back(c.target);
    results.push_back(c.failure.empty() ? report::measured_json(c.total, c.config)
                                        : Json{{"failure", c.failure}});
  }
  study::Study study = report::comparison_study(comparison);
  study::Plan plan = report::comparison_plan(comparison, study);
  run_pictures(plan, results, o.jobs);
  if (interrupt_flag()) return;
  report::Contents contents{"Mechanisms compared", command_line(o), {}};
  contents.studies.push_back(report::study_data(study, o.workload.size, plan, results,
                                                study::evaluate(study, plan, results)));
  print_out(fmt::format("report: {}\n", report::write_report(o.report, contents).string()));
}

OutputPlan planned_outputs(const std::vector<Contender>& contenders,
                           const std::vector<std::string>& archs, const CompareOptions& o) {
  OutputPlan plan;
  for (const Contender& c : contenders) plan_run_target(plan, c.target);
  plan_machine(plan, o.machine.preset, archs);
  plan.writes(o.json, "--json");
  if (!o.report.empty()) plan.writes(report::prepare_report(o.report), "--report");
  return plan;
}

/// A CUDA program once per arch.
int run(const CompareOptions& o, const std::vector<std::string>& program) {
  if (!o.names.empty() || o.workload_options)
    throw UsageError("a CUDA program (after '--') is compared alone, without workloads");
  return compare_program(
      {program, parse_arch_names(o.archs), o.machine, o.check, o.json, o.report, o.archs});
}

int run(const CompareOptions& o) {
  std::vector<std::string> archs = parse_arch_names(o.archs);
  std::vector<Contender> contenders;
  const std::vector<std::string> names = targets(o);
  for (const std::string& name : names)
    for (const std::string& arch : archs) {
      RunTargetChoice target =
          chosen_run_target(name, o.workload, o.workload_options && !any_workload(names));
      check_run_target(target);
      contenders.push_back({std::move(target), chosen_machine(o.machine, arch)});
    }
  check_outputs(planned_outputs(contenders, archs, o));
  run_all(contenders, o);
  bool interrupted = interrupt_flag(), good = true;
  if (!interrupted)
    for (const Contender& c : contenders)
      if (c.error) std::rethrow_exception(c.error);
  print_table(contenders, archs.size());
  for (const Contender& c : contenders)
    if (!c.failure.empty()) {
      good = false;
      print_error(
          fmt::format("heddle: {} under {}: {}", c.target.name, arch_name(c.config), c.failure));
    }
  write_results({{o.json, [&] { return json_text(contenders, archs.size()); }}});
  if (!o.report.empty() && !interrupted) write_report(contenders, archs, o);
  if (interrupt_flag()) throw InterruptedError("interrupted");
  return good ? kSuccess : kKernelFailed;
}

}  // namespace

void add_compare(CLI::App& app, CommandAction& action, const std::vector<std::string>& program) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command =
      app.add_subcommand("compare", "Run workloads or launches under several archs");
  command->add_option("NAME", options->names,
                      "workloads (heddle list workloads) or launch descriptions (docs/launch.md); "
                      "default: eight representative workloads");
  add_workload_options(*command, options->workload);
  command
      ->add_option("--arch", options->archs,
                   "NAME,..., FILE.toml or all (heddle list archs); the first is the baseline")
      ->capture_default_str();
  add_machine_options(*command, options->machine);
  command->add_flag("--check", options->check,
                    "check the machine's invariants at run time; slower");
  add_output(*command, "--json", options->json, "write the rows to this file");
  command->add_option("--report", options->report,
                      "write a page with figures and pictures to this folder (docs/report.md)");
  add_number(*command, "--jobs,-j", options->jobs, "host threads", kJobs);
  command->footer(
      "Prints one row per name and arch: cycles, thread instructions per cycle, lane utilisation,\n"
      "speed-up over the first arch, and energy and energy-delay product (EDP) relative to the\n"
      "first arch. Results are verified under every arch. Outputs are not written.\n"
      "Examples:\n"
      "  heddle compare\n"
      "  heddle compare bitonic mandelbrot --size tiny --preset small\n"
      "  heddle compare saxpy.toml --arch pdom,mimd --preset small --json saxpy.json\n"
      "  heddle compare --arch pdom,dwf -- ./prog 1000        (a CUDA program: docs/cuda.md)");
  command->callback([&action, &program, options, command] {
    options->workload_options = has_workload_options(*command);
    action = [options, &program] {
      return program.empty() ? run(*options) : run(*options, program);
    };
  });
}

}  // namespace heddle
