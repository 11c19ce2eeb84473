// Finds studies: in studies/ of the source tree, then among the compiled-in copies.
#include <fmt/format.h>

#include <set>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/own_folder.hpp"
#include "host/file.hpp"
#include "study/embedded.hpp"
#include "study/study.hpp"

namespace heddle::study {

namespace {

namespace fs = std::filesystem;
constexpr uint64_t kLongestStudy = uint64_t{1} << 20;

Study parse_file(const fs::path& path, const ExtensionsPtr& extensions) {
  return parse_study(std::make_shared<Source>(path.string(), read_file(path, kLongestStudy)),
                     path.stem().string(), extensions);
}

}  // namespace

std::vector<std::string> study_names() {
  std::set<std::string> names;
  std::error_code failed;
  for (fs::directory_iterator file(source_folder("studies"), failed), end; !failed && file != end;
       file.increment(failed))
    if (file->path().extension() == ".toml") names.insert(file->path().stem().string());
  for (const EmbeddedText& study : embedded_studies()) names.emplace(study.name);
  return {names.begin(), names.end()};
}

Study load_study(const std::string& name_or_path, const ExtensionsPtr& extensions) {
  if (name_or_path.ends_with(".toml")) return parse_file(name_or_path, extensions);
  fs::path file = source_folder("studies") / (name_or_path + ".toml");
  std::error_code ignored;
  if (name_or_path.find('/') == std::string::npos && fs::is_regular_file(file, ignored))
    return parse_file(file, extensions);
  for (const EmbeddedText& study : embedded_studies())
    if (study.name == name_or_path)
      return parse_study(std::make_shared<Source>(fmt::format("studies/{}.toml", study.name),
                                                  std::string(study.text)),
                         study.name, extensions);
  auto known = study_names();
  throw UsageError(fmt::format(
      "there is no study '{}'; known studies: {}{}", name_or_path.substr(0, 64),
      fmt::join(known, ", "),
      suggest(name_or_path, known.size(), [&](size_t i) -> std::string_view { return known[i]; })));
}

}  // namespace heddle::study
