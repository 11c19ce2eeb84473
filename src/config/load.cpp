#include "config/load.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/diagnostic.hpp"
#include "base/error.hpp"
#include "config/archs.hpp"
#include "config/preset_library.hpp"
#include "config/schema.hpp"
#include "config/validate.hpp"
#include "toml/toml_reader.hpp"

namespace heddle {

namespace {

constexpr size_t kDeepestInheritance = 16;

std::optional<WrittenValue> written_value(const toml::node& node) {
  if (const auto* v = node.as_integer()) return v->get();
  if (const auto* v = node.as_floating_point()) return v->get();
  if (const auto* v = node.as_boolean()) return v->get();
  if (const auto* v = node.as_string()) return v->get();
  return std::nullopt;
}

/// One preset and all that it inherits; messages of all files are collected.
class PresetReader {
 public:
  MachineConfig read(const PresetText& preset) {
    chain_.push_back(preset.identity);
    MachineConfig config;
    std::vector<Diagnostic> found;
    found_ = &found;
    source_ = preset.source.get();
    try {
      toml::table root = parse_toml(source_->text(), source_->name());
      if (const toml::node* base = root.get("inherits")) {
        config = inherit(*base, preset);
        found_ = &found;
        source_ = preset.source.get();
      }
      config.name = preset.name;
      config.description.clear();
      read_table(root, "", config);
    } catch (const toml::parse_error& e) {
      error(e.source(), std::string(e.description()));
    }
    chain_.pop_back();
    report(preset.source, std::move(found));
    return config;
  }

  void throw_problems() const {
    if (!problems_.empty()) throw InputError(problems_);
  }

 private:
  MachineConfig inherit(const toml::node& node, const PresetText& preset) {
    const auto* name = node.as_string();
    if (!name) {
      error(node.source(), "'inherits' must be the name or the file of a preset");
      return {};
    }
    try {
      PresetText base = open_inherited(name->get(), preset.folder);
      if (std::find(chain_.begin(), chain_.end(), base.identity) != chain_.end())
        error(node.source(), fmt::format("'{}' inherits itself", name->get()));
      else if (chain_.size() >= kDeepestInheritance)
        error(node.source(),
              fmt::format("more than {} presets inherit each other", kDeepestInheritance));
      else
        return read(base);
    } catch (const UsageError& e) {
      error(node.source(), e.what());
    } catch (const IoError& e) {
      error(node.source(), e.what());
    }
    return {};
  }

  void read_table(const toml::table& table, const std::string& prefix, MachineConfig& config) {
    for (const auto& [key, node] : table) {
      std::string path = prefix + std::string(key.str());
      if (path == "inherits") continue;
      if (const ConfigKey* known = find_config_key(path))
        read_value(*known, node, config);
      else if (!is_config_table(path))
        error(key.source(), fmt::format("unknown key '{}'{}", path.substr(0, 128), near(path)));
      else if (const toml::table* inner = node.as_table())
        read_table(*inner, path + ".", config);
      else
        error(node.source(), fmt::format("'{}' is a table of keys, not a value", path));
    }
  }

  /// Messages beyond the limit are not shown: looking for the nearest key is not worth its time.
  std::string near(const std::string& path) const {
    return found_->size() < Diagnostics::kLimit ? suggest_config_key(path) : std::string();
  }

  void read_value(const ConfigKey& key, const toml::node& node, MachineConfig& config) {
    auto value = written_value(node);
    std::string problem = value ? assign(key, config, *value)
                                : fmt::format("'{}' must be {}, this is {}", key.path,
                                              limits_text(key), toml_kind(node));
    if (!problem.empty()) error(node.source(), std::move(problem));
  }

  void error(const toml::source_region& at, std::string message) {
    uint32_t begin = toml_offset(*source_, at.begin), end = toml_offset(*source_, at.end);
    uint32_t length = at.begin.line == at.end.line && end > begin ? end - begin : 1;
    found_->push_back({Diagnostic::Severity::Error, begin, length, std::move(message)});
  }

  /// In the order of the file, not of TOML's sorted tables.
  void report(const SourcePtr& source, std::vector<Diagnostic> found) {
    std::stable_sort(found.begin(), found.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.offset < b.offset; });
    Diagnostics diagnostics(source);
    for (Diagnostic& d : found) diagnostics.error(d.offset, d.length, std::move(d.message));
    problems_ += diagnostics.render_all();
  }

  std::vector<std::string> chain_;
  std::vector<Diagnostic>* found_ = nullptr;
  const Source* source_ = nullptr;
  std::string problems_;
};

MachineConfig read_all(const PresetText& preset) {
  PresetReader reader;
  MachineConfig config = reader.read(preset);
  reader.throw_problems();
  return config;
}

/// As TOML would read it; what is no number and no switch is a string.
WrittenValue override_value(std::string_view text) {
  if (text == "true" || text == "false") return text == "true";
  const char* end = text.data() + text.size();
  int64_t integer = 0;
  auto whole = std::from_chars(text.data(), end, integer);
  if (whole.ec == std::errc{} && whole.ptr == end) return integer;
  double number = 0;
  auto real = std::from_chars(text.data(), end, number);
  if (real.ec == std::errc{} && real.ptr == end) return number;
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  return std::string(text);
}

}  // namespace

MachineConfig load_preset(std::string_view name_or_path) {
  return read_all(open_preset(name_or_path));
}

MachineConfig parse_preset(SourcePtr source, std::string_view name) {
  std::string identity = source->name();
  return read_all({std::move(source), std::string(name), std::move(identity), {}});
}

void apply_override(MachineConfig& config, std::string_view key_and_value) {
  size_t equals = key_and_value.find('=');
  if (equals == std::string_view::npos)
    throw UsageError(fmt::format("--set {}: write key=value", key_and_value));
  std::string_view path = key_and_value.substr(0, equals);
  const ConfigKey* key = find_config_key(path);
  if (!key)
    throw UsageError(is_config_table(path)
                         ? fmt::format("--set {}: '{}' is a table of keys", key_and_value, path)
                         : fmt::format("--set {}: unknown key '{}'{}", key_and_value, path,
                                       suggest_config_key(path)));
  // A text key takes any text as it stands; `core.warp=64` must be a number.
  WrittenValue value = override_value(key_and_value.substr(equals + 1));
  bool is_text = key->limits.form == Form::Text || key->limits.form == Form::Name;
  if (is_text && !std::holds_alternative<std::string>(value))
    value = std::string(key_and_value.substr(equals + 1));
  std::string problem = assign(*key, config, value);
  if (!problem.empty()) throw UsageError(fmt::format("--set {}: {}", key_and_value, problem));
}

MachineConfig load_machine(std::string_view name_or_path, std::string_view arch,
                           std::span<const std::string> overrides) {
  MachineConfig config = load_preset(name_or_path);
  if (!arch.empty()) apply_arch(config, arch);
  for (const std::string& one : overrides) apply_override(config, one);
  require_valid(config);
  return config;
}

std::vector<PresetInfo> find_presets() {
  std::vector<PresetInfo> list;
  for (const PresetPlace& place : preset_places()) {
    PresetInfo info{place.name, "", place.origin};
    try {
      info.description = load_preset(place.name).description;
    } catch (const Error&) {
      info.description = "cannot be read";
    }
    list.push_back(std::move(info));
  }
  return list;
}

}  // namespace heddle
