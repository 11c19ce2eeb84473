// --plugin: libraries with schedulers and workloads (docs/plugins.md).
#pragma once

#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "extension/extensions.hpp"
#include "host/output_plan.hpp"

namespace heddle {

struct PluginChoice {
  std::vector<std::string> files;
  ExtensionsPtr extensions = {};  // of the files, once they are loaded

  /// When parsing has ended: it runs code of the libraries. Throws as load_plugins does.
  void load();
  /// " --plugin FILE" for each, as a user would type it.
  std::string text() const;
};

/// Adds --plugin; each takes one value, so that a name may follow it.
void add_plugin_option(CLI::App& command, PluginChoice& choice);
void plan_plugins(OutputPlan& plan, const PluginChoice& choice);

}  // namespace heddle
