// heddle inspect: what is known about a module's kernels before they run.

#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "host/file.hpp"
#include "json/json.hpp"
#include "program/inspect/inspect.hpp"

namespace heddle {

namespace {

struct InspectOptions {
  std::string file, kernel, dot, json;
};

/// "-" is standard output.
void write_result(const std::string& file, const std::string& text) {
  if (file == "-")
    print_out(text);
  else
    write_file(file, text);
}

int run(const InspectOptions& o) {
  ProgramPtr module = load_module(std::make_shared<Source>(o.file, read_file(o.file)));
  if (o.dot.empty() && o.json.empty()) print_out(inspect_text(*module, o.kernel));
  if (!o.dot.empty()) write_result(o.dot, inspect_dot(*module, o.kernel));
  if (!o.json.empty()) write_result(o.json, indented(inspect_json(*module, o.kernel)));
  return kSuccess;
}

}  // namespace

void add_inspect(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command = app.add_subcommand("inspect", "Show control flow, registers and uniformity");
  command->add_option("FILE", options->file, "PTX file")->required();
  command->add_option("--kernel", options->kernel, "only this kernel or function");
  command->add_option(
      "--dot", options->dot,
      "write the control flow with reconvergence points for Graphviz ('-': stdout)");
  command->add_option("--json", options->json, "write everything as JSON ('-': stdout)");
  command->footer("Example:\n  heddle inspect kernel.ptx --kernel main --dot cfg.dot");
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace heddle
