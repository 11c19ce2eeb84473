#include "config/config_reader.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>

#include "base/diagnostic.hpp"
#include "base/error.hpp"
#include "config/schema.hpp"
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

/// Reads one text and everything it inherits; collects the messages of all files.
class ConfigReader {
 public:
  ConfigReader(const ConfigLibrary& library, MachineConfig start)
      : library_(library), start_(std::move(start)) {}

  MachineConfig read(const ConfigText& text) {
    chain_.push_back(text.identity);
    read_.emplace_back(text.identity);
    MachineConfig config = start_;
    std::vector<Diagnostic> found;
    found_ = &found;
    source_ = text.source.get();
    try {
      toml::table root = parse_toml(source_->text(), source_->name());
      if (const toml::node* base = root.get("inherits")) {
        config = inherit(*base, text);
        found_ = &found;
        source_ = text.source.get();
      }
      config.name = text.name;
      config.description.clear();
      read_table(root, "", config);
    } catch (const toml::parse_error& e) {
      error(e.source(), std::string(e.description()));
    }
    chain_.pop_back();
    report(text.source, std::move(found));
    return config;
  }

  /// Identities of all texts read.
  const std::vector<std::string>& all_read() const { return read_; }

  void throw_problems() const {
    if (!problems_.empty()) throw InputError(problems_);
  }
  /// Where each value was set last.
  const ConfigOrigins& origins() const { return origins_; }

 private:
  MachineConfig inherit(const toml::node& node, const ConfigText& text) {
    const auto* name = node.as_string();
    if (!name) {
      error(node.source(),
            fmt::format("'inherits' must be the name or the path of another {}", library_.kind));
      return start_;
    }
    try {
      ConfigText base = library_.open_inherited(name->get(), text.folder);
      if (std::find(chain_.begin(), chain_.end(), base.identity) != chain_.end())
        error(node.source(), fmt::format("'{}' inherits itself", name->get()));
      else if (chain_.size() >= kDeepestInheritance)
        error(node.source(), fmt::format("more than {} {}s in one chain of 'inherits'",
                                         kDeepestInheritance, library_.kind));
      else
        return read(base);
    } catch (const UsageError& e) {
      error(node.source(), e.what());
    } catch (const IoError& e) {
      error(node.source(), e.what());
    }
    return start_;
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

  /// Messages beyond the limit are not shown, so searching for the nearest key would waste time.
  std::string near(const std::string& path) const {
    return found_->size() < Diagnostics::kLimit ? suggest_config_key(path) : std::string();
  }

  void read_value(const ConfigKey& key, const toml::node& node, MachineConfig& config) {
    auto value = written_value(node);
    LineColumn at = source_->locate(toml_offset(*source_, node.source().begin));
    origins_.insert_or_assign(key.path,
                              fmt::format("{}:{}:{}", source_->name(), at.line, at.column));
    std::string problem =
        value ? assign(key, config, *value)
              : fmt::format("'{}' must be {}, but this is {}", key.path,
                            limits_text(key, config.extensions.get()), toml_kind(node));
    if (!problem.empty()) error(node.source(), std::move(problem));
  }

  void error(const toml::source_region& at, std::string message) {
    uint32_t begin = toml_offset(*source_, at.begin), end = toml_offset(*source_, at.end);
    uint32_t length = at.begin.line == at.end.line && end > begin ? end - begin : 1;
    found_->push_back({Diagnostic::Severity::Error, begin, length, std::move(message)});
  }

  /// Reports in file order, not in the order of TOML's sorted tables.
  void report(const SourcePtr& source, std::vector<Diagnostic> found) {
    std::stable_sort(found.begin(), found.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.offset < b.offset; });
    Diagnostics diagnostics(source);
    for (Diagnostic& d : found) diagnostics.error(d.offset, d.length, std::move(d.message));
    problems_ += diagnostics.render_all();
  }

  const ConfigLibrary& library_;
  const MachineConfig start_;
  std::vector<std::string> chain_, read_;
  std::vector<Diagnostic>* found_ = nullptr;
  const Source* source_ = nullptr;
  std::string problems_;
  ConfigOrigins origins_;
};

}  // namespace

WrittenConfig read_config(const ConfigLibrary& library, const ConfigText& text,
                          MachineConfig start) {
  ConfigReader reader(library, std::move(start));
  MachineConfig config = reader.read(text);
  reader.throw_problems();
  return {std::move(config), reader.origins()};
}

std::vector<std::filesystem::path> config_files(const ConfigLibrary& library,
                                                std::string_view name_or_path) {
  ConfigReader reader(library, {});
  try {
    reader.read(library.open(name_or_path));
  } catch (const Error&) {  // the caller that loads it reports the error
  }
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (const std::string& identity : reader.all_read())
    if (std::filesystem::is_regular_file(identity, ignored)) files.emplace_back(identity);
  return files;
}

MachineConfig default_machine(const ExtensionsPtr& extensions) {
  MachineConfig config;
  config.extensions = extensions;
  return config;
}

std::vector<ConfigInfo> describe_all(const ConfigLibrary& library,
                                     const ExtensionsPtr& extensions) {
  std::vector<ConfigInfo> list;
  for (LibraryEntry& entry : library.entries()) {
    ConfigInfo info{std::move(entry.name), "", std::move(entry.origin)};
    try {
      info.description = read_config(library, library.open(info.name), default_machine(extensions))
                             .config.description;
    } catch (const Error&) {
      info.description = "cannot be read";
    }
    list.push_back(std::move(info));
  }
  return list;
}

}  // namespace heddle
