// heddle query: questions to the store of finished runs.
#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/outputs.hpp"
#include "cli/store_options.hpp"
#include "cli/terminal.hpp"
#include "query/answers.hpp"
#include "query/answers_text.hpp"
#include "store/file_system.hpp"

namespace heddle {

namespace {

constexpr size_t kMostShown = 200;

struct QueryOptions {
  std::string store;
  std::vector<std::string> where, metrics;
  std::string pivot, speed_up, pareto;
  bool kernels = false, higher = false;
  std::string csv, json;
};

/// What a question gives, in the three forms.
struct Texts {
  std::string terminal;
  std::function<std::string()> csv;
  std::function<Json()> json;
};

Texts texts_of(query::Answer answer) {
  auto shared = std::make_shared<const query::Answer>(std::move(answer));
  return {query::to_text(*shared), [shared] { return query::to_csv(*shared); },
          [shared] { return query::to_json(*shared); }};
}

Texts texts_of(query::Frame frame) {
  auto shared = std::make_shared<const query::Frame>(std::move(frame));
  return {query::to_text(*shared, kMostShown), [shared] { return query::to_csv(*shared); },
          [shared] {
            Json json{{"schema", "heddle-query/1"}, {"question", "runs"}};
            const Json frame_json = query::to_json(*shared);
            for (const auto& [key, value] : frame_json.items()) json[key] = value;
            return json;
          }};
}

Texts answer(const QueryOptions& o, query::Frame frame, const std::string& first_metric) {
  if (!o.pivot.empty()) return texts_of(answer_of(query::pivot(frame, o.pivot, first_metric)));
  if (!o.speed_up.empty()) {
    const size_t equals = o.speed_up.find('=');
    if (equals == o.speed_up.npos)
      throw UsageError(
          fmt::format("--speed-up {}: expected COLUMN=BASELINE, such as arch=pdom", o.speed_up));
    const std::string dimension = o.speed_up.substr(0, equals);
    const query::SpeedUp result =
        query::speed_up(frame, dimension, o.speed_up.substr(equals + 1), first_metric, o.higher);
    if (result.lines.empty())
      throw UsageError(fmt::format(
          "--speed-up {}: there are no two runs that differ in {} only and both have {} above 0",
          o.speed_up, dimension, first_metric));
    return texts_of(answer_of(result, dimension));
  }
  if (!o.pareto.empty()) {
    const std::vector<query::Goal> goals = query::parse_goals(o.pareto);
    const query::Front front = query::pareto(frame, goals);
    if (front.incomplete > 0)
      print_error(
          fmt::format("heddle: note: {} machines lack results of some workload and are left out",
                      front.incomplete));
    return texts_of(answer_of(front, goals));
  }
  return texts_of(std::move(frame));
}

int run(const QueryOptions& o) {
  if (o.higher && o.speed_up.empty()) throw UsageError("--higher is for --speed-up");
  std::vector<query::Condition> conditions;
  for (const std::string& text : o.where) conditions.push_back(query::parse_condition(text));
  std::vector<query::Metric> metrics = query::parse_metrics(o.metrics);
  if (metrics.empty()) metrics = query::default_metrics();
  const std::filesystem::path file =
      o.store.empty() ? store::default_store() : std::filesystem::path(o.store);
  if (file.empty())
    throw UsageError(
        "neither XDG_DATA_HOME nor HOME is set, so there is no default store: name one with "
        "--store");
  OutputPlan plan;
  for (const std::filesystem::path& part : store::files_of(file)) plan.reads(part, "the store");
  plan.writes(o.csv, "--csv");
  plan.writes(o.json, "--json");
  check_outputs(plan);
  query::StoreRecords found = query::records_of(file, conditions, metrics);
  if (found.damaged > 0)
    print_error(fmt::format("heddle: note: {} damaged runs are left out", found.damaged));
  if (found.records.empty())
    throw UsageError(fmt::format("{} has no run that meets the conditions", file.string()));
  query::Frame frame = o.kernels ? query::frame_by_kernel(found.records, metrics)
                                 : query::make_frame(found.records, metrics);
  const Texts texts = answer(o, std::move(frame), metrics[0].name);
  print_out(texts.terminal);
  write_results({{o.csv, texts.csv}, {o.json, [&] { return indented(texts.json(), 1); }}});
  return kSuccess;
}

}  // namespace

void add_query(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<QueryOptions>();
  CLI::App* command = app.add_subcommand("query", "Query the store of finished runs");
  command
      ->add_option("--store", options->store,
                   "file of finished runs; default: ~/.local/share/heddle/results.db")
      ->type_name("FILE");
  auto list = [&](const char* name, std::vector<std::string>& values, const char* text) {
    command->add_option(name, values, text)->allow_extra_args(false);
  };
  list("--where", options->where,
       "KEY=V1,V2,... (also !=, <, <=, >, >=): only these runs; KEY is a column, a configuration "
       "key, a statistic or a workload parameter; may be repeated");
  list("--metric", options->metrics,
       "NAME=FORMULA over statistics (docs/statistics.md), or one statistic; may be repeated; "
       "default: cycles, ipc, lanes, energy, edp");
  auto* pivot = command->add_option("--pivot", options->pivot,
                                    "COLUMN: the first metric, with a column per value of this");
  auto* speed_up = command->add_option(
      "--speed-up", options->speed_up,
      "COLUMN=BASELINE: ratios of the first metric to runs with this value, by workload and as "
      "geometric mean, with 95 % confidence over seeds");
  command->add_flag("--higher", options->higher, "with --speed-up: more of the metric is better");
  auto* pareto = command->add_option("--pareto", options->pareto,
                                     "METRIC,METRIC,...: machines that no other beats in all of "
                                     "them (max:METRIC: more is better)");
  pivot->excludes(speed_up)->excludes(pareto);
  speed_up->excludes(pareto);
  command->add_flag("--kernels", options->kernels, "a line per kernel instead of per run");
  add_output(*command, "--csv", options->csv, "write the answer to this file");
  add_output(*command, "--json", options->json, "write the answer as JSON to this file");
  command->footer(
      "Without a question, prints the runs. Columns are the workload, arch, preset, size, seed,\n"
      "parameters, and the settings in which runs of one arch and preset differ. Of runs that\n"
      "differ only in heddle's version, the newest counts.\n"
      "Examples:\n"
      "  heddle query --where workload=bitonic --csv runs.csv\n"
      "  heddle query --pivot arch --metric derived.ipc\n"
      "  heddle query --speed-up arch=pdom\n"
      "  heddle query --pareto cycles,energy");
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace heddle
