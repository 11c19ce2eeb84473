#include "study/parse_sweep.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.hpp"
#include "config/archs.hpp"
#include "study/part_reader.hpp"
#include "study/sweep.hpp"

namespace heddle::study {

namespace {

class SweepReader : PartReader {
 public:
  SweepReader(Diagnostics& diagnostics, Study& study, std::filesystem::path folder)
      : PartReader(diagnostics, study), folder_(std::move(folder)) {}

  void read(const toml::table& root) {
    const toml::node* node = root.get("sweep");
    if (!node) return;
    const toml::table* t = node->as_table();
    if (!t) return error(*node, "'sweep' must be a table");
    check_keys(*t, "[sweep]",
               {"workloads", "programs", "files", "parameters", "seeds", "archs", "presets", "set",
                "zip", "derive"});
    Sweep sweep;
    sweep.extensions = study_.extensions;
    for (const std::string& name : strings(*t, "workloads")) sweep.names.push_back(placed(name));
    for (auto& command : lists(*t, "programs")) {
      command[0] = placed(command[0]);
      sweep.programs.push_back(std::move(command));
    }
    for (const std::string& file : strings(*t, "files")) sweep.files.push_back(at_folder(file));
    sweep.parameters = axes(*t, "parameters");
    sweep.settings = axes(*t, "set");
    sweep.zipped = lists(*t, "zip");
    if (const toml::node* seeds = t->get("seeds")) sweep.seeds = read_seeds(*seeds);
    sweep.presets = strings(*t, "presets");
    if (sweep.presets.empty()) sweep.presets = {study_.preset};
    if (sweep.names.empty() && sweep.programs.empty())
      error(*node, "[sweep] has neither 'workloads' nor 'programs'");
    guarded(*t, [&] { read_archs(*t, sweep); });
    guarded(*t, [&] { read_derived(*t, sweep); });
    guarded(*t, [&] { add_sweep(study_, sweep); });
  }

 private:
  /// Turns an error of the sweep into one of the file.
  template <class F>
  void guarded(const toml::node& at, F f) {
    try {
      f();
    } catch (const UsageError& e) {
      error(at, e.what());
    } catch (const IoError& e) {
      error(at, e.what());
    }
  }

  std::string at_folder(const std::string& name) const { return (folder_ / name).string(); }
  /// Files are relative to the study's file; other names are workloads, or programs on the PATH.
  std::string placed(const std::string& name) const {
    return name.find('/') != name.npos || name.ends_with(".toml") ? at_folder(name) : name;
  }

  void read_archs(const toml::table& t, Sweep& sweep) {
    const toml::node* node = t.get("archs");
    if (!node) return;
    std::vector<std::string> names;
    if (node->is_string())
      names = {node->as_string()->get()};
    else
      names = strings(t, "archs");
    if (names.empty()) {
      if (node->is_array() && node->as_array()->empty())
        error(*node, "'archs' names no arch; without 'archs', the presets have their own");
      return;
    }
    sweep.archs = parse_arch_names(fmt::format("{}", fmt::join(names, ",")));
  }

  void read_derived(const toml::table& t, Sweep& sweep) {
    const toml::node* node = t.get("derive");
    if (!node) return;
    const toml::table* formulas = node->as_table();
    if (!formulas)
      return error(*node, "'derive' must be a table: \"core.max_warps\" = \"FORMULA\"");
    for (const auto& [key, formula] : entries(*formulas)) {
      if (const auto* text = formula->as_string())
        sweep.derived.push_back(parse_derived(fmt::format("{} = {}", key, text->get())));
      else
        error(*formula, fmt::format("'{}' must be a formula, as a string", key));
    }
  }

  std::vector<uint64_t> read_seeds(const toml::node& node) {
    if (node.is_string()) {
      std::vector<uint64_t> seeds = {1};
      guarded(node, [&] { seeds = parse_seeds(node.as_string()->get()); });
      return seeds;
    }
    constexpr const char* kWanted = "'seeds' must be a list of whole numbers, or \"FROM:TO\"";
    std::vector<uint64_t> seeds;
    const toml::array* list = node.as_array();
    if (!list || list->empty()) error(node, kWanted);
    if (!list) return seeds;
    for (const toml::node& item : *list) {
      const auto* number = item.as_integer();
      if (!number || number->get() < 0)
        error(item, kWanted);
      else if (const auto seed = static_cast<uint64_t>(number->get());
               std::ranges::find(seeds, seed) != seeds.end())
        error(item, fmt::format("the seed {} is there twice", seed));
      else
        seeds.push_back(seed);
    }
    return seeds;
  }

  /// A table with the keys of tables inside it: core.warp = 8 is the same as "core.warp" = 8. In
  /// the order of the file.
  static std::vector<std::pair<std::string, const toml::node*>> entries(const toml::table& table) {
    using Place = std::pair<toml::source_index, toml::source_index>;
    std::vector<std::pair<Place, std::pair<std::string, const toml::node*>>> found;
    auto add = [&](const auto& again, const toml::table& t, const std::string& prefix) -> void {
      for (const auto& [key, value] : t) {
        const std::string path = prefix + std::string(key.str());
        const toml::source_position at = key.source().begin;
        if (const toml::table* inner = value.as_table())
          again(again, *inner, path + ".");
        else
          found.push_back({{at.line, at.column}, {path, &value}});
      }
    };
    add(add, table, "");
    std::ranges::stable_sort(found, {}, [](const auto& entry) { return entry.first; });
    std::vector<std::pair<std::string, const toml::node*>> all;
    for (auto& [at, entry] : found) all.push_back(std::move(entry));
    return all;
  }

  /// KEY = [value, …], with values of any plain type; a table keeps the order of the file.
  std::vector<Axis> axes(const toml::table& t, std::string_view name) {
    const toml::node* node = t.get(name);
    if (!node) return {};
    const toml::table* table = node->as_table();
    if (!table) {
      error(*node, fmt::format("'{}' must be a table: \"core.warp\" = [8, 16]", name));
      return {};
    }
    std::vector<Axis> all;
    for (const auto& [key, values] : entries(*table)) {
      Axis& axis = all.emplace_back(Axis{key, {}});
      if (const toml::array* list = values->as_array())
        for (const toml::node& value : *list) axis.values.push_back(text_of(value));
      else
        axis.values.push_back(text_of(*values));
      if (axis.values.empty()) error(*values, fmt::format("'{}' has no values", key));
    }
    return all;
  }

  std::string text_of(const toml::node& value) {
    if (const auto* text = value.as_string()) return text->get();
    if (const auto* number = value.as_integer()) return std::to_string(number->get());
    if (const auto* real = value.as_floating_point()) return fmt::format("{}", real->get());
    if (const auto* truth = value.as_boolean()) return truth->get() ? "true" : "false";
    error(value, "a value must be a number, a text, true or false");
    return "0";
  }

  /// A list of lists, each with at least one text.
  std::vector<std::vector<std::string>> lists(const toml::table& t, std::string_view name) {
    std::vector<std::vector<std::string>> all;
    const toml::node* node = t.get(name);
    if (!node) return all;
    const std::string wanted = fmt::format("'{}' must be a list of lists of texts", name);
    const toml::array* outer = node->as_array();
    if (!outer) {
      error(*node, wanted);
      return all;
    }
    for (const toml::node& inner : *outer) {
      const toml::array* list = inner.as_array();
      std::vector<std::string> texts;
      if (list)
        for (const toml::node& item : *list)
          if (item.is_string()) texts.push_back(item.as_string()->get());
      if (!list || texts.size() != list->size())
        error(inner, wanted);
      else if (texts.empty())
        error(inner, fmt::format("'{}' has an empty list", name));
      else
        all.push_back(std::move(texts));
    }
    return all;
  }

  std::filesystem::path folder_;
};

}  // namespace

void read_sweep(Diagnostics& diagnostics, const toml::table& root, Study& study,
                const std::filesystem::path& folder) {
  SweepReader(diagnostics, study, folder).read(root);
}

}  // namespace heddle::study
