// heddle compare: runs the same workloads or launches under several mechanisms.
#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/compare_program.hpp"
#include "cli/machine_choice.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/store_options.hpp"
#include "cli/terminal.hpp"
#include "cli/workload_options.hpp"
#include "config/archs.hpp"
#include "config/effective.hpp"
#include "json/json.hpp"
#include "report/comparison.hpp"
#include "report/page.hpp"
#include "stats/statistics_json.hpp"
#include "stats/text.hpp"
#include "study/execution.hpp"
#include "study/statistic_value.hpp"

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
  StoreChoice store{{}, true};  // without --store, nothing is read or stored
};

/// One target under one arch.
struct Contender {
  const RunTargetChoice& target;
  std::string arch;
  study::RunState state;
  const Json& result;  // null if it did not finish

  bool done() const { return result.is_object() && (!failed() || result.contains("differs")); }
  bool failed() const { return result.is_object() && result.contains("failure"); }
  std::string failure() const { return failed() ? result["failure"].get<std::string>() : ""; }
  std::optional<double> value(std::string_view statistic) const {
    if (!done()) return std::nullopt;
    const double found =
        study::statistic_value(failed() ? result["differs"] : result, {}, 0, statistic);
    return std::isnan(found) ? std::nullopt : std::optional(found);
  }
  Json count(std::string_view statistic) const {
    auto found = value(statistic);
    return found ? Json(static_cast<uint64_t>(*found)) : Json(nullptr);
  }
};

/// The study of a comparison, and its runs.
struct CompareRun {
  report::Comparison comparison;
  study::Study study;
  study::Execution execution;

  /// Targets, each under all archs in order.
  std::vector<Contender> contenders() const {
    std::vector<Contender> all;
    for (size_t row = 0; row < comparison.targets.size(); row++)
      for (size_t arch = 0; arch < comparison.archs.size(); arch++) {
        const size_t run = execution.plan.run_of[arch][row];
        all.push_back({comparison.targets[row], study.variants[arch].title, execution.states[run],
                       execution.results[run]});
      }
    return all;
  }
};

void run_all(CompareRun& compared, store::ResultStore& store, const CompareOptions& o) {
  study::ExecutionOptions options;
  options.jobs = o.jobs;
  options.interrupted = &interrupt_flag();
  options.check = o.check;
  options.pictures = !o.report.empty();
  options.progress = [](const study::ExecutionProgress& p) {
    print_progress("compare", p.done, p.all);
  };
  study::Execution* executions[] = {&compared.execution};
  study::execute_all(executions, store, options);
  print_progress({}, 0, 0);
}

std::optional<double> speed_up(const Contender& first, const Contender& c) {
  const auto base = first.value("cycles"), mine = c.value("cycles");
  if (!base || !mine || *mine == 0) return std::nullopt;
  return *base / *mine;
}

std::string verdict(const Contender& c) {
  if (c.done()) return c.failed() ? "DIFFERS" : "ok";
  if (c.failed()) return "FAILED";
  return c.state == study::RunState::Stopped ? "stopped" : "not run";
}

/// The value relative to the first arch.
std::optional<double> ratio(const Contender& first, const Contender& c,
                            std::string_view statistic) {
  auto base = first.value(statistic), mine = c.value(statistic);
  if (!base || !mine || *base == 0) return std::nullopt;
  return *mine / *base;
}

void print_table(const std::vector<Contender>& contenders, size_t archs) {
  size_t name_width = 4, arch_width = 12;
  for (const Contender& c : contenders) {
    name_width = std::max(name_width, c.target.name.size());
    arch_width = std::max(arch_width, c.arch.size());
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
    print_line(c.target.name, c.arch, c.done() ? grouped(c.count("cycles").get<uint64_t>()) : "-",
               number(c.value("derived.ipc"), 1, ""),
               number(c.value("derived.lane_utilisation"), 100, " %"),
               number(speed_up(contenders[i - i % archs], c), 1, ""),
               number(ratio(contenders[i - i % archs], c, "energy.total"), 1, ""),
               number(ratio(contenders[i - i % archs], c, "energy.edp"), 1, ""), verdict(c));
  }
}

std::string json_text(const CompareRun& compared) {
  const std::vector<Contender> contenders = compared.contenders();
  const size_t archs = compared.comparison.archs.size();
  auto number = [](std::optional<double> v) { return v ? Json(*v) : Json(nullptr); };
  Json json;
  json["schema"] = "heddle-compare/2";
  json["partial"] = interrupt_flag().load();
  for (size_t arch = 0; arch < archs; arch++)
    json["configs"][contenders[arch].arch] = parse_json(effective_json(
        machine_of(compared.execution.plan.runs[compared.execution.plan.run_of[arch][0]])));
  json["rows"] = Json::array();
  for (size_t i = 0; i < contenders.size(); i++) {
    const Contender& c = contenders[i];
    Json row{{"name", c.target.name}, {"arch", c.arch}, {"results", verdict(c)}};
    if (auto workload = chosen_workload(c.target)) row["workload"] = workload_json(*workload);
    for (const char* name : {"cycles", "thread_instructions", "warp_instructions"})
      row[name] = c.count(name);
    row["ipc"] = number(c.value("derived.ipc"));
    row["lane_utilisation"] = number(c.value("derived.lane_utilisation"));
    row["energy"] = number(c.value("energy.total"));
    row["edp"] = number(c.value("energy.edp"));
    row["speed_up"] = number(speed_up(contenders[i - i % archs], c));
    row["failure"] = c.failed() ? Json(c.failure()) : Json(nullptr);
    json["rows"].push_back(std::move(row));
  }
  return indented(json);
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
  if (any_workload(targets(o), o.machine.plugins.extensions)) add(" --size ", o.workload.size);
  for (const std::string& parameter : o.workload.parameters) add(" --param ", parameter);
  if (o.workload.seed != workload::Choice().seed) add(" --seed ", std::to_string(o.workload.seed));
  add(" --arch ", o.archs);
  add(" --preset ", o.machine.preset);
  for (const std::string& setting : o.machine.overrides) add(" --set ", setting);
  return text + o.machine.plugins.text();
}

void write_report(const CompareRun& compared, const CompareOptions& o) {
  const auto& [comparison, study, execution] = compared;
  report::Contents contents{"Mechanisms compared", command_line(o), {}};
  contents.studies.push_back(
      report::study_data(study, o.workload.size, execution.plan, execution.results,
                         study::evaluate(study, execution.plan, execution.results)));
  print_out(fmt::format("report: {}\n", report::write_report(o.report, contents).string()));
}

OutputPlan planned_outputs(const report::Comparison& comparison, const CompareOptions& o) {
  OutputPlan plan;
  for (const RunTargetChoice& target : comparison.targets) plan_run_target(plan, target);
  plan_machine(plan, o.machine.preset, comparison.archs);
  plan_plugins(plan, o.machine.plugins);
  plan_store(plan, o.store);
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

CompareRun prepare(const CompareOptions& o) {
  CompareRun compared;
  const std::vector<std::string> names = targets(o);
  const ExtensionsPtr& extensions = o.machine.plugins.extensions;
  for (const std::string& name : names) {
    RunTargetChoice target = chosen_run_target(
        name, o.workload, o.workload_options && !any_workload(names, extensions), extensions);
    check_run_target(target);
    compared.comparison.targets.push_back(std::move(target));
  }
  compared.comparison.archs = parse_arch_names(o.archs);
  compared.comparison.preset = o.machine.preset;
  compared.comparison.settings = o.machine.overrides;
  compared.comparison.extensions = extensions;
  compared.study = report::comparison_study(compared.comparison);
  compared.execution = study::Execution(study::expand(compared.study, o.workload.size));
  return compared;
}

int run(const CompareOptions& o) {
  CompareRun compared = prepare(o);
  check_outputs(planned_outputs(compared.comparison, o));
  auto store = open_store(o.store);
  run_all(compared, *store, o);
  const bool interrupted = interrupt_flag();
  bool good = true;
  print_table(compared.contenders(), compared.comparison.archs.size());
  for (const Contender& c : compared.contenders())
    if (c.failed()) {
      good = false;
      print_error(fmt::format("heddle: {} under {}: {}", c.target.name, c.arch, c.failure()));
    }
  write_results({{o.json, [&] { return json_text(compared); }}});
  if (!o.report.empty() && !interrupted) write_report(compared, o);
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
  command
      ->add_option("--store", options->store.file,
                   "take finished runs from this file, and store them there (docs/sweeps.md)")
      ->type_name("FILE");
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
    options->store.none = options->store.file.empty();
    action = [options, &program] {
      options->machine.plugins.load();
      return program.empty() ? run(*options) : run(*options, program);
    };
  });
}

}  // namespace heddle
