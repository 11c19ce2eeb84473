// heddle conformance: runs the checker.
#include <fmt/format.h>

#include "base/host_cores.hpp"
#include "cli/commands.hpp"
#include "cli/number_option.hpp"
#include "cli/plugin_options.hpp"
#include "cli/terminal.hpp"
#include "config/load.hpp"
#include "conformance/checker.hpp"

namespace heddle {

namespace {

struct ConformanceOptions {
  std::vector<std::string> folders;
  std::string arch = "functional";
  std::string preset = "small";
  std::vector<std::string> overrides;
  PluginChoice plugins;
  std::string filter;
  unsigned jobs = host_cores();
  uint64_t max_instructions = CheckerOptions{}.max_warp_instructions;
};

int run(const ConformanceOptions& o) {
  CheckerOptions options;
  options.folders.assign(o.folders.begin(), o.folders.end());
  options.archs = parse_archs(o.arch);
  options.machine = {o.preset, o.overrides, o.plugins.extensions};
  // Report a bad configuration once, before any case runs.
  for (const std::string& arch : options.archs)
    load_machine(o.preset, arch == "functional" ? "" : arch, o.overrides, o.plugins.extensions);
  options.filter = o.filter;
  options.jobs = o.jobs;
  options.max_warp_instructions = o.max_instructions;
  options.interrupted = &interrupt_flag();
  options.failed = [](const std::string& line) {
    print_progress({}, 0, 0);
    print_out(line + "\n");
  };
  options.progress = [](size_t done, size_t total) {
    if (done % 16 == 0 || done == total) print_progress("conformance", done, total);
  };
  CheckerResult result = run_checker(options);
  print_progress({}, 0, 0);
  if (result.passed + result.failed == 0)
    print_error(o.filter.empty() ? "heddle: these folders hold no cases"
                                 : fmt::format("heddle: no case matches '{}'", o.filter));
  print_out(fmt::format("{} passed, {} failed\n", result.passed, result.failed));
  if (result.failed > 0) return kKernelFailed;
  return result.passed > 0 ? kSuccess : kBadInput;
}

}  // namespace

void add_conformance(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<ConformanceOptions>();
  CLI::App* command =
      app.add_subcommand("conformance", "Run recorded cases and check their outputs");
  command->add_option("DIR", options->folders, "corpus folders (each with an index.json)")
      ->required();
  command
      ->add_option("--arch", options->arch,
                   "archs to run the cases under: NAME,..., FILE.toml or all")
      ->capture_default_str();
  command->add_option("--preset", options->preset, "the machine for archs with timing")
      ->capture_default_str();
  command->add_option("--set", options->overrides, "KEY=VALUE: change a value of the preset")
      ->allow_extra_args(false);
  add_plugin_option(*command, options->plugins);
  command->add_option("--filter", options->filter,
                      "run only cases whose FOLDER/CASE matches this pattern");
  add_number(*command, "--jobs,-j", options->jobs, "host threads", kJobs);
  add_number(*command, "--max-instructions", options->max_instructions,
             "fail a case that issues more warp instructions; 0: no limit")
      ->capture_default_str();
  command->footer(
      "Prints 'N passed, M failed' at the end; the exit status is 0 only if M is 0.\nExample:\n  "
      "heddle "
      "conformance tests/conformance/instructions tests/conformance/programs");
  command->callback([&action, options] {
    action = [options] {
      options->plugins.load();
      return run(*options);
    };
  });
}

}  // namespace heddle
