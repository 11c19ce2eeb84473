// heddle cost: the hardware cost of mechanisms, computed from the configuration.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/machine_choice.hpp"
#include "cli/outputs.hpp"
#include "cli/terminal.hpp"
#include "config/archs.hpp"
#include "cost/cost_json.hpp"
#include "json/json.hpp"
#include "sm/cost.hpp"

namespace heddle {

namespace {

struct CostOptions {
  std::string archs = "all";
  MachineChoice machine;
  std::string json;
};

int run(const CostOptions& o) {
  Json json{{"schema", "heddle-cost/1"}, {"rows", Json::array()}};
  std::string text;
  OutputPlan plan;
  plan.writes(o.json, "--json");
  const std::vector<std::string> archs = parse_arch_names(o.archs);
  plan_machine(plan, o.machine.preset, archs);
  plan_plugins(plan, o.machine.plugins);
  check_outputs(plan);
  for (const std::string& arch : archs) {
    MachineConfig config = chosen_machine(o.machine, arch);
    HardwareCost cost = hardware_cost(config);
    text += fmt::format("{}{} on {}\n{}", text.empty() ? "" : "\n", arch_name(config), config.name,
                        cost_table(cost));
    Json row{{"arch", arch_name(config)}, {"preset", config.name}};
    row.update(cost_json(cost));
    json["rows"].push_back(std::move(row));
  }
  print_out(text);
  write_results({{o.json, [&] { return indented(json); }}});
  return kSuccess;
}

}  // namespace

void add_cost(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<CostOptions>();
  CLI::App* command = app.add_subcommand("cost", "Show the hardware cost of archs");
  command->add_option("--arch", options->archs, "NAME,..., FILE.toml or all (heddle list archs)")
      ->capture_default_str();
  add_machine_options(*command, options->machine);
  add_output(*command, "--json", options->json, "write the structures to this file");
  command->footer(
      "Prints the structures that a mechanism and its scheduler add to each core, with entries,\n"
      "contents and bits computed from the configuration. Areas are a paper's own estimates, "
      "scaled\n"
      "by the number of bits; '-' where the paper gives none.\n"
      "Examples:\n"
      "  heddle cost --arch dwf --preset fung2007\n"
      "  heddle cost --arch dwf --preset fung2007 --set dwf.lut_entries=64 --json cost.json");
  command->callback([&action, options] {
    action = [options] {
      options->machine.plugins.load();
      return run(*options);
    };
  });
}

}  // namespace heddle
