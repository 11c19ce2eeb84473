#include "config/preset_library.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "base/nearest.hpp"

namespace heddle {

namespace {

namespace fs = std::filesystem;
constexpr size_t kLongestPreset = size_t{1} << 20;

std::vector<fs::path> preset_folders() {
  std::vector<fs::path> folders;
  if (const char* own = std::getenv("HEDDLE_PRESETS"); own && *own) folders.emplace_back(own);
  folders.emplace_back(HEDDLE_PRESET_FOLDER);
  return folders;
}

std::string read_text(const fs::path& path) {
  std::error_code ignored;
  std::ifstream file(path, std::ios::binary);
  if (!file || fs::is_directory(path, ignored))
    throw IoError(fmt::format("cannot read the preset {}", path.string()));
  std::string text(kLongestPreset + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > kLongestPreset)
    throw IoError(fmt::format("the preset {} is longer than 1 MiB", path.string()));
  return text;
}

PresetText open_file(const fs::path& path) {
  std::error_code failed;
  fs::path canonical = fs::weakly_canonical(path, failed);
  return {std::make_shared<Source>(path.string(), read_text(path)), path.stem().string(),
          failed ? path.string() : canonical.string(), path.parent_path()};
}

bool is_path(std::string_view text) {
  return text.find('/') != std::string_view::npos || text.ends_with(".toml");
}

}  // namespace

PresetText open_inherited(std::string_view name_or_path, const fs::path& folder) {
  if (!is_path(name_or_path)) return open_preset(name_or_path);
  fs::path path = folder / fs::path(name_or_path);
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored))
    throw IoError(fmt::format("cannot read the preset {}: it is no file", path.string()));
  return open_file(path);
}

PresetText open_preset(std::string_view name_or_path) {
  if (is_path(name_or_path)) return open_file(fs::path(name_or_path));
  std::error_code ignored;
  for (const fs::path& place : preset_folders()) {
    fs::path file = place / (std::string(name_or_path) + ".toml");
    if (fs::is_regular_file(file, ignored)) return open_file(file);
  }
  for (const EmbeddedText& preset : embedded_presets())
    if (preset.name == name_or_path) {
      std::string shown = fmt::format("presets/{}.toml", preset.name);
      return {std::make_shared<Source>(shown, std::string(preset.text)),
              std::string(preset.name),
              shown,
              {}};
    }
  auto known = preset_places();
  std::string near = suggest(name_or_path, known.size(),
                             [&](size_t i) -> std::string_view { return known[i].name; });
  throw UsageError(fmt::format("there is no preset '{}'{}", name_or_path.substr(0, 64), near));
}

std::vector<PresetPlace> preset_places() {
  std::map<std::string, std::string> found;
  for (const fs::path& place : preset_folders()) {
    std::error_code failed;
    for (fs::directory_iterator file(place, failed), end; !failed && file != end;
         file.increment(failed))
      if (file->path().extension() == ".toml")
        found.emplace(file->path().stem().string(), file->path().string());
  }
  for (const EmbeddedText& preset : embedded_presets())
    found.emplace(std::string(preset.name), "built in");
  std::vector<PresetPlace> places;
  for (auto& [name, origin] : found) places.push_back({name, origin});
  return places;
}

}  // namespace heddle
