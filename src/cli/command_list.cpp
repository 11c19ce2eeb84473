// heddle list: what a command line can name, with a sentence each.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "config/load.hpp"
#include "sm/core.hpp"
#include "sm/dependence/dependence.hpp"
#include "sm/schedule/scheduler.hpp"
#include "timing/memory_system.hpp"

namespace heddle {

namespace {

struct ListOptions {
  std::string kind;
  bool json = false;
};

struct Item {
  std::string name, sentence;
};

template <class Infos>
std::vector<Item> items_of(const Infos& infos) {
  std::vector<Item> items;
  for (const auto& info : infos) items.push_back({info.name, info.sentence});
  return items;
}

std::vector<Item> items(const std::string& kind) {
  if (kind == "archs") return items_of(divergences());
  if (kind == "schedulers") return items_of(schedulers());
  if (kind == "dependences") return items_of(dependences());
  if (kind == "memories") return items_of(memory_models());
  std::vector<Item> items;
  for (const PresetInfo& p : find_presets()) items.push_back({p.name, p.description});
  return items;
}

int run(const ListOptions& o) {
  std::vector<Item> list = items(o.kind);
  if (o.json) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const Item& i : list) json.push_back({{"name", i.name}, {"sentence", i.sentence}});
    print_out(json.dump(2) + "\n");
    return kSuccess;
  }
  size_t width = 0;
  for (const Item& i : list) width = std::max(width, i.name.size());
  for (const Item& i : list) print_out(fmt::format("{:<{}}  {}\n", i.name, width, i.sentence));
  return kSuccess;
}

}  // namespace

void add_list(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand("list", "List archs, schedulers, presets and others");
  command->add_option("KIND", options->kind, "archs, schedulers, dependences, memories or presets")
      ->required()
      ->check(CLI::IsMember({"archs", "schedulers", "dependences", "memories", "presets"}));
  command->add_flag("--json", options->json, "as JSON");
  command->footer(
      "Archs are for --arch and arch.divergence, schedulers for --set arch.schedule=NAME,\n"
      "dependences for --set arch.dependence=NAME, memories for --set memory.model=NAME,\n"
      "presets for --preset.\nExample:\n  heddle list archs");
  command->callback([&action, options] { action = [options] { return run(*options); }; });
}

}  // namespace heddle
