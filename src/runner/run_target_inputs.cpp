#include "runner/run_target_inputs.hpp"

#include <filesystem>
#include <set>

#include "base/error.hpp"
#include "host/file.hpp"
#include "launch/description.hpp"
#include "runner/run_target.hpp"

namespace heddle {

namespace {

RunTargetInputs inputs_of_description(const std::filesystem::path& file) {
  auto source = std::make_shared<Source>(file.string(), read_file(file, kLargestDescription));
  Diagnostics diagnostics(source);
  Description description = parse_description(diagnostics);
  if (diagnostics.has_errors()) throw InputError(diagnostics.render_all());
  std::set<std::filesystem::path> modules;
  for (const LaunchSpec& launch : description.launches)
    modules.insert(launch.ptx_files.begin(), launch.ptx_files.end());
  RunTargetInputs inputs;
  inputs.others.emplace_back(source->text());
  std::vector<std::filesystem::path> names = named_inputs(description);
  for (const auto& name : std::set(names.begin(), names.end()))
    (modules.contains(name) ? inputs.modules : inputs.others)
        .push_back(read_file(file.parent_path() / name));
  return inputs;
}

bool in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '%';
}

}  // namespace

bool RunTargetInputs::has_kernel(std::string_view name) const {
  constexpr std::string_view kEntry = ".entry";
  for (std::string_view text : modules)
    for (size_t at = 0; (at = text.find(kEntry, at)) != text.npos;) {
      at = text.find_first_not_of(" \t\r\n", at + kEntry.size());
      if (at == text.npos) break;
      std::string_view rest = text.substr(at);
      if (rest.starts_with(name) && (rest.size() == name.size() || !in_name(rest[name.size()])))
        return true;
    }
  return false;
}

RunTargetInputs run_target_inputs(const std::string& name, const ExtensionsPtr& extensions) {
  if (is_description(name, extensions)) return inputs_of_description(name);
  return {{std::string(workload::require_workload(name, extensions.get()).ptx)}, {}};
}

}  // namespace heddle
