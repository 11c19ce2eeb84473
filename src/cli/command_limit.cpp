// heddle limit: an upper bound on the gain from reconverging at better places than the immediate
// post-dominator (src/limit/limit.hpp).
#include <fmt/format.h>

#include <optional>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/number_option.hpp"
#include "cli/outputs.hpp"
#include "cli/plugin_options.hpp"
#include "cli/terminal.hpp"
#include "cli/workload_options.hpp"
#include "json/json.hpp"
#include "limit/limit.hpp"
#include "runner/parallel.hpp"
#include "stats/text.hpp"

namespace heddle {

namespace {

struct LimitCommand {
  std::vector<std::string> names;
  workload::Choice choice;
  bool workload_options = false;
  LimitOptions study;
  PluginChoice plugins;
  std::string json;
  unsigned jobs = host_cores();
};

/// One workload or launch description, with its result or the reason why it has none.
struct Studied {
  RunTargetChoice target;
  bool started = false;
  std::optional<LimitResult> result;
  std::string failure;  // a kernel failure, or a wrong result
};

void study_one(Studied& s, const LimitCommand& c) {
  s.started = true;
  try {
    s.result = limit_study(s.target, c.study);
    if (!s.result->wrong.empty())
      s.failure = fmt::format("the results differ from the reference: {}", s.result->wrong);
  } catch (const KernelError& e) {
    s.failure = e.what();
  } catch (const InterruptedError&) {  // the other runs may have results
  }
}

std::string verdict(const Studied& s) {
  if (s.result) return s.failure.empty() ? "ok" : "DIFFERS";
  return !s.failure.empty() ? "FAILED" : s.started ? "stopped" : "not run";
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

void print_row(const Studied& s, size_t width) {
  if (!s.result) {
    print_out(fmt::format("{:<{}}  {:>8}{:>9}{:>24}{:>14}{:>14}{:>10}{:>19}  {}\n", s.target.name,
                          width, "-", "-", "-", "-", "-", "-", "-", verdict(s)));
    return;
  }
  const LimitCounts& t = s.result->total;
  uint32_t warp = s.result->warp;
  print_out(fmt::format(
      "{:<{}}  {:>8}{:>9}{:>24}{:>14}{:>14}{:>10}{:>19}  {}\n", s.target.name, width,
      grouped(t.launches), grouped(t.threads),
      fmt::format("{} / {:.1f} / {}", grouped(t.shortest), t.mean_steps(), grouped(t.longest)),
      grouped(t.pdom_instructions), grouped(t.oracle_instructions),
      fmt::format("{:+.1f} %", 100 * t.gain()),
      fmt::format("{} > {}", percent(t.pdom_efficiency(warp)), percent(t.oracle_efficiency(warp))),
      verdict(s)));
}

void print_table(const std::vector<Studied>& all, const LimitCommand& c) {
  print_out(
      fmt::format("warps of {}, the first {} threads of each launch, {} basic blocks aligned at a "
                  "time\n",
                  c.study.warp, grouped(c.study.threads), grouped(c.study.cap)));
  size_t width = 8;
  for (const Studied& s : all) width = std::max(width, s.target.name.size());
  print_out(fmt::format("{:<{}}  {:>8}{:>9}{:>24}{:>14}{:>14}{:>10}{:>19}  {}\n", "workload", width,
                        "launches", "threads", "blocks min / mean / max", "pdom", "oracle", "gain",
                        "lanes", "results"));
  for (const Studied& s : all) print_row(s, width);
  for (const Studied& s : all) {
    if (!s.result) continue;
    const LimitCounts& t = s.result->total;
    if (t.capped_warps > 0)
      print_out(
          fmt::format("{}: {} of {} warps have longer traces; they were aligned in pieces, "
                      "which may hide gains (--cap)\n",
                      s.target.name, grouped(t.capped_warps), grouped(t.warps)));
    if (t.cut_threads > 0)
      print_out(fmt::format("{}: of {} of {} threads only the first {} blocks were taken\n",
                            s.target.name, grouped(t.cut_threads), grouped(t.threads),
                            grouped(s.result->kept)));
  }
}

std::string json_text(const std::vector<Studied>& all) {
  Json json;
  json["schema"] = "heddle-limit/1";
  json["partial"] = interrupt_flag().load();
  json["rows"] = Json::array();
  for (const Studied& s : all) {
    Json row = s.result ? parse_json(to_json(*s.result)) : Json{{"workload", s.target.name}};
    row["results"] = verdict(s);
    row["failure"] = s.failure.empty() ? Json(nullptr) : Json(s.failure);
    json["rows"].push_back(std::move(row));
  }
  return indented(json);
}

int run(LimitCommand& c) {
  c.plugins.load();
  std::vector<Studied> all;
  for (const std::string& name : c.names) {
    Studied& s = all.emplace_back();
    s.target = chosen_run_target(name, c.choice,
                                 c.workload_options && !any_workload(c.names, c.plugins.extensions),
                                 c.plugins.extensions);
    check_run_target(s.target);
  }
  OutputPlan plan;
  for (const Studied& s : all) plan_run_target(plan, s.target);
  plan_plugins(plan, c.plugins);
  plan.writes(c.json, "--json");
  check_outputs(plan);
  c.study.device = own_device_options();
  c.study.device.print = [](std::string_view) {};
  ParallelOptions parallel{c.jobs, &interrupt_flag(),
                           [](size_t done, size_t count) { print_progress("limit", done, count); }};
  run_parallel(all.size(), parallel, [&](size_t i) { study_one(all[i], c); });
  print_progress({}, 0, 0);
  print_table(all, c);
  bool good = true;
  for (const Studied& s : all)
    if (!s.failure.empty()) {
      good = false;
      print_error(fmt::format("heddle: {}: {}", s.target.name, s.failure));
    }
  write_results({{c.json, [&] { return json_text(all); }}});
  if (interrupt_flag()) throw InterruptedError("interrupted");
  return good ? kSuccess : kKernelFailed;
}

}  // namespace

void add_limit(CLI::App& app, CommandAction& action) {
  auto command = std::make_shared<LimitCommand>();
  CLI::App* sub = app.add_subcommand(
      "limit", "Compute an upper bound on the gain from better reconvergence points");
  sub->add_option("NAME", command->names,
                  "workloads (heddle list workloads) or launch descriptions (docs/launch.md)")
      ->required();
  add_workload_options(*sub, command->choice);
  add_number(*sub, "--warp", command->study.warp, "threads per warp", {1, 64})
      ->capture_default_str();
  add_number(*sub, "--threads", command->study.threads,
             "number of threads to trace, the first of each launch", {1, 1 << 20})
      ->capture_default_str();
  add_number(*sub, "--cap", command->study.cap,
             "basic blocks of a thread to align at a time; larger values take longer", {1, 1 << 16})
      ->capture_default_str();
  add_plugin_option(*sub, command->plugins);
  add_output(*sub, "--json", command->json, "write the rows to this file");
  add_number(*sub, "--jobs,-j", command->jobs, "host threads", kJobs);
  sub->footer(
      "The limit study of fung2007, section 3.3. An oracle with perfect knowledge of the future\n"
      "aligns the threads' traces within each warp; its schedule is compared with reconvergence "
      "at\n"
      "the immediate post-dominator. Memory is ideal, a warp issues one instruction per cycle, "
      "and\n"
      "nothing is aligned across a barrier. Columns pdom and oracle: instructions issued; lanes:\n"
      "share of a warp's lanes in use. See docs/limit.md.\n"
      "Examples:\n"
      "  heddle limit fig7\n"
      "  heddle limit saxpy.toml\n"
      "  heddle limit bitonic black_scholes fft hmmer lbm lud matmul --json limit.json\n"
      "  heddle limit mandelbrot --size tiny --warp 32 --threads 1024");
  sub->callback([&action, command, sub] {
    command->workload_options = has_workload_options(*sub);
    action = [command] { return run(*command); };
  });
}

}  // namespace heddle
