// heddle reproduce: re-measures the papers' claims. A study (studies/PAPER.toml) expands into runs;
// their results become tables and verdicts.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/plugin_options.hpp"
#include "cli/store_options.hpp"
#include "cli/terminal.hpp"
#include "json/json.hpp"
#include "report/page.hpp"
#include "study/document.hpp"
#include "study/execution.hpp"
#include "study/results_json.hpp"
#include "study/summary.hpp"
#include "study/tools.hpp"

namespace heddle {

namespace {

using namespace study;

struct ReproduceOptions {
  std::vector<std::string> papers;
  std::string size = "small";
  unsigned jobs = host_cores();
  std::string documents;  // if empty: docs/papers at size small, none otherwise
  std::string json;
  std::string report;
  std::string summary;
  PluginChoice plugins;
  StoreChoice store;
};

/// A study with its runs, their results and the evaluation.
struct Campaign {
  Study study;
  Execution execution;
  Evaluation evaluation;
};

void run_all(std::vector<Campaign>& campaigns, store::ResultStore& store,
             const ReproduceOptions& o) {
  std::vector<Execution*> executions;
  for (Campaign& c : campaigns) executions.push_back(&c.execution);
  ExecutionOptions options;
  options.jobs = o.jobs;
  options.interrupted = &interrupt_flag();
  options.pictures = !o.report.empty();
  options.progress = [](const ExecutionProgress& p) { show_run_progress("reproduce", p); };
  options.note = [](const std::string& text) {
    print_error(fmt::format("heddle: note: {}", text));
  };
  execute_all(executions, store, options);
  print_status("");
}

std::vector<Campaign> prepare(const ReproduceOptions& o) {
  std::vector<Campaign> campaigns;
  for (const std::string& paper : o.papers.empty() ? study_names() : o.papers) {
    Campaign& c = campaigns.emplace_back();
    c.study = load_study(paper, o.plugins.extensions);
    c.execution = Execution(expand(c.study, o.size));
  }
  return campaigns;
}

/// The command line as a user would type it.
std::string command_line(const ReproduceOptions& o) {
  std::string text = "heddle reproduce";
  for (const std::string& paper : o.papers) text += " " + paper;
  return text + " --size " + o.size + o.plugins.text();
}

/// The path of a folder relative to a file that links to it.
std::string relative_folder(const std::filesystem::path& folder,
                            const std::filesystem::path& file) {
  if (folder.empty()) return "";
  std::error_code failed;
  auto path =
      std::filesystem::proximate(folder, std::filesystem::absolute(file).parent_path(), failed);
  return failed ? folder.string() : path.string();
}

/// Prints verdicts and failures. Returns false if anything failed.
bool print_results(const std::vector<Campaign>& campaigns,
                   std::span<const EvaluatedStudy> evaluated, const std::string& size) {
  bool good = true;
  for (const Campaign& c : campaigns) {
    print_out(c.study.claims.empty() ? tables_text(c.study, c.evaluation)
                                     : claims_text(c.study, size, c.evaluation));
    for (const ClaimResult& r : c.evaluation.claims)
      if (r.verdict == study::Verdict::NotMeasured) {
        print_error(fmt::format("heddle: the claim '{}' was {}", r.claim->id, verdict_text(r)));
        good = false;
      }
    for (const RunFailure& f : c.evaluation.failures) {
      print_error(fmt::format("heddle: {} under {}: {}", f.row, f.variant, f.what));
      good = false;
    }
  }
  if (evaluated.size() > 1) print_out(summary_text(evaluated));
  return good;
}

/// The folder for PAPER.md, or empty. docs/papers holds results of size small; other sizes go there
/// only on request.
std::string documents_folder(const ReproduceOptions& o) {
  if (!o.documents.empty()) return o.documents;
  return o.size == "small" ? "docs/papers" : "";
}

/// docs/papers/PAPER.md
std::filesystem::path document_of(const std::filesystem::path& folder, const Campaign& c) {
  return folder / (c.study.paper + ".md");
}

OutputPlan planned_outputs(const std::vector<Campaign>& campaigns, const ReproduceOptions& o) {
  OutputPlan plan;
  for (const std::string& paper : o.papers)
    if (std::filesystem::exists(paper)) plan.reads(paper, "the study");
  std::map<std::string, std::set<std::string>> archs;  // by preset
  for (const Campaign& c : campaigns)
    for (const Variant& v : c.study.variants)
      if (auto& chosen = archs[v.preset]; !v.arch.empty()) chosen.insert(v.arch);
  for (const auto& [preset, chosen] : archs)
    plan_machine(plan, preset, std::vector<std::string>(chosen.begin(), chosen.end()));
  for (const Campaign& c : campaigns) plan_rows(plan, c.study);
  plan_plugins(plan, o.plugins);
  plan_store(plan, o.store);
  if (std::string folder = documents_folder(o); !folder.empty()) {
    report::prepare_folder(folder);
    for (const Campaign& c : campaigns) plan.writes(document_of(folder, c), "--docs");
  }
  plan.writes(o.summary, "--summary");
  plan.writes(o.json, "--json");
  if (!o.report.empty()) plan.writes(report::prepare_report(o.report), "--report");
  return plan;
}

void write_documents(const std::vector<Campaign>& campaigns,
                     std::span<const EvaluatedStudy> evaluated, const ReproduceOptions& o) {
  Json json{{"schema", "heddle-reproduce/1"}, {"papers", Json::array()}};
  report::Contents contents{"Divergence, re-measured", command_line(o), {}};
  std::vector<ResultFile> results;
  for (const Campaign& c : campaigns) {
    if (std::string folder = documents_folder(o); !folder.empty())
      results.push_back(
          {document_of(folder, c), [&] { return to_markdown(c.study, o.size, c.evaluation); }});
    if (!o.json.empty())
      json["papers"].push_back(
          to_json(c.study, o.size, c.execution.plan, c.execution.results, c.evaluation));
    if (!o.report.empty())
      contents.studies.push_back(
          report::study_data(c.study, o.size, c.execution.plan, c.execution.results, c.evaluation));
  }
  results.push_back({o.summary, [&] {
                       return summary_markdown(evaluated, o.size,
                                               command_line(o) + " --summary " + o.summary,
                                               relative_folder(documents_folder(o), o.summary));
                     }});
  results.push_back({o.json, [&] { return indented(json, 1); }});
  write_results(results);
  if (!o.report.empty())
    print_out(fmt::format("report: {}\n", report::write_report(o.report, contents).string()));
}

int run(const ReproduceOptions& o) {
  std::vector<Campaign> campaigns = prepare(o);
  check_outputs(planned_outputs(campaigns, o));
  auto store = open_store(o.store);
  run_all(campaigns, *store, o);
  if (interrupt_flag()) throw InterruptedError(interruption_text(*store));
  std::vector<EvaluatedStudy> evaluated;
  for (Campaign& c : campaigns) {
    c.evaluation = evaluate(c.study, c.execution.plan, c.execution.results);
    if (!c.study.claims.empty()) evaluated.push_back({&c.study, &c.evaluation});
  }
  bool good = print_results(campaigns, evaluated, o.size);
  write_documents(campaigns, evaluated, o);
  return good ? kSuccess : kKernelFailed;
}

}  // namespace

void add_reproduce(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<ReproduceOptions>();
  CLI::App* command = app.add_subcommand("reproduce", "Re-measure the claims of papers");
  command->add_option("PAPER", options->papers,
                      "studies (heddle list studies) or your own files (docs/studies.md); "
                      "default: all");
  command->add_option("--size", options->size, "workload size: tiny, small or paper")
      ->capture_default_str();
  add_number(*command, "--jobs,-j", options->jobs, "host threads", kJobs);
  command->add_option("--docs", options->documents,
                      "folder for PAPER.md; default: docs/papers at size small, none otherwise");
  add_output(*command, "--summary", options->summary,
             "write a summary of all papers' claims and verdicts to this file");
  add_output(*command, "--json", options->json, "write tables, claims and all runs to this file");
  command->add_option("--report", options->report,
                      "write a page with figures and pictures to this folder (docs/report.md)");
  add_plugin_option(*command, options->plugins);
  add_store_options(*command, options->store);
  command->footer(
      "Runs every workload of a study on every machine that the study names, prints a verdict for\n"
      "each of the paper's claims (close: inside the band; held: same sign and order; with a\n"
      "reading: only if the paper is read as the study says; not held), measures claims again\n"
      "with one thing changed where the study says so, and writes all numbers to a page per paper\n"
      "(--docs). Finished runs are kept, so Ctrl-C and SIGTERM lose nothing.\n"
      "Examples:\n"
      "  heddle reproduce fung2007\n"
      "  heddle reproduce --size tiny --docs /tmp/papers --json results.json\n"
      "  heddle reproduce --size tiny --report /tmp/report\n"
      "  heddle reproduce mine.toml --jobs 8");
  command->callback([&action, options] {
    action = [options] {
      options->plugins.load();
      return run(*options);
    };
  });
}

}  // namespace heddle
