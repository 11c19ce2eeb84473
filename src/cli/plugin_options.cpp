#include "cli/plugin_options.hpp"

#include "cli/shell_word.hpp"
#include "plugin/load.hpp"

namespace heddle {

void PluginChoice::load() { extensions = load_plugins(files); }

std::string PluginChoice::text() const {
  std::string all;
  for (const std::string& file : files) all += " --plugin " + shell_word(file);
  return all;
}

void add_plugin_option(CLI::App& command, PluginChoice& choice) {
  command
      .add_option("--plugin", choice.files,
                  "a library with schedulers or workloads (docs/plugins.md); may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void plan_plugins(OutputPlan& plan, const PluginChoice& choice) {
  for (const std::string& file : choice.files) plan.reads(file, "the plug-in");
}

}  // namespace heddle
