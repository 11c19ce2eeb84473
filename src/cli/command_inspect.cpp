// heddle inspect: what static analysis knows about a module's kernels.
#include <filesystem>

#include "cli/commands.hpp"
#include "cli/outputs.hpp"
#include "cli/terminal.hpp"
#include "json/json.hpp"
#include "launch/sketch.hpp"
#include "program/inspect/inspect.hpp"

namespace heddle {

namespace {

struct InspectOptions {
  std::string file, kernel, dot, json, launch;
};

/// The path of the PTX file, relative to the launch description.
std::string ptx_beside(const InspectOptions& o) {
  std::error_code failed;
  auto folder = std::filesystem::absolute(o.launch).parent_path();
  auto path = std::filesystem::proximate(std::filesystem::absolute(o.file), folder, failed);
  return failed || o.launch == "/dev/stdout" ? o.file : path.string();
}

int run(const InspectOptions& o) {
  OutputPlan plan;
  plan.reads(o.file, "the PTX file");
  plan.writes(o.dot, "--dot");
  plan.writes(o.json, "--json");
  plan.writes(o.launch, "--launch");
  check_outputs(plan);
  const Interrupt interrupt(&interrupt_flag());
  const ProgramPtr module = read_module(o.file, interrupt);
  if (o.dot.empty() && o.json.empty() && o.launch.empty())
    print_out(inspect_text(*module, o.kernel, interrupt));
  write_results({{o.dot, [&] { return inspect_dot(*module, o.kernel, interrupt); }},
                 {o.json, [&] { return indented(inspect_json(*module, o.kernel, interrupt)); }},
                 {o.launch, [&] { return sketch_description(*module, ptx_beside(o)); }}});
  return kSuccess;
}

}  // namespace

void add_inspect(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command =
      app.add_subcommand("inspect", "Show control flow, registers and uniformity of PTX kernels");
  command->add_option("FILE", options->file, "PTX file")->required();
  command->add_option("--kernel", options->kernel, "only this kernel or function");
  add_output(*command, "--dot", options->dot,
             "write the control-flow graph with reconvergence points for Graphviz ('-': stdout)");
  add_output(*command, "--json", options->json, "write everything as JSON ('-': stdout)");
  add_output(*command, "--launch", options->launch,
             "write a template of a launch description (docs/launch.md)");
  command->footer(
      "Examples:\n  heddle inspect kernel.ptx --kernel main --dot cfg.dot\n"
      "  heddle inspect kernel.ptx --launch kernel.toml");
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace heddle
