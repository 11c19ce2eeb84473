// heddle list: the names that a command line accepts, with one sentence each.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.hpp"
#include "cli/plugin_options.hpp"
#include "cli/terminal.hpp"
#include "config/archs.hpp"
#include "config/load.hpp"
#include "json/json.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/core.hpp"
#include "sm/dependence/dependence.hpp"
#include "sm/schedule/scheduler.hpp"
#include "study/study.hpp"
#include "workload/measured.hpp"
#include "workload/workload.hpp"

namespace heddle {

namespace {

struct ListOptions {
  std::string kind;
  bool json = false;
  PluginChoice plugins;
};

struct Item {
  std::string name, sentence;
  Json more = Json::object();  // additional members in the JSON
};

template <class Infos>
std::vector<Item> items_of(const Infos& infos) {
  std::vector<Item> items;
  for (const auto& info : infos) items.push_back({info.name, info.sentence});
  return items;
}

using Kernels = std::vector<const workload::KernelMeasurement*>;

Json workload_json(const workload::Description& d, const Kernels& kernels) {
  Json more{{"papers", d.papers}, {"classes", d.classes}, {"says", d.says}};
  for (const workload::Parameter& p : d.parameters)
    more["parameters"][p.name] = {{"means", p.means}, {"may_be", limits_text(p)}};
  for (const workload::Size& size : d.sizes)
    for (const workload::Parameter& p : d.parameters)
      more["sizes"][size.name][p.name] = size.values[p.name];
  more["kernels"] = Json::array();
  for (const workload::KernelMeasurement* k : kernels)
    more["kernels"].push_back({{"name", k->kernel},
                               {"regular", k->regular()},
                               {"coherent", k->coherent()},
                               {"interleavable", k->interleavable}});
  return more;
}

/// The kernel's name is shown only if the workload has several kernels.
std::string classes_text(const Kernels& kernels) {
  std::string text;
  for (const workload::KernelMeasurement* k : kernels)
    text += fmt::format("{}{}{}", text.empty() ? "" : "; ",
                        kernels.size() > 1 ? k->kernel + ": " : "", k->classes());
  return text.empty() ? "not measured yet" : text;
}

/// "[built in]" is left out: only what comes from elsewhere needs its origin.
std::vector<Item> scheduler_items(const ExtensionsPtr& extensions) {
  std::vector<Item> items = items_of(schedulers());
  if (extensions)
    for (const Extension& e : extensions->list())
      for (const SchedulerExtension& s : e.schedulers)
        items.push_back(
            {s.name, fmt::format("{} [{}]", s.sentence, e.origin), {{"origin", e.origin}}});
  return items;
}

std::vector<Item> workload_items(const Extensions* extensions) {
  std::vector<Item> items;
  workload::Measurements measured = workload::measured();
  for (const workload::Entry& entry : workload::workloads(extensions)) {
    workload::Description d = entry.description();
    Kernels kernels;
    for (const workload::KernelMeasurement& k : measured.kernels)
      if (k.workload == d.name) kernels.push_back(&k);
    Item item{d.name, d.summary, workload_json(d, kernels)};
    if (entry.added) {
      item.sentence += fmt::format(" [{}]", entry.added.from->origin);
      item.more["origin"] = entry.added.from->origin;
    } else {
      item.sentence += fmt::format("\n{} | {}", fmt::join(d.papers, ", "), classes_text(kernels));
    }
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<Item> study_items() {
  std::vector<Item> items;
  for (const std::string& name : study::study_names())
    items.push_back({name, study::load_study(name).title});
  return items;
}

std::vector<Item> arch_items(const ExtensionsPtr& extensions) {
  std::vector<Item> items;
  for (const ConfigInfo& a : archs(extensions))
    items.push_back({a.name,
                     fmt::format("{} [{}]", a.description, a.origin),
                     {{"sentence", a.description}, {"origin", a.origin}}});
  return items;
}

std::vector<Item> items(const std::string& kind, const ExtensionsPtr& extensions) {
  if (kind == "archs") return arch_items(extensions);
  if (kind == "schedulers") return scheduler_items(extensions);
  if (kind == "dependences") return items_of(dependences());
  if (kind == "memories") return items_of(memory_models());
  if (kind == "workloads") return workload_items(extensions.get());
  if (kind == "studies") return study_items();
  std::vector<Item> items;
  for (const ConfigInfo& p : find_presets(extensions)) items.push_back({p.name, p.description});
  return items;
}

int run(const ListOptions& o) {
  std::vector<Item> list = items(o.kind, o.plugins.extensions);
  if (o.json) {
    Json json = Json::array();
    for (const Item& i : list) {
      json.push_back({{"name", i.name}, {"sentence", i.sentence.substr(0, i.sentence.find('\n'))}});
      json.back().update(i.more);
    }
    print_out(indented(json));
    return kSuccess;
  }
  size_t width = 0;
  for (const Item& i : list) width = std::max(width, i.name.size());
  for (const Item& i : list) {
    std::string_view name = i.name, rest = i.sentence;
    for (size_t end = 0; end != std::string_view::npos; name = {}) {
      end = rest.find('\n');
      print_out(fmt::format("{:<{}}  {}\n", name, width, rest.substr(0, end)));
      if (end != std::string_view::npos) rest.remove_prefix(end + 1);
    }
  }
  return kSuccess;
}

}  // namespace

void add_list(CLI::App& app, CommandAction& action) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand("list", "List archs, workloads, presets and other names");
  command
      ->add_option("KIND", options->kind,
                   "archs, schedulers, dependences, memories, presets, workloads or studies")
      ->required()
      ->check(CLI::IsMember(
          {"archs", "schedulers", "dependences", "memories", "presets", "workloads", "studies"}));
  command->add_flag("--json", options->json, "print JSON");
  add_plugin_option(*command, options->plugins);
  command->footer(
      "Use archs with --arch (brackets show where each comes from), presets with --preset,\n"
      "schedulers with --set arch.schedule=NAME, dependences with --set arch.dependence=NAME,\n"
      "memories with --set memory.model=NAME, workloads with run and compare, studies with\n"
      "reproduce.\nExample:\n  "
      "heddle list archs");
  command->callback([&action, options] {
    action = [options] {
      options->plugins.load();
      return run(*options);
    };
  });
}

}  // namespace heddle
